import { slugOf } from '../build-item.js';
import { parseDate } from '../dates.js';
import type { ImportItem, ImportProblem } from '../item.js';
import { type ImportSource, MAX_BYTES } from '../source.js';
import { openSpool, type Spool, type SpooledText } from '../wxr/spool.js';
import { readZendesk } from './read-zendesk.js';
import { wordsOf, zendeskAddress, zendeskAddresses } from './zendesk-address.js';
import { zendeskLocales } from './zendesk-locales.js';
import type { ZendeskArticle, ZendeskPlace } from './zendesk-records.js';
import { segmentRule } from './zendesk-segments.js';
import { type LocalPlace, type ZendeskTree, zendeskTree } from './zendesk-tree.js';

export interface ZendeskOptions {
  /** Slug of the root category. */
  readonly name: string;
  /** Locale of this site, used if the help center has exactly one locale of the same language. */
  readonly siteLocale: string;
  /** Access by user segment id: a role or `logged_in`. */
  readonly segments: Readonly<Record<string, string>>;
  readonly filter?: ((item: ImportItem) => Promise<ImportItem | null>) | undefined;
}

/** Article with the position of its text. */
interface SpooledArticle {
  readonly article: Omit<ZendeskArticle, 'body'>;
  readonly bytes: number;
  /** Null for a text that is too long. */
  readonly text: SpooledText | null;
}

/**
 * Reads a Zendesk help center completely, from API responses with articles, sections and categories. Texts are
 * spooled to disk. Close the source after the import.
 * @param path file, or folder with one file per response
 * @throws HostError 422 `vendor_kb_import_invalid`
 */
