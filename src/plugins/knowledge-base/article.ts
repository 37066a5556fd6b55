import type { ContentFormat, Post } from '../../index.js';
import { json, type Selectable, type Tables, toPost } from '../../index.js';

/** The states of an article in this version; `future` comes with scheduling. */
export const ARTICLE_STATUSES = ['draft', 'pending', 'publish', 'archived', 'trash'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

export const POST_TYPE = 'kb_article';

/** What the core keeps of posts that the knowledge base has otherwise, or not at all. */
export type PostOnly = Pick<Post, 'type' | 'parentId' | 'featuredMedia' | 'lockVersion' | 'statusBeforeTrash'>;

/** An article of the knowledge base: a post with a place, a version and what search and pages derive from its text. */
export interface Article extends Omit<Post, keyof PostOnly | 'status'> {
  status: ArticleStatus;
  /** Starts at 1, one more with every save. */
  version: number;
  /** First is the primary one, which gives the address. */
  categoryIds: number[];
  tags: string[];
  sticky: boolean;
  /** Who may read it, where that is not for its categories to say: the id of a rule. */
  ruleId: number | null;
  wordCount: number;
  /** Whole minutes, at least 1. */
  readingTime: number;
  translationKey: string | null;
  /** The state before the trash. */
  trashedFrom: ArticleStatus | null;
  /** Old paths that lead here. */
  redirects: string[];
}

/** What a writer sets; absent members keep their value or take the default. */
export interface ArticleInput {
  title?: string;
  content?: string;
  contentFormat?: ContentFormat;
  excerpt?: string;
  slug?: string;
  status?: ArticleStatus;
  categoryIds?: readonly number[];
  tags?: readonly string[];
  menuOrder?: number;
  locale?: string;
  sticky?: boolean;
  /** Null to leave it to the categories. */
  ruleId?: number | null;
  authorId?: number;
  translationKey?: string | null;
  redirects?: readonly string[];
  meta?: Record<string, unknown>;
  /** For imports, which carry their own dates. */
  createdAt?: Date;
  modifiedAt?: Date;
  publishedAt?: Date;
}

/** Everybody may read it, at least by its address. */
export function isPublic(article: Pick<Article, 'status'>): boolean {
  return article.status === 'publish' || article.status === 'archived';
}

/** The columns of `kb_articles` that an article is read from, besides those of `posts`. */
export const ARTICLE_COLUMNS = [
  'kb_articles.version',
  'kb_articles.translation_key',
  'kb_articles.trashed_from',
  'kb_articles.word_count',
  'kb_articles.reading_time',
  'kb_articles.sticky',
  'kb_articles.rule_id',
  'kb_articles.category_ids',
  'kb_articles.tags',
  'kb_articles.redirects',
] as const;

type ArticleRow = Selectable<Tables['posts']> &
  Pick<
    Selectable<Tables['kb_articles']>,
    | 'version'
    | 'translation_key'
    | 'trashed_from'
    | 'word_count'
    | 'reading_time'
    | 'sticky'
    | 'rule_id'
    | 'category_ids'
    | 'tags'
    | 'redirects'
  >;

/** A joined row as an article. */
export function toArticle(row: ArticleRow): Article {
  const { type: _type, parentId: _parent, featuredMedia: _media, ...post } = toPost(row);
  const { status, lockVersion: _version, statusBeforeTrash: _before, ...shared } = post;
  return {
    ...shared,
    status: status as ArticleStatus,
    version: row.version,
    categoryIds: json.decode(row.category_ids) as number[],
    tags: json.decode(row.tags) as string[],
    sticky: row.sticky === 1,
    ruleId: row.rule_id,
    wordCount: row.word_count,
    readingTime: row.reading_time,
    translationKey: row.translation_key,
    trashedFrom: row.trashed_from as ArticleStatus | null,
    redirects: json.decode(row.redirects) as string[],
  };
}
