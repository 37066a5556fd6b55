import { randomUUID } from 'node:crypto';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Person, Reader } from '../../domain/access/readers.js';
import type { Actor } from '../../domain/articles/actor.js';
import type { Article, ArticleInput, ArticleSeo } from '../../domain/articles/article.js';
import { forbidden, invalidParam } from '../../domain/errors.js';
import { existingArticle } from './existing-article.js';

const MEDIA_ID = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const ARTICLE_ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Schema of submitted SEO metadata. */
export const SEO_ARG = {
  type: 'object',
  description: 'Metadata for search engines and social networks; absent members stay unchanged.',
  additionalProperties: false,
  properties: {
    title: { type: 'string', maxLength: 200 },
    description: { type: 'string', maxLength: 500 },
    canonical: {
      type: 'string',
      maxLength: 2000,
      pattern: '^(https?://[^\\s]+)?$',
      description: 'Canonical URL, absolute.',
    },
    noindex: { type: 'boolean' },
    og_image: { ...MEDIA_ID, description: 'Media library ID; 0: none.' },
  },
} as const;

/** Schemas of an article's members besides its text. */
export const FIELD_ARGS = {
  review_by: {
    type: ['string', 'null'],
    format: 'date',
    description: 'Review date, YYYY-MM-DD. The article is stale afterwards.',
  },
  seo: SEO_ARG,
  related: { type: 'array', items: ARTICLE_ID, maxItems: 50, description: 'Related articles, in order.' },
  contributors: { type: 'array', items: ARTICLE_ID, maxItems: 100, description: 'Other authors.' },
  search_aliases: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: 200 },
    maxItems: 50,
    description: 'Other search terms for the article. They are searchable but not shown on pages.',
  },
  featured_media: { ...MEDIA_ID, description: 'Media library ID; 0: none.' },
  translation_of: {
    ...ARTICLE_ID,
    type: ['integer', 'null'],
    description: 'Article in another language that this is a translation of; null: none.',
  },
} as const;

export interface SeoArgs {
  title?: string;
  description?: string;
  canonical?: string;
  noindex?: boolean;
  og_image?: number;
}

export interface FieldArgs {
  review_by?: string | null;
  seo?: SeoArgs;
  related?: number[];
  contributors?: number[];
  search_aliases?: string[];
  featured_media?: number;
}

/**
 * Reads these members from a body, except translations. Current references may stay.
 * @param before the article to change; null for a new one
 * @throws HostError 400 `vendor_kb_invalid_param` for ids that do not exist or are hidden from this caller
 */
export async function fieldInput(
  kb: KnowledgeBase,
  args: FieldArgs,
  reader: Person,
  before: Article | null,
): Promise<Partial<ArticleInput>> {
  const { seo, related, contributors, featured_media: featuredMedia, review_by: reviewBy } = args;
  const { search_aliases: searchAliases } = args;
  await assertMedia(kb, { name: 'featured_media', id: featuredMedia, before: before?.featuredMedia }, reader);
  await assertMedia(kb, { name: 'seo', id: seo?.og_image, before: before?.seo.ogImage }, reader);
  if (related) await assertArticles(kb, related, before?.related ?? [], reader);
  if (contributors) await assertUsers(kb, contributors);
  return {
    ...(reviewBy === undefined ? {} : { reviewBy }),
    ...(seo ? { seo: toSeo(seo) } : {}),
    ...(related ? { related } : {}),
    ...(contributors ? { contributors } : {}),
    ...(searchAliases ? { searchAliases } : {}),
    ...(featuredMedia === undefined ? {} : { featuredMedia }),
  };
}

export function toSeo({ og_image: ogImage, ...seo }: SeoArgs): Partial<ArticleSeo> {
  return { ...seo, ...(ogImage === undefined ? {} : { ogImage }) };
}

/**
 * Rejects files that the caller cannot see: using one would reveal it and show it to others.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export async function assertMedia(
  { media }: KnowledgeBase,
  { name, id, before }: { readonly name: string; readonly id: number | undefined; readonly before: number | undefined },
  reader: Person,
): Promise<void> {
  if (id === undefined || id === 0 || id === before) return;
  const file = await media.get(id);
  if (file && (await media.isVisible(file, reader))) return;
  throw invalidParam(name, `File ${id} does not exist in the media library.`);
}

/** Treats articles that the caller may not read as missing. */
async function assertArticles(
  { access, articles }: KnowledgeBase,
  ids: readonly number[],
  before: readonly number[],
  reader: Person,
): Promise<void> {
  const named = ids.filter((id) => !before.includes(id));
  const found = new Map((await articles.getMany(named)).map((article) => [article.id, article]));
  for (const id of named) {
    const article = found.get(id);
    if (article && (await access.of(article, access.viewerOf(reader))).allowed) continue;
    throw invalidParam('related', `Article ${id} does not exist.`);
  }
}

async function assertUsers({ users }: KnowledgeBase, ids: readonly number[]): Promise<void> {
  for (const id of new Set(ids)) {
    if (!(await users.get(id))) throw invalidParam('contributors', `User ${id} does not exist.`);
  }
}

/**
 * Returns the translation key shared with another article and assigns it there if needed. Call it in the saving
 * transaction.
 * @param of the other article; null for none
 * @throws HostError 400 `vendor_kb_invalid_param`, 401 or 403 without permission to edit the other article, 404
 */
export async function translationKeyOf(
  kb: KnowledgeBase,
  of: number | null,
  article: Pick<Article, 'id' | 'locale'>,
  { reader, source }: { readonly reader: Reader; readonly source: Actor['source'] },
): Promise<string | null> {
  if (of === null) return null;
  const other = await existingArticle(kb, of, reader);
  if (!(await reader.can('edit_kb_article', other))) {
    const message = 'Your account cannot change the translations of the other article.';
    throw forbidden('rest_forbidden', message, 'edit_kb_article', reader);
  }
  const key = other.translationKey ?? randomUUID();
  const rows = await kb.db.query
    .selectFrom('kb_articles')
    .select('id')
    .where('translation_key', '=', key)
    .where('locale', '=', article.locale)
    .where('id', '!=', article.id)
    .execute();
  if (rows.length > 0 || other.locale === article.locale) {
    throw invalidParam('translation_of', `Article ${of} already has a translation in the locale "${article.locale}".`);
  }
  if (other.translationKey === null) {
    await kb.articles.update(of, { translationKey: key }, { user: reader.user, source });
  }
  return key;
}
