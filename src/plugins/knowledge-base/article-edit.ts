import { randomUUID } from 'node:crypto';
import { type Article, type ArticleInput, type ArticleStatus, NO_SEO } from './article.js';
import type { Categories } from './categories.js';
import { invalidParam } from './errors.js';
import { assertLocale } from './locale.js';

/** An article before its first save. */
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

/** Null takes a field away. */
function withoutNull(meta: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null));
}

/** Without empty ones, each once. */
function withoutRepetitions(aliases: readonly string[]): string[] {
  return [...new Set(aliases.map((alias) => alias.normalize('NFC').trim()))].filter((alias) => alias !== '');
}

/** The article with the input applied, and all that follows from it. */
export function applyInput(
  before: Article,
  { slug: _, ...input }: ArticleInput,
  categories: Categories,
  now: Date,
): Article {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as ArticleInput;
  const next: Article = {
    ...before,
    ...given,
    locale: (given.locale ?? before.locale).toLowerCase(),
    categoryIds: given.categoryIds ? [...new Set(given.categoryIds)] : before.categoryIds,
    tags: given.tags ? normaliseTags(given.tags) : before.tags,
    redirects: given.redirects ? [...given.redirects] : before.redirects,
    meta: given.meta ? withoutNull({ ...before.meta, ...given.meta }) : before.meta,
    seo: { ...before.seo, ...given.seo },
    related: given.related ? [...new Set(given.related)] : before.related,
    contributors: given.contributors ? [...new Set(given.contributors)] : before.contributors,
    searchAliases: given.searchAliases ? withoutRepetitions(given.searchAliases) : before.searchAliases,
    uuid: given.uuid ?? before.uuid ?? randomUUID(),
    // What is saved as it is written is no copy of an earlier version any more.
    parentRevision: given.parentRevision ?? null,
  };
  if (before.id === 0 || next.locale !== before.locale) assertLocale(next.locale);
  assertPlaced(next, (id) => categories.tree().get(id)?.locale);
  if (!given.reviewedAt && before.reviewBy !== null && next.reviewBy !== null && next.reviewBy > before.reviewBy)
    next.reviewedAt = now;
  if (next.status === 'trash' && before.status !== 'trash')
    Object.assign(next, trashed(given.trashedFrom ?? before.status, given.trashedAt ?? now));
  if (next.status !== 'trash') Object.assign(next, NOT_TRASHED);
  return next;
}

const trashed = (trashedFrom: ArticleStatus, trashedAt: Date) => ({ trashedFrom, trashedAt });
const NOT_TRASHED = { trashedFrom: null, trashedAt: null };

/** Code points of a tag's key: the length of its column. */
const MAX_TAG_KEY = 191;

/** What tags are found by: the same for all ways to capitalise one. */
export function tagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase();
}

/** Without empty ones, and each spelling once however it is capitalised. */
export function normaliseTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.normalize('NFC').trim();
    const key = tagKey(text);
    // A few letters grow when their case is folded.
    if ([...key].length > MAX_TAG_KEY) throw invalidParam('tags', `The tag "${text}" is too long.`);
    if (text !== '' && !byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()];
}

/**
 * @param localeOf the language of a category; undefined where there is none
 * @throws HostError 400 `vendor_kb_invalid_param` for categories that are not there, or of another language
 */
export function assertPlaced(
  { categoryIds, locale }: Pick<Article, 'categoryIds' | 'locale'>,
  localeOf: (id: number) => string | undefined,
): void {
  for (const id of categoryIds) {
    const found = localeOf(id);
    if (found === undefined) throw invalidParam('categories', `There is no category ${id}.`);
    if (found !== locale) {
      throw invalidParam('categories', `The category ${id} is in the locale "${found}", the article in "${locale}".`);
    }
  }
}

/** What is worked out, not written. */
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

/** Names of the members that a writer changed. */
export function changedMembers(before: Article, after: Article): string[] {
  return Object.keys(after).filter((name) => {
    const member = name as keyof Article;
    // That a state comes with a time of its own goes without saying.
    if (name === 'publishedAt' && before.status !== after.status) return false;
    return !DERIVED.has(name) && JSON.stringify(before[member]) !== JSON.stringify(after[member]);
  });
}
