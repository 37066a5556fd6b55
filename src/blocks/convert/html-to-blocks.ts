import { parseBlocks } from '../grammar/parse.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import {
  type Cell,
  code,
  customHtml,
  details,
  type Grid,
  heading,
  image,
  paragraph,
  preformatted,
  quote,
  separator,
  table,
} from './build-blocks.js';
import { lineOf, toList } from './html-lists.js';
import {
  type HtmlElement,
  type HtmlNode,
  inlineHtml,
  isComment,
  isInline,
  isTag,
  isText,
  onlyElements,
  parseHtml,
  sourceOf,
  textOf,
  withoutSpace,
} from './html-tree.js';

/** Elements without a meaning of their own. Their children are converted in their place. */
const WRAPPERS = new Set(['div', 'section', 'article', 'main', 'header', 'footer', 'center', 'body', 'html']);

const HEADING = /^h([1-6])$/;

const LANGUAGE = /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,40})(?:\s|$)/;

const MAX_DEPTH = 40;

/**
 * Converts HTML to blocks as the editor has them. Existing blocks stay as they are. HTML that no block can represent
 * becomes `core/html`, byte for byte.
 */
export function htmlToBlocks(source: string): ParsedBlock[] {
  return parseBlocks(source).flatMap((block) =>
    block.blockName === null ? blocksOf(parseHtml(block.innerHTML), block.innerHTML, 0) : [block],
  );
}

function blocksOf(nodes: readonly HtmlNode[], source: string, depth: number): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  let line: HtmlNode[] = [];
  const takeLine = (): void => {
    blocks.push(...paragraphsOf(line));
    line = [];
  };
  for (const node of nodes) {
    const isApart = isComment(node) && line.every((before) => isText(before) && before.data.trim() === '');
    if (isInline(node) && !isApart) line.push(node);
    else {
      takeLine();
      blocks.push(...blocksOfNode(node, source, depth));
    }
  }
  takeLine();
  return blocks;
}

/** Converts a line of text to a paragraph, or to an image block if it is nothing but an image. */
function paragraphsOf(nodes: readonly HtmlNode[], id = ''): ParsedBlock[] {
  const [only, ...others] = withoutSpace(nodes);
  const picture = only && others.length === 0 && id === '' && isTag(only) ? pictureOf(only, '') : null;
  if (picture) return [picture];
  const html = inlineHtml(nodes);
  return html === '' ? [] : [paragraph(html, id)];
}

function blocksOfNode(node: HtmlNode, source: string, depth: number): ParsedBlock[] {
  const asItIs = (): ParsedBlock[] => {
    const html = sourceOf(node, source).trim();
    return html === '' ? [] : [customHtml(html)];
  };
  if (!isTag(node) || depth > MAX_DEPTH) return asItIs();
  const inside = (children: readonly HtmlNode[]): ParsedBlock[] => blocksOf(children, source, depth + 1);
  return elementBlocks(node, inside) ?? asItIs();
}

/** Converts an element to blocks; null if no block can represent it. */
function elementBlocks(
  element: HtmlElement,
  inside: (children: readonly HtmlNode[]) => ParsedBlock[],
): ParsedBlock[] | null {
  const { name, attribs, children } = element;
  const { id = '' } = attribs;
  const isLine = children.every((child) => isInline(child));
  const level = Number(HEADING.exec(name)?.[1] ?? 0);
  if (level > 0) return isLine ? [heading(level, inlineHtml(children), id)] : null;
  if (WRAPPERS.has(name)) return isPlain(element) ? inside(children) : null;
  const one = (block: ParsedBlock | null): ParsedBlock[] | null => block && [block];
  switch (name) {
    case 'p':
      return isLine ? paragraphsOf(children, id) : null;
    case 'ul':
    case 'ol':
      return one(toList(element));
    case 'blockquote':
      return [quote(inside(children), id)];
    case 'pre':
      return one(sampleOf(element, isLine));
    case 'table':
      return one(toTable(element, ''));
    case 'hr':
      return [separator()];
    case 'figure':
      return one(figureOf(element));
    case 'details':
      return one(detailsOf(element, inside));
    default:
      return null;
  }
}

/** Whether the element can be dropped: it is no link target and has no role or ARIA attribute. */
function isPlain({ attribs }: HtmlElement): boolean {
  return !Object.keys(attribs).some((name) => name === 'id' || name === 'role' || name.startsWith('aria-'));
}

function sampleOf({ attribs, children }: HtmlElement, isLine: boolean): ParsedBlock | null {
  const [first, ...others] = withoutSpace(children);
  if (first && others.length === 0 && isTag(first) && first.name === 'code') {
    const language = LANGUAGE.exec(first.attribs.class ?? '') ?? LANGUAGE.exec(attribs.class ?? '');
    const isText = first.children.every((child) => isInline(child));
    return isText && attribs.id === undefined ? code(inlineHtml(first.children, true), language?.[1] ?? '') : null;
  }
  return isLine ? preformatted(inlineHtml(children, true), attribs.id) : null;
}

