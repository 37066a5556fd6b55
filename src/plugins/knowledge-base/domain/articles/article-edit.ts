import { randomUUID } from 'node:crypto';
import type { CategoryTree } from '../categories/category-tree.js';
import { invalidParam } from '../errors.js';
import { assertLocale } from '../locale.js';
import { type Article, type ArticleInput, type ArticleStatus, NO_SEO } from './article.js';

/** Creates an article before its first save. */
export function newArticle(
  input: ArticleInput & { title: string },
  authorId: number,
  defaultLocale: string,
  now: Date,
): Article {
  return {
    id: 0,
    status: 'draft',
    title: input.title,
    slug: '',
    content: '',
    contentFormat: 'markdown',
    excerpt: '',
    authorId,
    menuOrder: 0,
    locale: defaultLocale,
    meta: {},
    createdAt: now,
    modifiedAt: now,
    publishedAt: null,
    version: 1,
    categoryIds: [],
    tags: [],
    sticky: false,
    ruleId: null,
    wordCount: 0,
    readingTime: 1,
    translationKey: null,
    trashedFrom: null,
    redirects: [],
    featuredMedia: 0,
    uuid: null,
    reviewBy: null,
    reviewedAt: null,
    trashedAt: null,
    parentRevision: null,
    seo: NO_SEO,
    related: [],
    contributors: [],
    searchAliases: [],
  };
}

/** Drops null values, which delete a key. */
function withoutNull(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null));
}

/** Normalizes aliases and drops empty ones and duplicates. */
function withoutRepetitions(aliases: readonly string[]): string[] {
  return [...new Set(aliases.map((alias) => alias.normalize('NFC').trim()))].filter((alias) => alias !== '');
}

/** Applies the input to an article and updates derived values. */
export function applyInput(
  before: Article,
  { slug: _, ...input }: ArticleInput,
  categories: { tree(): CategoryTree },
  now: Date,
): Article {
  const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as ArticleInput;
  const next: Article = {
    ...before,
    ...changes,
    locale: (changes.locale ?? before.locale).toLowerCase(),
    categoryIds: changes.categoryIds ? [...new Set(changes.categoryIds)] : before.categoryIds,
    tags: changes.tags ? normaliseTags(changes.tags) : before.tags,
    redirects: changes.redirects ? [...changes.redirects] : before.redirects,
    meta: changes.meta ? withoutNull({ ...before.meta, ...changes.meta }) : before.meta,
    seo: { ...before.seo, ...changes.seo },
    related: changes.related ? [...new Set(changes.related)] : before.related,
    contributors: changes.contributors ? [...new Set(changes.contributors)] : before.contributors,
    searchAliases: changes.searchAliases ? withoutRepetitions(changes.searchAliases) : before.searchAliases,
    uuid: changes.uuid ?? before.uuid ?? randomUUID(),
    // An edited text is no longer a copy of an earlier version.
    parentRevision: changes.parentRevision ?? null,
  };
  if (before.id === 0 || next.locale !== before.locale) assertLocale(next.locale);
  assertPlaced(next, (id) => categories.tree().get(id)?.locale);
  if (!changes.reviewedAt && before.reviewBy !== null && next.reviewBy !== null && next.reviewBy > before.reviewBy)
    next.reviewedAt = now;
  if (next.status === 'trash' && before.status !== 'trash')
    Object.assign(next, trashed(changes.trashedFrom ?? before.status, changes.trashedAt ?? now));
  if (next.status !== 'trash') Object.assign(next, NOT_TRASHED);
  return next;
}

const trashed = (trashedFrom: ArticleStatus, trashedAt: Date) => ({ trashedFrom, trashedAt });
const NOT_TRASHED = { trashedFrom: null, trashedAt: null };

/** Maximum code points of a tag's key, the length of its column. */
const MAX_TAG_KEY = 191;

/** Returns the lookup key of a tag, which ignores case. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

/** Normalizes tags and drops empty ones and duplicates, ignoring case. */
export function normaliseTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.normalize('NFC').trim();
    const key = tagKey(text);
    // Case folding makes a few letters longer.
    if ([...key].length > MAX_TAG_KEY) throw invalidParam('tags', `The tag "${text}" is too long.`);
    if (text !== '' && !byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()];
}

/**
 * Validates an article's categories.
 * @param localeOf returns the language of a category; undefined if it does not exist
 * @throws HostError 400 `vendor_kb_invalid_param` for missing categories or those of another language
 */
export function assertPlaced(
  { categoryIds, locale }: Pick<Article, 'categoryIds' | 'locale'>,
  localeOf: (id: number) => string | undefined,
): void {
  for (const id of categoryIds) {
    const found = localeOf(id);
    if (found === undefined) throw invalidParam('categories', `Category ${id} does not exist.`);
    if (found !== locale) {
      throw invalidParam('categories', `Category ${id} has the locale "${found}", but the article has "${locale}".`);
    }
  }
}

/** Members derived from others. */
const DERIVED: ReadonlySet<string> = new Set([
  'version',
  'modifiedAt',
  'wordCount',
  'readingTime',
  'trashedFrom',
  'uuid',
  'reviewedAt',
  'trashedAt',
  'parentRevision',
]);

/** Returns the names of the members that the writer changed. */
export function changedMembers(before: Article, after: Article): string[] {
  return Object.keys(after).filter((name) => {
    const member = name as keyof Article;
    // A change of status implies its time.
    if (name === 'publishedAt' && before.status !== after.status) return false;
    return !DERIVED.has(name) && JSON.stringify(before[member]) !== JSON.stringify(after[member]);
  });
}
