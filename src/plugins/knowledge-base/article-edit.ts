import type { Article, ArticleInput } from './article.js';
import type { Categories } from './categories.js';
import { invalidParam } from './errors.js';

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
    wordCount: 0,
    readingTime: 1,
    translationKey: null,
    trashedFrom: null,
    redirects: [],
  };
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
    meta: given.meta ? { ...before.meta, ...given.meta } : before.meta,
  };
  assertCategories(next, categories);
  if (next.status === 'publish' && next.publishedAt === null) next.publishedAt = now;
  if (next.status === 'trash' && before.status !== 'trash') next.trashedFrom = before.status;
  if (next.status !== 'trash') next.trashedFrom = null;
  return next;
}

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

function assertCategories(article: Article, categories: Categories): void {
  for (const id of article.categoryIds) {
    const category = categories.tree().get(id);
    if (!category) throw invalidParam('categories', `There is no category ${id}.`);
    if (category.locale !== article.locale) {
      throw invalidParam(
        'categories',
        `The category ${id} is in the locale "${category.locale}", the article in "${article.locale}".`,
      );
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
  'publishedAt',
]);

/** Names of the members that a writer changed. */
export function changedMembers(before: Article, after: Article): string[] {
  return Object.keys(after).filter((name) => {
    const member = name as keyof Article;
    return !DERIVED.has(name) && JSON.stringify(before[member]) !== JSON.stringify(after[member]);
  });
}
