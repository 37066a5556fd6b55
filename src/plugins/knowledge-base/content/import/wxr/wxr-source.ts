import { plainText } from '../../../../../blocks.js';
import { slugOf } from '../build-item.js';
import type { ImportItem, ImportProblem } from '../item.js';
import { rewriteLinks } from '../links/rewrite-links.js';
import { localeOf } from '../locale.js';
import { MEDIA_FILE } from '../media/media-mode.js';
import type { SourceFiles } from '../media/source-files.js';
import { type ImportSource, type ListedItem, MAX_BYTES } from '../source.js';
import { digestOf, EXTRAS_FIELD, readArticleExtras } from './extras.js';
import { WXR_MAPPING, type WxrMapping } from './mapping.js';
import { nestPosts } from './nested-posts.js';
import { readWxr } from './read-wxr.js';
import { convertShortcodes, type GalleryImage, type ShortcodeImages } from './shortcodes.js';
import { openSpool, type Spool, type SpooledText } from './spool.js';
import type { WxrItem, WxrSite, WxrTerm } from './wxr-file.js';
import { createItemBuilder, readerOf, titleOf, type WxrEntry } from './wxr-items.js';
import { wxrCategories } from './wxr-terms.js';

export interface WxrOptions {
  /** Slug of the root category. */
  readonly name: string;
  /** Locale of this site, used if the export is in the same language. */
  readonly siteLocale: string;
  readonly mapping?: WxrMapping | undefined;
  /** Files of its images and downloads; null if they are only on the old site. */
  readonly files?: SourceFiles | null | undefined;
  /** Whether attachment pages are skipped as well. */
  readonly skipMedia?: boolean | undefined;
  readonly filter?: ((item: ImportItem) => Promise<ImportItem | null>) | undefined;
}

/** Item with the position of its text; null if it is not imported. */
interface SpooledEntry extends WxrEntry {
  readonly text: SpooledText | null;
}

/**
 * Reads a WordPress export completely before anything is built, so that a damaged or truncated file is rejected as a
 * whole. Texts are spooled to disk. Close the source after the import.
 * @throws HostError 422 `vendor_kb_import_invalid`
 */
