import { escapeHtml } from '../escape.js';
import { freeform, type ParsedBlock } from '../grammar/parsed-block.js';

type Attributes = Readonly<Record<string, unknown>>;

/** Builds a block that contains only HTML. */
function leaf(name: string, html: string, attrs: Attributes = {}): ParsedBlock {
  return { blockName: name, attrs, innerBlocks: [], innerHTML: `\n${html}\n`, innerContent: [`\n${html}\n`] };
}

/** Builds a block with inner blocks between the start and the end of its HTML. */
function around(
  name: string,
  [before, after]: readonly [before: string, after: string],
  innerBlocks: readonly ParsedBlock[],
  attrs: Attributes = {},
): ParsedBlock {
  const inner = innerBlocks.flatMap((_block, index) => (index === 0 ? [null] : ['\n\n', null]));
  const innerContent = [`\n${before}`, ...inner, `${after}\n`];
  return {
    blockName: name,
    attrs,
    innerBlocks,
    innerHTML: innerContent.filter((part) => part !== null).join(''),
    innerContent,
  };
}

const idOf = (id: string): string => (id === '' ? '' : ` id="${escapeHtml(id)}"`);
/** The anchor is stored in the comment and in the markup. */
const anchored = (attrs: Attributes, id: string): Attributes => (id === '' ? attrs : { ...attrs, anchor: id });

/** @param html inline HTML, like every `html` in this file unless stated otherwise */
export function paragraph(html: string, id = ''): ParsedBlock {
  return leaf('core/paragraph', `<p${idOf(id)}>${html}</p>`, anchored({}, id));
}

export function heading(level: number, html: string, id = ''): ParsedBlock {
  const attrs = level === 2 ? {} : { level };
  return leaf(
    'core/heading',
    `<h${level} class="wp-block-heading"${idOf(id)}>${html}</h${level}>`,
    anchored(attrs, id),
  );
}

/** Builds a code block. Its language is a class, since the block has no attribute for it. @param html escaped text */
export function code(html: string, language: string): ParsedBlock {
  const className = language === '' ? '' : `language-${language}`;
  const attrs = className === '' ? {} : { className };
  const classes = escapeHtml(['wp-block-code', className].filter((name) => name !== '').join(' '));
  return leaf('core/code', `<pre class="${classes}"><code>${html}</code></pre>`, attrs);
}

export function preformatted(html: string, id = ''): ParsedBlock {
  return leaf('core/preformatted', `<pre class="wp-block-preformatted"${idOf(id)}>${html}</pre>`, anchored({}, id));
}

export function separator(): ParsedBlock {
  return leaf('core/separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>');
}

/** Builds a `core/html` block, for HTML that no other block can represent. */
export function customHtml(html: string): ParsedBlock {
  return leaf('core/html', html);
}

/** Builds a block that contains Markdown. @param name block that renders it */
export function markdownText(name: string, source: string): ParsedBlock {
  const tag = `wp-block-${name.replace('/', '-')}`;
  // Same output as the block's `save`. HTML parsers drop the first line break of `pre`.
  const text = (source.startsWith('\n') ? `\n${source}` : source).replace(/[&<>]/g, escapeHtml);
  return leaf(name, `<pre class="${tag}">${text}</pre>`);
}

export interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly title: string;
  /** URL that the image links to; empty for none. */
  readonly href: string;
  readonly caption: string;
}

export function image({ src, alt, title, href, caption }: Picture): ParsedBlock {
  const titled = title === '' ? '' : ` title="${escapeHtml(title)}"`;
  const bare = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${titled}/>`;
  const label = href === '' ? bare : `<a href="${escapeHtml(href)}">${bare}</a>`;
  const attrs = href === '' ? {} : { linkDestination: 'custom' };
  return leaf('core/image', `<figure class="wp-block-image">${label}${captionOf(caption)}</figure>`, attrs);
}

function captionOf(caption: string): string {
  return caption === '' ? '' : `<figcaption class="wp-element-caption">${caption}</figcaption>`;
}

export interface Cell {
  readonly html: string;
  readonly isHeader: boolean;
  readonly align: string;
  /** Attributes as written: `colspan="2"`. */
  readonly spans: readonly string[];
}

/** Rows of a table, by section. */
export interface Grid {
  readonly thead: readonly (readonly Cell[])[];
  readonly tbody: readonly (readonly Cell[])[];
  readonly tfoot: readonly (readonly Cell[])[];
}

export function table(grid: Grid, caption: string, id = ''): ParsedBlock {
  const parts = (['thead', 'tbody', 'tfoot'] as const)
    .filter((part) => grid[part].length > 0)
    .map((part) => `<${part}>${grid[part].map(rowOf).join('')}</${part}>`)
    .join('');
  const html = `<figure class="wp-block-table"${idOf(id)}><table>${parts}</table>${captionOf(caption)}</figure>`;
  return leaf('core/table', html, anchored({ hasFixedLayout: false }, id));
}

function rowOf(cells: readonly Cell[]): string {
  return `<tr>${cells.map(cellOf).join('')}</tr>`;
}

function cellOf({ html, isHeader, align, spans }: Cell): string {
  const tag = isHeader ? 'th' : 'td';
  const aligned = align === '' ? [] : [`class="has-text-align-${align}" data-align="${align}"`];
  return `<${[tag, ...aligned, ...spans].join(' ')}>${html}</${tag}>`;
}

export interface ListShape {
  readonly ordered: boolean;
  readonly reversed: boolean;
  /** First number; undefined for 1. */
  readonly start: number | undefined;
  readonly id: string;
}

export function list(items: readonly ParsedBlock[], { ordered, reversed, start, id }: ListShape): ParsedBlock {
  const attrs = { ...(ordered && { ordered }), ...(reversed && { reversed }), ...(start !== undefined && { start }) };
  const tag = ordered ? 'ol' : 'ul';
  const counted = `${reversed ? ' reversed' : ''}${start === undefined ? '' : ` start="${start}"`}`;
  return around(
    'core/list',
    [`<${tag}${counted} class="wp-block-list"${idOf(id)}>`, `</${tag}>`],
    items,
    anchored(attrs, id),
  );
}

/** @param lists nested lists */
export function listItem(html: string, lists: readonly ParsedBlock[]): ParsedBlock {
  return around('core/list-item', [`<li>${html}`, '</li>'], lists);
}

export function quote(blocks: readonly ParsedBlock[], id = ''): ParsedBlock {
  return around(
    'core/quote',
    [`<blockquote class="wp-block-quote"${idOf(id)}>`, '</blockquote>'],
    blocks,
    anchored({}, id),
  );
}

export function details(summary: string, isOpen: boolean, blocks: readonly ParsedBlock[], id = ''): ParsedBlock {
  const attrs = isOpen ? { showContent: true } : {};
  const tag = `<details class="wp-block-details"${idOf(id)}${isOpen ? ' open' : ''}>`;
  return around('core/details', [`${tag}<summary>${summary}</summary>`, '</details>'], blocks, anchored(attrs, id));
}

/** Separates blocks with blank lines, as in a stored document. */
export function withLineBreaks(blocks: readonly ParsedBlock[]): ParsedBlock[] {
  return blocks.flatMap((block, index) => (index === 0 ? [block] : [freeform('\n\n'), block]));
}