export async function readZendeskSource(path: string, options: ZendeskOptions): Promise<ImportSource> {
  const spool = await openSpool();
  try {
    const places = { category: [] as ZendeskPlace[], section: [] as ZendeskPlace[] };
    const articles: SpooledArticle[] = [];
    const fileCount = await readZendesk(path, {
      category: (category) => void places.category.push(category),
      section: (section) => void places.section.push(section),
      async article({ body, ...article }) {
        const bytes = Buffer.byteLength(body ?? '');
        articles.push({ article, bytes, text: bytes > MAX_BYTES ? null : await spool.add(body ?? '') });
      },
    });
    return { ...(await build(articles, places, options, spool)), fileCount, close: spool.close };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

async function build(
  spooled: readonly SpooledArticle[],
  places: Readonly<Record<'category' | 'section', readonly ZendeskPlace[]>>,
  { name, siteLocale, segments, filter }: ZendeskOptions,
  spool: Spool,
): Promise<Omit<ImportSource, 'fileCount'>> {
  const articles = spooled.map(({ article }) => article);
  const locales = zendeskLocales([...places.category, ...places.section, ...articles], siteLocale);
  const problems: ImportProblem[] = [];
  const skipped: string[] = [];
  const seen = new Set<string>();
  /** Keeps the first of duplicate entries, which occur when pages of a list overlap. */
  function isFirst(kind: string, { id, locale }: { readonly id: number; readonly locale: string }): boolean {
    const mappedLocale = locales.get(locale);
    const key = `${kind}:${id}:${mappedLocale ?? locale}`;
    if (!mappedLocale) problems.push(strangeLocale(key, locale));
    else if (seen.has(key)) skipped.push(key);
    else return seen.add(key).has(key);
    return false;
  }
  const local = (kind: 'category' | 'section'): LocalPlace[] =>
    places[kind].flatMap((place) =>
      isFirst(kind, place) ? { ...place, mappedLocale: locales.get(place.locale) ?? siteLocale } : [],
    );
  const tree = zendeskTree(
    { category: local('category'), section: local('section') },
    { slug: slugOf(name), title: name },
  );

  const texts = new Map<string, SpooledText>();
  const items: ImportItem[] = [];
  const warnings: { key: string; message: string }[] = [];
  const inOrder = spooled.toSorted(
    (one, other) =>
      one.article.id - other.article.id ||
      (parseDate(other.article.updated_at)?.getTime() ?? 0) - (parseDate(one.article.updated_at)?.getTime() ?? 0),
  );
  for (const { article, bytes, text } of inOrder) {
    if (!isFirst('article', article)) continue;
    const { item, problems: ofItem } = articleItem(article, locales.get(article.locale) ?? siteLocale, tree, segments);
    if (!text) {
      problems.push(tooLong(item.key, bytes));
      continue;
    }
    const body = filter ? await spool.read(text) : '';
    const filtered = filter ? await filter({ ...item, body }) : item;
    if (!filtered) {
      skipped.push(item.key);
      continue;
    }
    texts.set(item.key, filtered.body === body ? text : await spool.add(filtered.body));
    items.push({ ...filtered, key: item.key, body: '' });
    warnings.push(...ofItem.map((message) => ({ key: item.key, message })));
  }
  const origins = originsOf([...places.category, ...places.section, ...articles]);
  return {
    profile: 'zendesk',
    contentRoot: '',
    defaultLocale: siteLocale,
    otherFiles: [],
    problems,
    skipped,
    items: [...tree.items, ...items],
    warnings: [...tree.warnings, ...warnings],
    baseUrls: origins,
    home: origins[0] ?? null,
    addressOf: zendeskAddress,
    async load(item) {
      const text = texts.get(item.key);
      return text ? { ...item, body: await spool.read(text) } : item;
    },
  };
}

/** @returns the article without its text, and warnings */
function articleItem(
  article: Omit<ZendeskArticle, 'body'>,
  locale: string,
  tree: ZendeskTree,
  segments: ZendeskOptions['segments'],
): { readonly item: ImportItem; readonly problems: readonly string[] } {
  const { id, html_url: url, author_id: author, created_at: created, updated_at: updated } = article;
  const { item: place, isMissing } = tree.placeOf(article.section_id ?? null, locale);
  const { access, warning } = segmentRule(article, segments);
  const votes = votesOf(article);
  const title = article.title.trim() || 'Untitled';
  const item: ImportItem = {
    kind: 'article',
    key: `article:${id}:${locale}`,
    generated: false,
    locale,
    redirects: [],
    redirectTo: null,
    addresses: zendeskAddresses(url, article.locale === article.source_locale),
    categoryPath: [...place.categoryPath, place.slug],
    parentKey: place.key,
    otherCategoryPaths: [],
    otherParentKeys: [],
    title,
    description: '',
    head: '',
    body: '',
    bodyLine: 0,
    slug: tree.slugIn(place, slugOf(wordsOf(url) || title), id),
    format: 'html',
    order: article.position ?? null,
    tags: [...(article.label_names ?? [])].filter(Boolean),
    author: author ? String(author) : null,
    status: article.draft ? 'draft' : 'publish',
    sticky: article.promoted ?? false,
    access,
    date: parseDate(created),
    updated: parseDate(updated),
    meta: {},
    ...(votes && { votes }),
    translationKey: `article:${id}`,
  };
  const problems = [
    ...(warning === null ? [] : [warning]),
    ...(isMissing ? ['Its section is missing. It was imported at the top level.'] : []),
    ...(votes === null ? ['Its votes are inconsistent (vote_sum, vote_count) and were skipped.'] : []),
  ];
  return { item, problems };
}

/**
 * Splits votes into yes and no: each adds 1 to the sum or subtracts 1. Null for impossible sums, undefined without
 * votes.
 */
function votesOf({ vote_sum: sum, vote_count: count }: Omit<ZendeskArticle, 'body'>): ImportItem['votes'] | null {
  if (sum === undefined || count === undefined) return undefined;
  const yes = (count + sum) / 2;
  return Number.isInteger(yes) && Math.abs(sum) <= count ? { yes, no: count - yes } : null;
}

function originsOf(pages: readonly { readonly html_url?: string | null }[]): string[] {
  const found = pages.flatMap(({ html_url: url }) => (url && URL.canParse(url) ? new URL(url).origin : []));
  return [...new Set(found)].filter((origin) => /^https?:/.test(origin));
}

function strangeLocale(key: string, locale: string): ImportProblem {
  const message = `Its language "${locale.slice(0, 40)}" is unknown. Correct its locale and import it again.`;
  return { key, code: 'vendor_kb_import_invalid', message };
}

function tooLong(key: string, bytes: number): ImportProblem {
  const message = `Its text has ${bytes} bytes; the maximum is ${MAX_BYTES}. Split it into several articles.`;
  return { key, code: 'vendor_kb_too_large', message };
}
