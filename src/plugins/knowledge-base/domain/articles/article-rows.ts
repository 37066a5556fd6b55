import type { Post } from '../../../../content.js';
import { json, utc } from '../../../../database.js';
import type { Article, PostOnly } from './article.js';

/** Returns the columns that the core stores in `posts`. */
export function postOf(article: Article): Omit<Post, keyof PostOnly | 'id'> {
  const { title, slug, content, contentFormat, excerpt, authorId, menuOrder, locale, meta, status } = article;
  const { featuredMedia } = article;
  const { createdAt, modifiedAt, publishedAt } = article;
  return {
    status,
    title,
    slug,
    content,
    contentFormat,
    excerpt,
    authorId,
    featuredMedia,
    menuOrder,
    locale,
    meta,
    createdAt,
    modifiedAt,
    publishedAt,
  };
}

/** Returns the columns of `kb_articles` except the plain text. */
export function columnsOf(article: Article) {
  return {
    category_id: article.categoryIds[0] ?? 0,
    locale: article.locale,
    // A trashed article gives up its slug. Slugs that users enter never contain a tilde.
    slug: article.status === 'trash' ? `~${article.id}` : article.slug,
    version: article.version,
    translation_key: article.translationKey,
    trashed_from: article.trashedFrom,
    word_count: article.wordCount,
    reading_time: article.readingTime,
    sticky: article.sticky ? 1 : 0,
    rule_id: article.ruleId,
    category_ids: json.encode(article.categoryIds),
    tags: json.encode(article.tags),
    redirects: json.encode(article.redirects),
    uuid: article.uuid,
    review_by: article.reviewBy,
    reviewed_at: article.reviewedAt && utc.encode(article.reviewedAt),
    trashed_at: article.trashedAt && utc.encode(article.trashedAt),
    parent_revision: article.parentRevision,
    seo: json.encode(article.seo),
    related: json.encode(article.related),
    contributors: json.encode(article.contributors),
    search_aliases: json.encode(article.searchAliases),
  };
}
