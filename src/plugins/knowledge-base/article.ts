import type { ContentFormat, Post } from '../../index.js';
import { json, type Selectable, type Tables, toPost, utc } from '../../index.js';
import { RATING_FIGURES, type RatingFigures } from './opinions/rating-summary.js';

/** The states of an article; `future` waits for its time to be published. */
export const ARTICLE_STATUSES = ['draft', 'pending', 'future', 'publish', 'archived', 'trash'] as const;
export type ArticleStatus = (typeof ARTICLE_STATUSES)[number];

export const POST_TYPE = 'kb_article';

/** What the core keeps of posts that the knowledge base has otherwise, or not at all. */
export type PostOnly = Pick<Post, 'type' | 'parentId' | 'lockVersion' | 'statusBeforeTrash'>;

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
  /** The same wherever the article is taken; null for one that an early release wrote, until its next save. */
  uuid: string | null;
  /** `YYYY-MM-DD`: the last day on which it is vouched for; then it is stale. */
  reviewBy: string | null;
  /** When somebody last put that day off. */
  reviewedAt: Date | null;
  /** When it was put into the trash. */
  trashedAt: Date | null;
  /** The version that the present one was restored from. */
  parentRevision: number | null;
  seo: ArticleSeo;
  /** Ids of the articles that its author offers below it, in order. */
  related: number[];
  /** Ids of the users who wrote it besides the author. */
  contributors: number[];
  /** What people look for who call it otherwise: search finds it by these words, and nobody reads them. */
  searchAliases: string[];
  /** What was counted when it was read to be shown; whoever reads it to change it does not ask. */
  figures?: ArticleFigures;
}

/** What changes without a save. */
export interface ArticleFigures extends RatingFigures {
  readonly views: number;
  readonly attachments: number;
}

/** What search engines and networks are told in place of what the page says itself; empty texts say nothing. */
export interface ArticleSeo {
  readonly title: string;
  readonly description: string;
  /** Absolute address of the original; empty where this is it. */
  readonly canonical: string;
  readonly noindex: boolean;
  /** Id in the media library; 0 for none. */
  readonly ogImage: number;
}

export const NO_SEO: ArticleSeo = { title: '', description: '', canonical: '', noindex: false, ogImage: 0 };

/** As the column `seo` has it. */
export function seoOf({ seo }: { readonly seo: string | null }): ArticleSeo {
  return seo === null ? NO_SEO : { ...NO_SEO, ...(json.decode(seo) as Partial<ArticleSeo>) };
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
  reviewBy?: string | null;
  seo?: Partial<ArticleSeo>;
  related?: readonly number[];
  contributors?: readonly number[];
  searchAliases?: readonly string[];
  featuredMedia?: number;
  /** The version whose text the input brings back. */
  parentRevision?: number;
  /** For imports, which bring their own. */
  uuid?: string;
  /** For imports, which carry their own dates and versions. */
  createdAt?: Date;
  modifiedAt?: Date;
  /** When it is to be published, or was. */
  publishedAt?: Date;
  /** The least that its version becomes. */
  version?: number;
  reviewedAt?: Date | null;
  /** Of what comes in the trash: where it was before, and since when it is there. */
  trashedFrom?: ArticleStatus | null;
  trashedAt?: Date | null;
}

/** Everybody may read it, at least by its address. */
export function isPublic(article: Pick<Article, 'status'>): boolean {
  return article.status === 'publish' || article.status === 'archived';
}

/** Readers see it, or will without anybody's doing: it takes the right to publish. */
export function isPublished({ status }: Pick<Article, 'status'>): boolean {
  return status === 'future' || isPublic({ status });
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

const FIGURES = ['views', 'attachments', ...RATING_FIGURES] as const;

/** What is read besides, where an article is shown. */
export const FIGURE_COLUMNS = FIGURES.map((name) => `kb_article_figures.${name}` as const);

/** The columns of `posts` that an article is read from besides, but its texts. */
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
/** Nothing was counted of what has no row of figures. */
type FiguresRow = Readonly<Record<keyof ArticleFigures, number | null>>;

/** An article as it is read to be shown. */
export type ShownRow = ArticleRow & FiguresRow;

/** A joined row as an article. */
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

/** The same with what was counted. */
export function toShownArticle(row: ShownRow): Article {
  const counted = FIGURES.map((name) => [name, row[name] ?? 0]);
  return { ...toArticle(row), figures: Object.fromEntries(counted) as unknown as ArticleFigures };
}
