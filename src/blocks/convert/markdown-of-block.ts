import { decodeHTML } from 'entities';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import {
  type HtmlElement,
  type HtmlNode,
  isInline,
  isTag,
  isText,
  onlyElements,
  parseHtml,
  textOf,
} from './html-tree.js';
import { inlineMarkdown, type Writing } from './inline-markdown.js';

const MAX_DEPTH = 20;

/** Writes a block as Markdown that may represent it; null if there is none. The caller checks that it converts back. */
export function writeBlock(block: ParsedBlock, writing: Writing, depth = 0): string | null {
  if (depth > MAX_DEPTH) return null;
  const { blockName, innerBlocks } = block;
  const element = elementOf(block);
  switch (blockName) {
    case 'core/paragraph':
      return element && lineIn(element, writing);
    case 'core/heading':
      return element && headingMarkdown(element, writing);
    case 'core/list':
      return listMarkdown(block, element, writing, depth);
    case 'core/quote':
      return quoted(blocksMarkdown(innerBlocks, writing, depth));
    case 'core/code':
      return element && fence(block, element);
    case 'core/separator':
      return '---';
    case 'core/image':
      return element && imageMarkdown(element, writing);
    case 'core/table':
      return element && tableMarkdown(element, writing);
    case 'core/details':
      return detailsMarkdown(block, writing, depth);
    case 'core/html':
      return block.innerHTML.trim();
    default:
      return null;
  }
}

/** Writes blocks below each other; null if one of them has no Markdown. */
function blocksMarkdown(blocks: readonly ParsedBlock[], writing: Writing, depth: number): string | null {
  const written = blocks.map((block) => writeBlock(block, writing, depth + 1));
  return written.every((one) => one !== null) ? written.join('\n\n') : null;
}

/** Root element of a block's HTML, without its inner blocks; null unless there is exactly one. */
function elementOf({ innerContent }: ParsedBlock): HtmlElement | null {
  const elements = onlyElements(parseHtml(innerContent.filter((part) => part !== null).join('')));
  return elements?.length === 1 ? (elements[0] ?? null) : null;
}

function lineIn({ children }: { readonly children: readonly HtmlNode[] }, writing: Writing): string | null {
  return children.every((child) => isInline(child)) ? inlineMarkdown(children, writing) : null;
}

function headingMarkdown(element: HtmlElement, writing: Writing): string | null {
  const level = Number(/^h([1-6])$/.exec(element.name)?.[1] ?? 0);
  const text = lineIn(element, writing);
  if (level === 0 || text === null || text.includes('\n')) return null;
  // Trailing hashes would be read as the closing sequence of the heading.
  const line = `${'#'.repeat(level)} ${text.replace(/(?<!#)#+$/, '\\$&')}`;
  const { id = '' } = element.attribs;
  return id === '' ? line : `${line} {#${id}}`;
}

