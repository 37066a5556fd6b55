import { type Database, json, utc } from '../../../../database.js';
import type { OwnedHooks } from '../../../../hooks.js';
import type { SearchDocument } from './engine.js';

/** Search documents of the published articles, after `vendor_kb_search_document`. */
export interface SearchDocuments {
  /** Returns the next articles by id; `last` is null at the end. */
  after(id: number): Promise<DocumentBatch & { readonly last: number | null }>;
  /** Returns the published ones of these articles. */
  of(ids: readonly number[]): Promise<DocumentBatch>;
  /** Tells whether plugins change or exclude documents. */
  isFiltered(): boolean;
  /** Returns a fingerprint of the callbacks involved. */
  fingerprint(): string;
}

export interface DocumentBatch {
  readonly documents: readonly SearchDocument[];
  /** Ids of published articles that a plugin excludes. */
  readonly leftOut: readonly number[];
}

/** Search text that a plugin may change. It affects neither visibility nor placement of an article. */
export interface SearchText {
  /** Words here weigh most. Suggestions still complete the article's own title. */
  readonly title: string;
  /** Plain text. */
  readonly body: string;
  /** Alternative search terms, never displayed. If absent, they stay unchanged. */
  readonly aliases?: readonly string[];
  /** Tags used as filters; they are not searched. */
  readonly tags: readonly string[];
}

/** The article that a text belongs to. */
export interface SearchTextContext {
  readonly id: number;
  /** BCP 47, lower case. */
  readonly locale: string;
  readonly categoryIds: readonly number[];
}

const BATCH = 200;

export function createSearchDocuments({
  db,
  hooks,
}: {
  readonly db: Database;
  readonly hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'explain' | 'hasFilter'>;
}): SearchDocuments {
  async function filtered(document: SearchDocument): Promise<SearchDocument | null> {
    const { id, locale, categories: categoryIds, title, body, aliases = [], tags } = document;
    const text = await hooks.applyFiltersAsync(
      'vendor_kb_search_document',
      { title, body, aliases, tags },
      { id, locale, categoryIds },
    );
    if (!text) return null;
    return {
      ...document,
      title: text.title,
      body: text.body,
      aliases: text.aliases ?? aliases,
      tags: text.tags,
      suggested: title,
    };
  }

  async function batchOf(read: readonly SearchDocument[]): Promise<DocumentBatch> {
    if (!hooks.hasFilter('vendor_kb_search_document')) return { documents: read, leftOut: [] };
    // Runs in parallel, so that a slow callback does not delay an index of thousands.
    const documents = (await Promise.all(read.map(filtered))).filter((document) => document !== null);
    const ids = new Set(documents.map(({ id }) => id));
    return { documents, leftOut: read.flatMap(({ id }) => (ids.has(id) ? [] : [id])) };
  }

  return {
    async after(id) {
      const read = await published(db, (query) => query.where('kb_articles.id', '>', id).limit(BATCH));
      return { ...(await batchOf(read)), last: read.length < BATCH ? null : (read.at(-1)?.id ?? null) };
    },
    of: async (ids) => batchOf(await published(db, (query) => query.where('kb_articles.id', 'in', [...ids]))),
    isFiltered: () => hooks.hasFilter('vendor_kb_search_document'),
    fingerprint: () =>
      JSON.stringify(
        hooks
          .explain('vendor_kb_search_document')
          .flatMap(({ callbacks }) => callbacks.map(({ owner, id, priority }) => [owner, id, priority])),
      ),
  };
}

/** Counts the articles that belong in the index. */
export async function countPublished(db: Database): Promise<number> {
  const row = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('posts.status', '=', 'publish')
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function documentQuery(db: Database) {
  return db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select([
      'kb_articles.id',
      'kb_articles.locale',
      'posts.title',
      'kb_articles.text',
      'kb_articles.tags',
      'kb_articles.search_aliases',
      'kb_articles.category_ids',
      'kb_articles.rule_id',
      'posts.author_id',
      'posts.modified_at',
    ])
    .where('posts.status', '=', 'publish')
    .orderBy('kb_articles.id');
}

async function published(
  db: Database,
  narrow: (query: ReturnType<typeof documentQuery>) => ReturnType<typeof documentQuery>,
): Promise<SearchDocument[]> {
  const rows = await narrow(documentQuery(db)).execute();
  return rows.map((row) => ({
    id: row.id,
    locale: row.locale,
    title: row.title,
    body: row.text,
    aliases: row.search_aliases === null ? [] : (json.decode(row.search_aliases) as string[]),
    tags: json.decode(row.tags) as string[],
    categories: json.decode(row.category_ids) as number[],
    authorId: row.author_id,
    ruleId: row.rule_id,
    updatedAt: utc.decode(row.modified_at),
  }));
}