export async function readWxrSource(file: string, options: WxrOptions): Promise<ImportSource> {
  const mapping = options.mapping ?? WXR_MAPPING;
  const spool = await openSpool();
  try {
    const entries: SpooledEntry[] = [];
    let comments = 0;
    const { site, terms } = await readWxr(file, async (item) => {
      comments += item.comments;
      entries.push(await keep(item, mapping, (text) => spool.add(text)));
    });
    const source = await buildAll(entries, { ...options, mapping }, site, terms, spool);
    return { ...source, files: options.files ?? null, fileCount: entries.length, comments, close: spool.close };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

async function keep(
  { fields, terms }: WxrItem,
  { types }: WxrMapping,
  spool: (text: string) => Promise<SpooledText>,
): Promise<SpooledEntry> {
  const type = fields.get('wp:post_type')?.trim() ?? '';
  const { 'content:encoded': content = '', [EXTRAS_FIELD]: own, ...rest } = Object.fromEntries(fields);
  const found = readArticleExtras(own);
  const source = found?.source?.sha256 === digestOf(content) ? found.source : null;
  const text = source ? source.text : content;
  const extras = found && { ...found, source: null, format: source || !found.source ? found.format : 'html' };
  const isArticle = types[type] === 'article' && fields.get('wp:status')?.trim() !== 'trash';
  const stays = isArticle && Buffer.byteLength(text) <= MAX_BYTES;
  if (isArticle && !stays) rest.tooLong = String(Buffer.byteLength(text));
  return { fields: new Map(Object.entries(rest)), terms, type, extras, text: stays ? await spool(text) : null };
}

async function buildAll(
  entries: readonly SpooledEntry[],
  { name, siteLocale, mapping, skipMedia = false, filter }: WxrOptions & { mapping: WxrMapping },
  site: WxrSite,
  terms: readonly WxrTerm[],
  spool: Spool,
): Promise<Omit<ImportSource, 'fileCount'>> {
  const texts = new Map<string, { readonly entry: SpooledEntry; readonly place: SpooledText }>();
  const locale = localeFor(site.language, siteLocale);
  const origins = originsOf(site.urls);
  const root = { slug: slugOf(name), title: site.title || name, locale };
  const named = entries.filter(({ text }) => text !== null).flatMap((entry) => entry.terms);
  const categories = wxrCategories(terms, named, mapping, root);
  const nested = mapping.nested
    ? nestPosts(
        entries.filter(({ text }) => text !== null),
        ({ text }) => (text?.bytes ?? 0) > 0,
        categories.root(locale),
        origins,
      )
    : null;
  const places = nested?.items ?? [];
  const builder = createItemBuilder(categories, mapping, { locale, origins, places });
  const articles: ImportItem[] = [];
  const redirects: ImportItem[] = [];
  const problems: ImportProblem[] = [];
  const listed: ListedItem[] = [];
  const skipped: string[] = [];
  for (const entry of entries) {
    const url = entry.fields.get('wp:attachment_url')?.trim() ?? '';
    const title = entry.fields.get('title')?.trim() ?? '';
    const key = entry.fields.get('guid')?.trim() || title;
    if (entry.fields.has('tooLong')) problems.push(tooLong(key, entry.fields.get('tooLong') ?? ''));
    else if (
      !skipMedia &&
      mapping.types[entry.type] === 'attachment' &&
      /^https?:\/\//i.test(url) &&
      URL.canParse(url)
    ) {
      redirects.push(builder.attachment(entry, url));
    } else if (nested?.isCategoryAlone(entry)) continue;
    else if (!entry.text) listed.push({ key, type: entry.type, title });
    else {
      const body = filter ? await spool.read(entry.text) : '';
      const item = builder.article(entry, nested?.placeOf(entry));
      const filtered = filter ? await filter({ ...item, body, format: formatOf(entry, body) }) : item;
      if (!filtered) {
        skipped.push(item.key);
        continue;
      }
      texts.set(item.key, { entry, place: filtered.body === body ? entry.text : await spool.add(filtered.body) });
      articles.push({ ...filtered, key: item.key, body: '' });
    }
  }
  const imagesOf = createImages(entries);
  const home = site.urls.find((address) => URL.canParse(address)) ?? null;
  return {
    profile: 'wordpress',
    contentRoot: '',
    defaultLocale: locale,
    otherFiles: [],
    problems,
    skipped,
    listed,
    items: [...categories.items, ...places, ...articles, ...redirects],
    warnings: [...(nested?.warnings ?? [])],
    baseUrls: [...origins],
    home,
    async load(item) {
      const text = texts.get(item.key);
      if (!text) return item;
      const raw = await spool.read(text.place);
      const format = formatOf(text.entry, raw);
      if (format === 'markdown') return { ...item, body: raw, format };
      const { text: body, rewrites } = rewriteLinks(raw, [], convertShortcodes(raw, imagesOf(text.entry)));
      return { ...item, body, conversions: rewrites, format };
    },
  };
}

/** Finds the images that the shortcodes of a post refer to. */
function createImages(entries: readonly SpooledEntry[]): (entry: SpooledEntry) => ShortcodeImages {
  const byId = new Map<string, GalleryImage>();
  const byParent = new Map<string, GalleryImage[]>();
  for (const { fields } of entries) {
    const get = readerOf(fields);
    const url = get('wp:attachment_url');
    if (!MEDIA_FILE.test(url) || !/^https?:/i.test(url)) continue;
    const image = { url, alt: titleOf(get), caption: plainText(get('excerpt:encoded')) };
    byId.set(get('wp:post_id'), image);
    const parent = get('wp:post_parent');
    byParent.set(parent, [...(byParent.get(parent) ?? []), image]);
  }
  return ({ fields }) => ({
    byId: (id) => byId.get(id),
    attached: byParent.get(readerOf(fields)('wp:post_id')) ?? [],
  });
}

/** Block texts contain block delimiters; older texts are HTML. */
function formatOf({ extras }: WxrEntry, text: string): ImportItem['format'] {
  if (extras) return extras.format;
  return /<!--\s+wp:/.test(text) ? 'blocks' : 'html';
}

/** Uses the site's locale for the same language: an export in `en-US` belongs to a site in `en`. */
function localeFor(language: string, siteLocale: string): string {
  const locale = localeOf(language);
  return locale === undefined || locale.split('-')[0] === siteLocale.split('-')[0] ? siteLocale : locale;
}

/** Accepts both schemes, because many sites moved from HTTP to HTTPS. */
function originsOf(urls: readonly string[]): Set<string> {
  const found = urls.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []));
  return new Set(found.flatMap(({ host }) => [`https://${host}`, `http://${host}`]));
}

function tooLong(key: string, bytes: string): ImportProblem {
  const message = `Its text has ${bytes} bytes; the maximum is ${MAX_BYTES}. Split it into several posts.`;
  return { key, code: 'vendor_kb_too_large', message };
}
