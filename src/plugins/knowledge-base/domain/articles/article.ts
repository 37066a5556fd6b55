import type { ContentFormat, Post } from '../../../../content.js';
import { toPost } from '../../../../content.js';
import { json, type Selectable, utc } from '../../../../database.js';
import type { Tables } from '../../../../index.js';
import { RATING_COUNTERS, type RatingCounters } from '../ratings/rating-summary.js';

/** Statuses of an article; `future` means scheduled. */
export const ARTICLE_STATUSES = ['draft', 'pending', 'future', 'publish', 'archived', 'trash'] as const;
/** Status of an article. `future` means scheduled. */
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

export const POST_TYPE = 'kb_article';

/** Post members that the knowledge base stores differently or not at all. */
export type PostOnly = Pick<Post, 'type' | 'parentId' | 'lockVersion' | 'statusBeforeTrash'>;

/** An article of the knowledge base: a post with a place, a version and data derived from its text. */
export interface Article extends Omit<Post, keyof PostOnly | 'status'> {
  status: ArticleStatus;
  /** Starts at 1 and increases with every save. */
  version: number;
  /** The first is the primary category, which determines the URL. */
  categoryIds: number[];
  tags: string[];
  sticky: boolean;
  /** Id of the article's own access rule. Null if its categories decide. */
  ruleId: number | null;
  wordCount: number;
  /** Whole minutes, at least 1. */
  readingTime: number;
  translationKey: string | null;
  /** Status before the trash. */
  trashedFrom: ArticleStatus | null;
  /** Old paths that redirect here. */
  redirects: string[];
  /** Identifier that survives export and import. Null for articles of an early release until their next save. */
  uuid: string | null;
  /** `YYYY-MM-DD`: review date. The article is stale after this day. */
  reviewBy: string | null;
  /** Time of the last review. */
  reviewedAt: Date | null;
  /** Time the article was moved to the trash. */
  trashedAt: Date | null;
  /** Version that the current one was restored from. */
  parentRevision: number | null;
  seo: ArticleSeo;
  /** Ids of the related articles chosen by the author, in order. */
  related: number[];
  /** Ids of the users besides the author who changed the article. */
  contributors: number[];
  /** Alternative search terms. Search matches them, but readers never see them. */
  searchAliases: string[];
  /** Counts, loaded only when an article is read for display. */
  counters?: ArticleCounters;
}

/** Counts that change without a save. */
export interface ArticleCounters extends RatingCounters {
  readonly views: number;
  readonly attachments: number;
}

/** Metadata for search engines and social networks that overrides the page's own. Empty means no override. */
export interface ArticleSeo {
  readonly title: string;
  readonly description: string;
  /** Absolute URL of the original; empty if this is the original. */
  readonly canonical: string;
  readonly noindex: boolean;
  /** Id in the media library; 0 for none. */
  readonly ogImage: number;
}

export const NO_SEO: ArticleSeo = { title: '', description: '', canonical: '', noindex: false, ogImage: 0 };

/** Decodes the `seo` column. */
export function seoOf({ seo }: { readonly seo: string | null }): ArticleSeo {
  return seo === null ? NO_SEO : { ...NO_SEO, ...(json.decode(seo) as Partial<ArticleSeo>) };
}

/** Values set by a writer. Absent members keep their value or get the default. */
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
  /** Null leaves access to the categories. */
  ruleId?: number | null;
  authorId?: number;
  translationKey?: string | null;
  redirects?: readonly string[];
  meta?: Record<string, unknown>;
  reviewBy?: string | null;
  seo?: Partial<ArticleSeo>;
  related?: readonly number[];
  contributors?: readonly number[];
  searchAliases?: readonly string[];
  featuredMedia?: number;
  /** Version whose text is restored. */
  parentRevision?: number;
  /** For imports only. */
  uuid?: string;
  /** For imports, which keep their original dates and versions. */
  createdAt?: Date;
  modifiedAt?: Date;
  /** Scheduled or actual time of publication. */
  publishedAt?: Date;
  /** Minimum of the new version number. */
  version?: number;
  reviewedAt?: Date | null;
  /** For imported trash: previous status and time of trashing. */
  trashedFrom?: ArticleStatus | null;
  trashedAt?: Date | null;
}

/** Tells whether the status lets readers open the article, at least by its URL. */
export function isPublic(article: Pick<Article, 'status'>): boolean {
  return article.status === 'publish' || article.status === 'archived';
}

/** Tells whether the article is public or scheduled, so that changes require permission to publish. */
export function isPublished({ status }: Pick<Article, 'status'>): boolean {
  return status === 'future' || isPublic({ status });
}

/** Columns of `kb_articles` that an article is read from, besides those of `posts`. */
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
  'kb_articles.uuid',
  'kb_articles.review_by',
  'kb_articles.reviewed_at',
  'kb_articles.trashed_at',
  'kb_articles.parent_revision',
  'kb_articles.seo',
  'kb_articles.related',
  'kb_articles.contributors',
  'kb_articles.search_aliases',
] as const;

const COUNTER_NAMES = ['views', 'attachments', ...RATING_COUNTERS] as const;

/** Additional columns read for display. */
export const FIGURE_COLUMNS = COUNTER_NAMES.map((name) => `kb_article_figures.${name}` as const);

/** Columns of `posts` that an article is read from, except its texts. */
export const POST_COLUMNS = [
  'posts.id',
  'posts.status',
  'posts.title',
  'posts.slug',
  'posts.content_format',
  'posts.author_id',
  'posts.featured_media',
  'posts.menu_order',
  'posts.locale',
  'posts.created_at',
  'posts.modified_at',
  'posts.published_at',
] as const;

type Unprefixed<Name> = Name extends `kb_articles.${infer Column}` ? Column : never;

type ArticleRow = Selectable<Tables['posts']> &
  Pick<Selectable<Tables['kb_articles']>, Unprefixed<(typeof ARTICLE_COLUMNS)[number]>>;
/** Counts of a joined row. Null without a row of counts. */
type CountersRow = Readonly<Record<keyof ArticleCounters, number | null>>;

/** Row of an article read for display. */
export type ArticleViewRow = ArticleRow & CountersRow;

/** Converts a joined row to an article. */
export function toArticle(row: ArticleRow): Article {
  const { type: _type, parentId: _parent, ...post } = toPost(row);
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
    uuid: row.uuid,
    reviewBy: row.review_by,
    reviewedAt: row.reviewed_at === null ? null : utc.decode(row.reviewed_at),
    trashedAt: row.trashed_at === null ? null : utc.decode(row.trashed_at),
    parentRevision: row.parent_revision,
    seo: seoOf(row),
    related: row.related === null ? [] : (json.decode(row.related) as number[]),
    contributors: row.contributors === null ? [] : (json.decode(row.contributors) as number[]),
    searchAliases: row.search_aliases === null ? [] : (json.decode(row.search_aliases) as string[]),
  };
}

/** Converts a joined row with counts to an article. */
export function toShownArticle(row: ArticleViewRow): Article {
  const counted = COUNTER_NAMES.map((name) => [name, row[name] ?? 0]);
  return { ...toArticle(row), counters: Object.fromEntries(counted) as unknown as ArticleCounters };
}
