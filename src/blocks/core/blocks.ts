import { type BlockDefinition, defineBlock } from '../definition/define-block.js';
import type { BlockAttribute, BlockMetadata } from '../definition/metadata.js';
import { escapeHtml } from '../escape.js';
import { accordion, accordionHeading, accordionItem, accordionPanel } from './accordion.js';

const TEXT: BlockAttribute = { type: 'string' };
const LENGTH: BlockAttribute = { type: ['string', 'number'] };

const OPENING = /^\s*<pre\b[^<>]*>\s*<code\b[^<>]*>/i;

const LANGUAGE = /(?:^|[\s"'=])lang(?:uage)?-([\w+#.-]{1,40})/;

/**
 * Code block. WordPress has no attribute for the language, so it is a class such as `language-js` on the block or in
 * its markup, as themes and syntax highlighting plugins store it.
 */
const code = defineBlock({
  metadata: {
    name: 'core/code',
    title: 'Code',
    category: 'text',
    attributes: { className: { type: 'string', default: '' } },
  },
  render({ attributes, content }) {
    const opening = OPENING.exec(content)?.[0];
    const language = LANGUAGE.exec(attributes.className)?.[1] ?? LANGUAGE.exec(opening ?? '')?.[1];
    if (opening === undefined || language === undefined) return content;
    return `<pre><code class="language-${escapeHtml(language)}">${content.slice(opening.length)}`;
  },
});

/**
 * Embedded content of another site, shown as a link. Loading it would reveal to that site who reads the page, and let
 * it run its code.
 */
const embed = defineBlock({
  metadata: {
    name: 'core/embed',
    title: 'Embed',
    category: 'embed',
    attributes: {
      url: { type: 'string', default: '' },
      type: { type: 'string' },
      providerNameSlug: { type: 'string' },
    },
  },
  render({ attributes, content }) {
    const url = URL.canParse(attributes.url) ? new URL(attributes.url) : null;
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return content;
    const site = `<span class="wp-block-embed__site">${escapeHtml(url.hostname.replace(/^www\./, ''))}</span>`;
    const address = `<span class="wp-block-embed__address">${escapeHtml(attributes.url)}</span>`;
    const card = `<a href="${escapeHtml(url.href)}">${site} ${address}</a>`;
    return `<figure class="wp-block-embed is-link-card">${card}${captionOf(content)}</figure>`;
  },
});

/** Older editors stored numbers of pixels, later ones `200px`. */
/** Image in the size that its author chose, which the editor stores as a style. */
const image = defineBlock({
  metadata: {
    name: 'core/image',
    title: 'Image',
    category: 'media',
    attributes: {
      id: { type: 'integer', minimum: 0 },
      width: LENGTH,
      height: LENGTH,
      aspectRatio: TEXT,
      sizeSlug: TEXT,
      linkDestination: TEXT,
    },
  },
  render({ attributes, content }) {
    const width = pixelsOf(attributes.width);
    if (width === null) return content;
    const ratio = Number(attributes.aspectRatio);
    const height = pixelsOf(attributes.height) ?? (ratio > 0 ? Math.round(width / ratio) : null);
    const size = height === null ? ` width="${width}"` : ` width="${width}" height="${height}"`;
    return content.replace(/<img\b(?![^<>]*\swidth=)/, (opening) => opening + size);
  },
});

/** HTML `type` attributes for the list styles that the editor stores. */
const MARKERS: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'upper-alpha': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** List with the numbers or letters that its author chose. */
const list = defineBlock({
  metadata: {
    name: 'core/list',
    title: 'List',
    category: 'text',
    attributes: {
      ordered: { type: 'boolean' },
      reversed: { type: 'boolean' },
      start: { type: 'integer' },
      type: { type: 'string' },
    },
  },
  render({ attributes, content }) {
    const marker = MARKERS[attributes.type ?? ''];
    return marker === undefined ? content : content.replace(/^\s*<ol\b(?![^<>]*\stype=)/, `<ol type="${marker}"`);
  },
});

/** Our policy forbids the editor's inline styles. They become classes, which the stylesheet has rules for. */

/** Older editors stored numbers of pixels or percent, later ones `200px`. */
/** Widths in percent that the stylesheet has a class for. */
const WIDTHS = [20, 25, 30, 33, 40, 50, 60, 67, 70, 75, 80];

const column = defineBlock({
  metadata: {
    name: 'core/column',
    title: 'Column',
    category: 'design',
    parent: ['core/columns'],
    attributes: { width: LENGTH, verticalAlignment: { type: 'string' } },
  },
  render: ({ attributes, content }) => withClasses(content, widthClass(attributes.width)),
});

const JUSTIFICATIONS: readonly unknown[] = ['left', 'center', 'right', 'space-between'];

const buttons = defineBlock({
  metadata: { name: 'core/buttons', title: 'Buttons', category: 'design', attributes: { layout: { type: 'object' } } },
  render({ attributes, content }) {
    const { justifyContent, orientation } = attributes.layout ?? {};
    return withClasses(content, [
      ...(JUSTIFICATIONS.includes(justifyContent) ? [`is-content-justification-${justifyContent}`] : []),
      ...(orientation === 'vertical' ? ['is-vertical'] : []),
    ]);
  },
});

const FLAG: BlockAttribute = { type: 'boolean' };

type BlockDescription = Pick<BlockMetadata, 'name' | 'title'> & Partial<BlockMetadata>;

/**
 * WordPress blocks that are shown as their stored HTML. Their attributes only describe the look; the content is in
 * the markup (block.json of @wordpress/block-library 11).
 */
const STORED: readonly BlockDescription[] = [
  { name: 'core/paragraph', title: 'Paragraph', attributes: { dropCap: FLAG } },
  { name: 'core/heading', title: 'Heading', attributes: { level: { type: 'integer', minimum: 1, maximum: 6 } } },
  { name: 'core/list-item', title: 'List item', parent: ['core/list'] },
  { name: 'core/quote', title: 'Quote' },
  { name: 'core/preformatted', title: 'Preformatted' },
  { name: 'core/table', title: 'Table', attributes: { hasFixedLayout: FLAG } },
  {
    name: 'core/gallery',
    title: 'Gallery',
    attributes: { columns: { type: 'integer', minimum: 1, maximum: 8 }, imageCrop: FLAG, linkTo: TEXT },
  },
  { name: 'core/separator', title: 'Separator' },
  { name: 'core/details', title: 'Details', attributes: { showContent: FLAG } },
  { name: 'core/columns', title: 'Columns', attributes: { isStackedOnMobile: FLAG } },
  { name: 'core/button', title: 'Button', parent: ['core/buttons'] },
  { name: 'core/html', title: 'Custom HTML' },
];

/** WordPress blocks that every host registers. Others are shown as their stored HTML. */
export const CORE_BLOCKS: readonly BlockDefinition[] = [
  ...STORED.map((metadata) => defineBlock({ metadata: { category: 'text', ...metadata } })),
  list,
  code,
  image,
  column,
  buttons,
  embed,
  accordion,
  accordionItem,
  accordionHeading,
  accordionPanel,
];

/** First caption. Searches once for its start and once for its end, however many captions begin. */
function captionOf(html: string): string {
  const start = html.search(/<figcaption\b/i);
  const length = start === -1 ? -1 : html.slice(start).search(/<\/figcaption>/i);
  return length === -1 ? '' : `${html.slice(start, start + length)}</figcaption>`;
}

/** Rounded pixels; null for other units. */
function pixelsOf(length: unknown): number | null {
  const pixels = typeof length === 'number' ? length : Number(/^(\d{1,5}(?:\.\d{1,5})?)px$/.exec(String(length))?.[1]);
  return pixels >= 1 && pixels < 100_000 ? Math.round(pixels) : null;
}

/** Adds classes to the first element, if it has a class attribute. */
function withClasses(html: string, classes: readonly string[]): string {
  if (classes.length === 0) return html;
  return html.replace(/^(\s*<\w+\b[^<>]*?\sclass=")/, (opening) => `${opening}${classes.join(' ')} `);
}

/** Class of the nearest width that has a rule; none for other units. */
function widthClass(width: unknown): string[] {
  const percent = typeof width === 'number' ? width : Number(/^(\d{1,3}(?:\.\d{1,20})?)%$/.exec(String(width))?.[1]);
  if (!(percent > 0 && percent < 100)) return [];
  const nearest = WIDTHS.reduce((best, each) => (Math.abs(each - percent) < Math.abs(best - percent) ? each : best));
  return [`has-width-${nearest}`];
}
