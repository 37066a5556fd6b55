import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { HostError } from '../../../../../index.js';
import { EXTRAS_FIELD } from './extras.js';
import { elementName, type WxrItem, type WxrItemTerm, type WxrSite, type WxrTerm } from './wxr-file.js';

/** Maximum characters of a post's text, which bounds memory use. */
const MAX_CONTENT = 16 * 1024 * 1024;
/** Maximum characters of any other field. */
const MAX_FIELD = 64 * 1024;
/** Maximum nesting, more than any export has: rss, channel, item, comment, commentmeta, key. */
const MAX_DEPTH = 20;
const MAX_TERMS = 50_000;
const MAX_ITEMS = 250_000;
const MAX_ITEM_TERMS = 500;

const TERMS: ReadonlySet<string | null> = new Set(['wp:category', 'wp:tag', 'wp:term']);
const SITE: ReadonlySet<string | null> = new Set([
  ...['title', 'link', 'language', 'wp:base_site_url', 'wp:base_blog_url', 'wp:wxr_version'],
]);

/** Elements of custom fields, of which only ours is read. */
const META: ReadonlySet<string | null> = new Set(['wp:postmeta', 'wp:termmeta']);
/** Fields that may be as long as a text. */
const LONG: ReadonlySet<string> = new Set(['content:encoded', 'wp:meta_value']);

export interface WxrOutline {
  readonly site: WxrSite;
  readonly terms: readonly WxrTerm[];
}

/**
 * Reads a WordPress export as a stream; memory use depends only on its longest post. Document types and custom
 * entities are rejected, so that nothing external is ever loaded.
 * @param onItem called for each item in order, awaited before more is read
 * @throws HostError 422 `vendor_kb_import_invalid` for anything but a complete, well-formed export
 */
export async function readWxr(file: string, onItem: (item: WxrItem) => Promise<void>): Promise<WxrOutline> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = createReader();
  for await (const chunk of createReadStream(file)) {
    reader.write(decode(() => decoder.decode(chunk as Uint8Array, { stream: true })));
    for (const item of reader.take()) await onItem(item);
  }
  reader.write(decode(() => decoder.decode()));
  const outline = reader.end();
  for (const item of reader.take()) await onItem(item);
  return outline;
}