function quoted(markdown: string | null): string | null {
  if (markdown === null || markdown === '') return null;
  return markdown
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function fence(block: ParsedBlock, element: HtmlElement): string | null {
  const [sample, ...others] = onlyElements(element.children) ?? [];
  if (!sample || others.length > 0 || sample.name !== 'code' || !sample.children.every(isText)) return null;
  const text = textOf(sample.children);
  const language = /^language-([\w+#.-]{1,40})$/.exec(String(block.attrs?.className ?? ''))?.[1] ?? '';
  let fence = '```';
  while (text.includes(fence)) fence += '`';
  return `${fence}${language}\n${text}${text === '' ? '' : '\n'}${fence}`;
}

function imageMarkdown(figure: HtmlElement, writing: Writing): string | null {
  const children = onlyElements(figure.children);
  return children?.length === 1
    ? inlineMarkdown(children, writing.care === 'html' ? { ...writing, care: 'escaped' } : writing)
    : null;
}

function listMarkdown(
  { innerBlocks }: ParsedBlock,
  element: HtmlElement | null,
  writing: Writing,
  depth: number,
): string | null {
  if (!element) return null;
  const start = Number(element.attribs.start ?? 1);
  const items = innerBlocks.map((item, index) => {
    const marker = element.name === 'ol' ? `${start + index}.` : '-';
    return itemMarkdown(item, `${marker} `, writing, depth);
  });
  return items.length > 0 && items.every((item) => item !== null) ? items.join('\n') : null;
}

function itemMarkdown(item: ParsedBlock, marker: string, writing: Writing, depth: number): string | null {
  const element = elementOf(item);
  const text = element && lineIn(element, writing);
  if (text === null) return null;
  const lists = item.innerBlocks.map((list) => writeBlock(list, writing, depth + 1));
  if (!lists.every((list) => list !== null)) return null;
  const indent = ' '.repeat(marker.length);
  const lines = [text, ...lists]
    .filter((part) => part !== '')
    .join('\n')
    .split('\n');
  return lines.map((line, index) => (index === 0 ? marker : line === '' ? '' : indent) + line).join('\n');
}

function detailsMarkdown({ innerContent, innerBlocks }: ParsedBlock, writing: Writing, depth: number): string | null {
  const opening = innerContent[0]?.trim();
  const inside = blocksMarkdown(innerBlocks, writing, depth);
  if (!opening?.startsWith('<details') || inside === null) return null;
  const tag = opening.replace(/ class="wp-block-details"/, '').replace('<summary>', '\n<summary>');
  return [tag, inside, '</details>'].filter((part) => part !== '').join('\n\n');
}

/** Text of a block that contains Markdown; null for other blocks. */
export function markdownTextOf(block: ParsedBlock, markdownBlock: string | undefined): string | null {
  if (markdownBlock === undefined || block.blockName !== markdownBlock) return null;
  const text = /^\s*<pre\b[^<>]*>([^<]*)<\/pre>\s*$/.exec(block.innerHTML)?.[1];
  // The first line break after the tag is not part of the text.
  return text === undefined
    ? null
    : decodeHTML(text)
        .replace(/^\r?\n/, '')
        .trimEnd();
}

/** Definitions of the footnotes in the section at the end of a document; null for any other block. */
export function footnotesOf({ blockName, innerHTML }: ParsedBlock): string | null {
  if (blockName !== 'core/html' || !/^\s*<section class="footnotes"/.test(innerHTML)) return null;
  const [section] = onlyElements(parseHtml(innerHTML)) ?? [];
  const items = section && onlyElements(onlyElements(section.children)?.[0]?.children ?? []);
  const notes = items?.map(noteMarkdown) ?? [];
  return notes.length > 0 && notes.every((note) => note !== null) ? notes.join('\n\n') : null;
}

/** Escapes everything, because the conversion of notes is not checked. */
const IN_NOTES: Writing = { care: 'escaped', notes: true };

/** Writes a note of one or more paragraphs, without its backlinks. */
function noteMarkdown({ attribs, children }: HtmlElement): string | null {
  const number = /^fn-(\d{1,5})$/.exec(attribs.id ?? '')?.[1];
  const text = children.filter((child) => !isTag(child) || child.attribs.role !== 'doc-backlink');
  const isLine = text.every((child) => isInline(child));
  const paragraphs = isLine ? [inlineMarkdown(text, IN_NOTES)] : (onlyElements(text) ?? []).map(paragraphMarkdown);
  if (number === undefined || paragraphs.length === 0 || !paragraphs.every((paragraph) => paragraph !== null))
    return null;
  return `[^${number}]: ${paragraphs.join('\n\n').replace(/\n(?=[^\n])/g, '\n    ')}`;
}

function paragraphMarkdown(element: HtmlElement): string | null {
  return element.name === 'p' ? lineIn(element, IN_NOTES) : null;
}

const RULES: Readonly<Record<string, string>> = { left: ':---', center: ':---:', right: '---:' };

/** Writes a table whose cells are single lines, with its first row as the head; null for any other table. */
function tableMarkdown(figure: HtmlElement, writing: Writing): string | null {
  const [table, ...others] = onlyElements(figure.children) ?? [];
  if (!table || others.length > 0) return null;
  const rows = (onlyElements(table.children) ?? []).flatMap(({ children }) => onlyElements(children) ?? []);
  const [head] = rows;
  if (!head) return null;
  const lines = rows.map((row) => rowMarkdown(row, writing));
  if (!lines.every((line) => line !== null)) return null;
  const rules = (onlyElements(head.children) ?? []).map(({ attribs }) => RULES[attribs['data-align'] ?? ''] ?? '---');
  return [lines[0], `| ${rules.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

function rowMarkdown(row: HtmlElement, writing: Writing): string | null {
  const cells = onlyElements(row.children) ?? [];
  if (!cells.every(({ children }) => children.every((child) => isInline(child)))) return null;
  return `| ${cells.map(({ children }) => inlineMarkdown(children, writing, true)).join(' | ')} |`;
}
