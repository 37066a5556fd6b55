import { Parser } from 'htmlparser2';
import { plainText } from '../../../../../blocks.js';
import type { FrontMatter } from '../front-matter.js';

/** Candidates for the element with the article's text, most reliable first. */
const CONTENT: readonly ((name: string, attributes: Attributes) => boolean)[] = [
  (_, attributes) => classesOf(attributes).includes('kb-prose'),
  (_, attributes) => attributes.itemprop === 'articleBody',
  (name) => name === 'article',
  (name, attributes) => name === 'main' || attributes.role === 'main',
  (name) => name === 'body',
];

/** Elements that belong to the site instead of the text. */
const FURNITURE: ReadonlySet<string> = new Set([
  ...['script', 'style', 'noscript', 'template', 'nav', 'header', 'footer', 'form', 'dialog'],
]);

/** Meta tags and the front matter keys they correspond to. */
const META: Readonly<Record<string, string>> = {
  description: 'description',
  'og:description': 'description',
  author: 'author',
  'article:published_time': 'date',
  'article:modified_time': 'lastmod',
};

type Attributes = Readonly<Record<string, string>>;

interface Range {
  readonly start: number;
  end: number;
}

interface OpenElement {
  readonly name: string;
  /** Offset of the opening tag, and of the content after it. */
  readonly start: number;
  readonly inner: number;
}

/**
 * Reads a page of a static site: metadata from its head, and the element with the text as body. The text stays
 * unchanged except for navigation, scripts and the title heading, which are removed.
 */
export function readPage(text: string): FrontMatter {
  const page = scan(text.replace(/^\uFEFF/, ''));
  // Pages of our own export: only the article text counts, because everything around it is generated here.
  const content = page.isOurs ? page.contents[0] : page.contents.find((range) => range !== undefined);
  const heading = page.headings.find((range) => page.isOurs || (content && isWithin(range, content)));
  const title = plainText(heading ? page.text.slice(heading.start, heading.end) : page.title).trim();
  const cut = heading ? [...page.furniture, heading] : page.furniture;
  const data = { ...page.data, ...(title && { title }), format: 'html' };
  return { data, head: '', body: content ? without(page.text, content, cut).trim() : '', bodyLine: 0 };
}

/** Result of scanning a page. */
interface ScannedPage {
  readonly text: string;
  title: string;
  /** Whether the page was written by `kb export`. */
  isOurs: boolean;
  readonly data: Record<string, unknown>;
  /** Element with the text for each candidate rule; undefined if none or several match. */
  readonly contents: (Range | undefined)[];
  readonly headings: Range[];
  readonly furniture: Range[];
}

function scan(text: string): ScannedPage {
  const page: ScannedPage = { text, title: '', isOurs: false, data: {}, contents: [], headings: [], furniture: [] };
  const tags: string[] = [];
  const open: (OpenElement & { readonly attributes: Attributes })[] = [];

  function begin(name: string, attributes: Attributes): void {
    if (name === 'html' && attributes.lang) page.data.lang = attributes.lang;
    if (classesOf(attributes).includes('kb')) page.isOurs = true;
    if (name === 'meta') describe(attributes);
    if (name === 'link' && attributes.rel === 'canonical') page.data.url = pathOf(attributes.href ?? '');
    open.push({ name, start: parser.startIndex, inner: parser.endIndex + 1, attributes });
  }

  function describe({ name, property, content = '' }: Attributes): void {
    const metaName = (name ?? property ?? '').toLowerCase();
    const key = META[metaName];
    if (key !== undefined && page.data[key] === undefined && content !== '') page.data[key] = content;
    if (metaName === 'article:tag' && content !== '') tags.push(content);
  }

  function end(name: string): void {
    const element = open.pop();
    if (!element || element.name !== name) return;
    const inner = { start: element.inner, end: Math.max(element.inner, parser.startIndex) };
    const outer = { start: element.start, end: parser.endIndex + 1 };
    if (name === 'title' && page.title === '') page.title = text.slice(inner.start, inner.end);
    if (name === 'h1') page.headings.push(outer);
    if (FURNITURE.has(name)) page.furniture.push(outer);
    CONTENT.forEach((isContent, index) => {
      // With several matches, as on a list of articles, none of them is the text of the page.
      if (isContent(name, element.attributes)) page.contents[index] = page.contents[index] ? undefined : inner;
    });
  }

  const parser = new Parser({ onopentag: begin, onclosetag: end }, { decodeEntities: true });
  parser.write(text);
  parser.end();
  if (tags.length > 0) page.data.tags = tags;
  return page;
}

function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Cuts ranges out of a part of a text. */
function without(text: string, part: Range, cut: readonly Range[]): string {
  let visibleText = '';
  let from = part.start;
  for (const { start, end } of cut
    .filter((range) => isWithin(range, part))
    .sort((one, other) => one.start - other.start)) {
    if (start > from) visibleText += text.slice(from, start);
    from = Math.max(from, end);
  }
  return visibleText + text.slice(from, part.end);
}

function classesOf({ class: names = '' }: Attributes): string[] {
  return names.split(/\s+/);
}

function pathOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).pathname : undefined;
}