/**
 * Converts an `img`, or a link around one, to an image block; null if it has more attributes than the block supports.
 */
function pictureOf(element: HtmlElement, caption: string): ParsedBlock | null {
  const { name, attribs, children } = element;
  if (name === 'a') {
    const [picture, ...others] = onlyElements(children) ?? [];
    if (!picture || others.length > 0 || picture.name !== 'img' || !hasOnly(element, ['href'])) return null;
    return pictureWith(picture, attribs.href ?? '', caption);
  }
  return name === 'img' ? pictureWith(element, '', caption) : null;
}

function pictureWith(element: HtmlElement, href: string, caption: string): ParsedBlock | null {
  const { src = '', alt = '', title = '' } = element.attribs;
  if (src === '' || !hasOnly(element, ['src', 'alt', 'title', 'loading', 'decoding'])) return null;
  return image({ src, alt, title, href, caption });
}

function hasOnly({ attribs }: HtmlElement, names: readonly string[]): boolean {
  return Object.keys(attribs).every((name) => names.includes(name));
}

/** Converts a figure that holds an image or a table, and its caption. */
function figureOf(figure: HtmlElement): ParsedBlock | null {
  const [linked, caption, ...others] = onlyElements(figure.children) ?? [];
  if (!linked || others.length > 0 || !isPlain(figure)) return null;
  if (caption && (caption.name !== 'figcaption' || !caption.children.every((child) => isInline(child)))) return null;
  const captionHtml = caption ? inlineHtml(caption.children) : '';
  return linked.name === 'table' ? toTable(linked, captionHtml) : pictureOf(linked, captionHtml);
}

function detailsOf(element: HtmlElement, inside: (children: readonly HtmlNode[]) => ParsedBlock[]): ParsedBlock | null {
  const { attribs, children } = element;
  const [summary, ...rest] = withoutSpace(children);
  if (!summary || !isTag(summary) || summary.name !== 'summary' || !hasOnly(element, ['id', 'open'])) return null;
  if (!summary.children.every((child) => isInline(child)) || textOf(summary.children).trim() === '') return null;
  return details(inlineHtml(summary.children), attribs.open !== undefined, inside(rest), attribs.id);
}

const PARTS = ['thead', 'tbody', 'tfoot'] as const;

type Part = (typeof PARTS)[number];

const SPAN = /^[1-9]\d{0,3}$/;

/** Converts a table to a block; null if a cell holds more than a line of text. */
function toTable({ attribs, children }: HtmlElement, caption: string): ParsedBlock | null {
  const grid: Record<Part, Cell[][]> = { thead: [], tbody: [], tfoot: [] };
  let captionHtml = caption;
  for (const element of onlyElements(children) ?? []) {
    if (element.name === 'caption' && captionHtml === '') {
      const line = lineOf(element.children);
      if (!line) return null;
      captionHtml = inlineHtml(line);
      continue;
    }
    const part = PARTS.find((name) => name === element.name) ?? 'tbody';
    const rows = element.name === 'tr' ? [element] : onlyElements(element.children);
    if (!rows || (element.name !== 'tr' && element.name !== part)) return null;
    for (const row of rows) {
      const cells = row.name === 'tr' ? cellsOf(row) : null;
      if (!cells) return null;
      grid[part].push(cells);
    }
  }
  const found = withHead(grid);
  return found.tbody.length + found.thead.length === 0 ? null : table(found, captionHtml, attribs.id);
}

/** Makes the first row the head if all its cells are headers, as in old tables. */
function withHead(grid: Grid): Grid {
  const [first, ...rest] = grid.tbody;
  if (grid.thead.length > 0 || !first || rest.length === 0 || !first.every(({ isHeader }) => isHeader)) return grid;
  return { ...grid, thead: [first], tbody: rest };
}

function cellsOf(row: HtmlElement): Cell[] | null {
  const cells = (onlyElements(row.children) ?? []).map(cellOf);
  return cells.length > 0 && cells.every((cell) => cell !== null) ? cells : null;
}

function cellOf({ name, attribs, children }: HtmlElement): Cell | null {
  const line = lineOf(children);
  if (!line || (name !== 'td' && name !== 'th') || attribs.id !== undefined) return null;
  const align = attribs.align ?? /(?:^|;)\s{0,9}text-align:\s{0,9}(left|center|right)/.exec(attribs.style ?? '')?.[1];
  const spans = (['scope', 'colspan', 'rowspan'] as const).flatMap((span) => {
    const value = attribs[span] ?? '';
    const isGood = span === 'scope' ? /^(?:col|row)(?:group)?$/.test(value) : SPAN.test(value) && value !== '1';
    return isGood && (span !== 'scope' || name === 'th') ? [`${span}="${value}"`] : [];
  });
  return {
    html: inlineHtml(line),
    isHeader: name === 'th',
    align: align === 'left' || align === 'center' || align === 'right' ? align : '',
    spans,
  };
}
