import type { ContentFormat } from '../../../../content.js';
import { type Database, json, type Selectable, utc } from '../../../../database.js';
import type { HostError, Tables } from '../../../../index.js';
import type { Article, ArticleSeo, ArticleStatus } from '../articles/article.js';
import { versionConflict } from '../errors.js';

/** Origin of a version. */
export type RevisionKind = 'save' | 'restore' | 'import' | 'schedule';

/** A version without its text. */
export interface RevisionSummary {
  readonly articleId: number;
  readonly version: number;
  readonly kind: RevisionKind;
  /** Version that was restored. */
  readonly parentVersion: number | null;
  /** User who saved it; 0 if unknown. */
  readonly authorId: number;
  readonly createdAt: Date;
  readonly title: string;
}

/** Content of a version. */
export interface Revision extends RevisionSummary {
  readonly excerpt: string;
  readonly content: string;
  readonly contentFormat: ContentFormat;
  readonly fields: RevisionFields;
}

/** Article members stored in versions besides its texts. */
export interface RevisionFields {
  readonly slug: string;
  readonly status: ArticleStatus;
  readonly locale: string;
  readonly categoryIds: readonly number[];
  readonly tags: readonly string[];
  readonly menuOrder: number;
  readonly sticky: boolean;
  readonly seo: ArticleSeo;
  readonly featuredMedia: number;
  readonly related: readonly number[];
  readonly reviewBy: string | null;
  /** Absent in versions stored by earlier releases. */
  readonly searchAliases?: readonly string[];
}

/** Versions of articles. Each save adds one; they are deleted with the article. */
export interface Revisions {
  /** Stores the article's current content in the caller's transaction. */
  add(article: Article, revision: { readonly kind: RevisionKind; readonly authorId: number }): Promise<void>;
  /** Lists the versions, newest first. */
  list(
    articleId: number,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ revisions: RevisionSummary[]; total: number }>;
  get(articleId: number, version: number): Promise<Revision | null>;
  /** Keeps at most `kept` of the newest versions of each article; 0 keeps all. */
  prune(count: number): Promise<void>;
}

export function createRevisions(db: Database): Revisions {
  const of = (articleId: number) => db.query.selectFrom('kb_revisions').where('article_id', '=', articleId);

  return {
    async add(article, { kind, authorId }) {
      await db.query
        .insertInto('kb_revisions')
        .values({
          article_id: article.id,
          version: article.version,
          kind,
          parent_version: article.parentRevision,
          author_id: authorId,
          created_at: utc.encode(new Date()),
          title: article.title,
          excerpt: article.excerpt,
          content: article.content,
          content_format: article.contentFormat,
          fields: json.encode(fieldsOf(article)),
        })
        .execute();
    },
    async list(articleId, { limit, offset }) {
      const [count, rows] = await Promise.all([
        of(articleId)
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .executeTakeFirst(),
        of(articleId)
          .select(['article_id', 'version', 'kind', 'parent_version', 'author_id', 'created_at', 'title'])
          .orderBy('version', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
      ]);
      return { revisions: rows.map(toSummary), total: Number(count?.total ?? 0) };
    },
    async get(articleId, version) {
      const row = await of(articleId).selectAll().where('version', '=', version).executeTakeFirst();
      if (!row) return null;
      return {
        ...toSummary(row),
        excerpt: row.excerpt,
        content: row.content,
        contentFormat: row.content_format as ContentFormat,
        fields: json.decode(row.fields) as RevisionFields,
      };
    },
    async prune(count) {
      if (count === 0) return;
      await db.query
        .deleteFrom('kb_revisions')
        .where('version', '<=', (eb) =>
          eb
            .selectFrom('kb_articles')
            .select((article) => article('kb_articles.version', '-', count).as('last'))
            .whereRef('kb_articles.id', '=', 'kb_revisions.article_id'),
        )
        .execute();
    },
  };
}

function fieldsOf(article: Article): RevisionFields {
  const { slug, status, locale, categoryIds, tags, menuOrder, sticky, seo, featuredMedia, related } = article;
  const { reviewBy, searchAliases } = article;
  return {
    slug,
    status,
    locale,
    categoryIds,
    tags,
    menuOrder,
    sticky,
    seo,
    featuredMedia,
    related,
    reviewBy,
    searchAliases,
  };
}

type SummaryRow = Omit<Selectable<Tables['kb_revisions']>, 'id' | 'excerpt' | 'content' | 'content_format' | 'fields'>;

function toSummary(row: SummaryRow): RevisionSummary {
  return {
    articleId: row.article_id,
    version: row.version,
    kind: row.kind as RevisionKind,
    parentVersion: row.parent_version,
    authorId: row.author_id,
    createdAt: utc.decode(row.created_at),
    title: row.title,
  };
}

/** Creates the 412 for a change based on an outdated version, with the user who saved the current one. */
export async function conflictWith(revisions: Pick<Revisions, 'list'>, article: Article): Promise<HostError> {
  const { revisions: saved } = await revisions.list(article.id, { limit: 1, offset: 0 });
  return versionConflict(article, saved[0]?.authorId ?? article.authorId);
}