function createReader() {
  const parser = new SaxesParser({ xmlns: true });
  const site = new Map<string, string>();
  const terms: WxrTerm[] = [];
  let items: WxrItem[] = [];
  let itemCount = 0;
  const path: (string | null)[] = [];
  /** Fields of the current term or item. */
  let fields = new Map<string, string>();
  let itemTerms: WxrItemTerm[] = [];
  let comments = 0;
  /** Current field with the depth of its element. */
  let field: { readonly name: string; readonly depth: number; readonly attributes: Record<string, string> } | null =
    null;
  let text = '';
  /** Name of the current custom field. */
  let metaKey = '';
  let unparsed = 0;

  /** Aborts immediately, because the parser takes quadratic time for endlessly nested elements. */
  const fail = (reason: string): never => {
    throw invalid(`${reason} (line ${parser.line})`);
  };
  const isItem = (): boolean => path[1] === 'channel' && path[2] === 'item';

  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => fail('it has a document type declaration'));
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) fail(`it is in ${encoding}. Save it as UTF-8`);
  });
  parser.on('opentag', (tag) => {
    unparsed = 0;
    const name = elementName(tag.uri, tag.local);
    path.push(name);
    if (path.length > MAX_DEPTH) fail(`its elements nest more than ${MAX_DEPTH} levels`);
    if (path.length === 1 && name !== 'rss') fail('it is not an RSS file');
    if (path.length === 3 && (name === 'item' || TERMS.has(name))) {
      fields = new Map();
      itemTerms = [];
      comments = 0;
    }
    if (path.length === 4) metaKey = '';
    if (isItem() && name === 'wp:comment') comments += 1;
    const isOf = isItem() || TERMS.has(path[2] ?? null);
    const isField =
      (path.length === 3 && SITE.has(name)) ||
      (path.length === 4 && isOf) ||
      (path.length === 5 && isOf && META.has(path[3] ?? null) && isMetaField(name));
    if (name === null || !isField) return;
    const attributes = Object.values(tag.attributes).map(({ local, value }) => [local, value] as const);
    field = { name, depth: path.length, attributes: Object.fromEntries(attributes) };
    text = '';
  });
  const addText = (part: string): void => {
    unparsed = 0;
    if (!field || field.depth !== path.length) return;
    const limit = LONG.has(field.name) ? MAX_CONTENT : MAX_FIELD;
    // Feeds repeat the text here, possibly shortened; skip it.
    if (field.name === 'description') return;
    if (text.length + part.length > limit) fail(`${field.name} exceeds ${limit} characters`);
    else text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => {
    unparsed = 0;
  });
  parser.on('closetag', () => {
    unparsed = 0;
    if (field && field.depth === path.length) endField(field);
    if (path.length === 3 && path[2] === 'item') endItem();
    if (path.length === 3 && TERMS.has(path[2] ?? null)) endTerm();
    path.pop();
  });

  function endField({ name, depth, attributes }: NonNullable<typeof field>): void {
    const value = text;
    field = null;
    text = '';
    if (depth === 5) endMeta(name, value);
    else if (depth === 3) site.set(name, value);
    else if (name !== 'category') fields.set(name, value);
    else if (itemTerms.length < MAX_ITEM_TERMS) {
      itemTerms.push({ taxonomy: attributes.domain ?? '', slug: attributes.nicename ?? '', name: value });
    }
  }

  function isMetaField(name: string | null): boolean {
    return name === 'wp:meta_key' || (name === 'wp:meta_value' && metaKey === EXTRAS_FIELD);
  }

  function endMeta(name: string, value: string): void {
    if (name === 'wp:meta_key') metaKey = value.trim();
    else fields.set(EXTRAS_FIELD, value);
  }

  function endItem(): void {
    itemCount += 1;
    if (itemCount > MAX_ITEMS) fail(`it has more than ${MAX_ITEMS} items. Export it in parts`);
    items.push({ fields, terms: itemTerms, comments });
  }

  function endTerm(): void {
    if (terms.length >= MAX_TERMS) fail(`it has more than ${MAX_TERMS} categories and tags`);
    terms.push(termOf(path[2] ?? '', fields));
  }

  return {
    write(part: string): void {
      parser.write(part);
      unparsed += part.length;
      if (unparsed > MAX_CONTENT) fail(`it has a text of more than ${MAX_CONTENT} characters`);
    },
    /** Returns the items since the last call. */
    take(): WxrItem[] {
      const batch = items;
      items = [];
      return batch;
    },
    end(): WxrOutline {
      parser.close();
      if (!site.has('wp:wxr_version')) throw invalid('it has no format version (wxr_version)');
      const urls = ['wp:base_blog_url', 'wp:base_site_url', 'link'].flatMap((name) => site.get(name)?.trim() || []);
      return {
        site: { title: site.get('title')?.trim() ?? '', language: site.get('language')?.trim() ?? '', urls },
        terms,
      };
    },
  };
}

function termOf(element: string, fields: ReadonlyMap<string, string>): WxrTerm {
  const get = (name: string): string => fields.get(name)?.trim() ?? '';
  if (element === 'wp:category') {
    return {
      taxonomy: 'category',
      slug: get('wp:category_nicename'),
      name: get('wp:cat_name'),
      parent: get('wp:category_parent'),
      description: get('wp:category_description'),
      extras: fields.get(EXTRAS_FIELD),
    };
  }
  if (element === 'wp:tag') {
    const [slug, name] = [get('wp:tag_slug'), get('wp:tag_name')];
    return { taxonomy: 'post_tag', slug, name, parent: '', description: get('wp:tag_description') };
  }
  return {
    taxonomy: get('wp:term_taxonomy'),
    slug: get('wp:term_slug'),
    name: get('wp:term_name'),
    parent: get('wp:term_parent'),
    description: get('wp:term_description'),
  };
}

function decode(read: () => string): string {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw invalid('it is not valid UTF-8', cause);
  }
}

function invalid(reason: string, cause?: unknown): HostError {
  const message = `The file cannot be read as a WordPress export: ${reason}. Nothing was imported. Export it again, or correct the export.`;
  return new HostError('vendor_kb_import_invalid', message, { status: 422 }, { cause });
}
