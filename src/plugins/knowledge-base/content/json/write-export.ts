import type { ContentFormat } from '../../../../content.js';
import { json, utc } from '../../../../database.js';
import type { Attachment } from '../../../../media.js';
import type { Article } from '../../domain/articles/article.js';
import type { Redirect } from '../../domain/links/redirects.js';
import type { RevisionFields, RevisionKind } from '../../domain/revisions/revisions.js';
import { readPromotions } from '../../domain/search/promotions/read-promotions.js';
import { readGroups } from '../../domain/search/synonyms/synonym-list.js';
import { type ExportSelection, inBatches, selectIds } from '../export/select-articles.js';
import { fillUuids, uuidOfCategory } from './category-uuids.js';
import { articleUuids, createNames } from './names.js';
import {
  type Counts,
  JSON_FORMAT,
  JSON_VERSION,
  NO_COUNTS,
  type PromotionRecord,
  type RedirectRecord,
  SECTIONS,
  type Section,
  type SynonymRecord,
} from './records.js';
import type { JsonSource } from './source.js';
import { type CountersRow, type Names, toArticleRecord, toCategoryRecord, toRevisionRecord } from './to-records.js';

export interface JsonExportOptions extends ExportSelection {
  /** Includes article versions. */
  readonly revisions?: boolean | undefined;
  /** Writes a file next to the document and returns its path. Without it, attachments are referenced by URL. */
  readonly copyFile?: ((file: Attachment) => Promise<string | null>) | undefined;
  /** Receives the document in pieces and resolves when it is ready for the next. */
  write(text: string): Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of articles. */
  readonly onStart?: ((steps: number) => void) | undefined;
  /** Called for each article. */
  readonly onStep?: (() => void) | undefined;
}

export interface JsonExportReport {
  readonly counts: Counts;
  /** True if the export was aborted: the document is incomplete. */
  readonly interrupted: boolean;
}

/** Rows per statement. */
const BATCH = 100;

/**
 * Writes the whole knowledge base as one JSON document, one entry per line. Only parts of it are in memory at a
 * time. Concurrent changes are included either before or after they were made.
 */
export async function exportJson(kb: JsonSource, options: JsonExportOptions): Promise<JsonExportReport> {
  const { write, signal, onStart, onStep } = options;
  await fillUuids(kb);
  const ids = await selectIds(kb, options);
  onStart?.(ids.length);
  const names = createNames(kb, await articleUuids(kb), options.copyFile);
  const versions = new Map<number, number>();
  const counts: Record<Section, number> = { ...NO_COUNTS };
  const parts: Record<Section, () => AsyncGenerator<object>> = {
    async *categories() {
      const categories = options.category === undefined ? null : await categoriesAround(kb, options.category, ids);
      yield* categoryRecords(kb, names, categories);
    },
    async *articles() {
      for await (const batch of inBatches(kb, ids)) {
        const counters = await countersOf(kb, batch);
        const equipped = await withAttachments(kb, batch);
        for (const article of batch) {
          const attachments = equipped.has(article.id) ? await kb.attachments.of(article.id) : [];
          yield await toArticleRecord(article, counters.get(article.id), attachments, names);
          versions.set(article.id, article.version);
          onStep?.();
        }
      }
    },
    revisions: () => (options.revisions ? revisionRecords(kb, names, versions) : nothing()),
    redirects: () => redirectRecords(kb, names, options.category === undefined ? null : versions),
    // Synonyms and promotions belong to the whole knowledge base.
    synonyms: () => (options.category === undefined ? synonymRecords(kb) : nothing()),
    promotions: () => (options.category === undefined ? promotionRecords(kb, names) : nothing()),
  };

  const head = { format: JSON_FORMAT, version: JSON_VERSION, exported_at: new Date().toISOString() };
  const site = { url: kb.site.origin, locale: kb.site.locale.toLowerCase() };
  await write(`${JSON.stringify({ ...head, site }).slice(0, -1)}`);
  for (const section of SECTIONS) {
    await write(`,\n"${section}":[`);
    for await (const record of parts[section]()) {
      if (signal?.aborted) return { counts, interrupted: true };
      await write(`${counts[section] === 0 ? '' : ','}\n${JSON.stringify(record)}`);
      counts[section] += 1;
    }
    await write(counts[section] === 0 ? ']' : '\n]');
  }
  await write(`,\n"counts":${JSON.stringify(counts)}}\n`);
  return { counts, interrupted: false };
}

async function* nothing(): AsyncGenerator<object> {}

/**
 * Finds a category with its descendants, all other categories of its articles, and the ancestors of all of them.
 * Without them, the articles would have other URLs or access rules.
 */
async function categoriesAround(
  { db, categories }: JsonSource,
  category: number,
  articleIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const tree = categories.tree();
  const found = new Set(tree.subtree(category));
  for (let start = 0; start < articleIds.length; start += BATCH) {
    const rows = await db.query
      .selectFrom('post_terms')
      .select('term_id')
      .distinct()
      .where('post_id', 'in', articleIds.slice(start, start + BATCH))
      .execute();
    for (const { term_id } of rows) found.add(term_id);
  }
  return new Set([...found].flatMap((id) => tree.ancestry(id).map((above) => above.id)));
}

/** Parents first. */
async function* categoryRecords(
  { categories, access }: JsonSource,
  names: Names,
  categoryIds: ReadonlySet<number> | null,
): AsyncGenerator<object> {
  const { ofCategory } = access.rules.snapshot();
  for (const category of categories
    .tree()
    .all()
    .toSorted((one, other) => one.depth - other.depth)) {
    if (uuidOfCategory(category) === null || (categoryIds && !categoryIds.has(category.id))) continue;
    yield await toCategoryRecord(category, names, ofCategory.get(category.id) ?? null);
  }
}

async function countersOf({ db }: JsonSource, batch: readonly Article[]): Promise<Map<number, CountersRow>> {
  if (batch.length === 0) return new Map();
  const rows = await db.query
    .selectFrom('kb_article_figures')
    .selectAll()
    .where(
      'article_id',
      'in',
      batch.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.map((row) => [row.article_id, row]));
}

/** Finds the ids of articles with attachments. */
async function withAttachments({ db }: JsonSource, batch: readonly Article[]): Promise<ReadonlySet<number>> {
  if (batch.length === 0) return new Set();
  const ids = batch.map(({ id }) => id);
  const rows = await db.query
    .selectFrom('kb_attachments')
    .select('article_id')
    .distinct()
    .where('article_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ article_id }) => article_id));
}

/** Reads revisions up to the exported version of each article. */
async function* revisionRecords(
  { db }: JsonSource,
  names: Names,
  versions: ReadonlyMap<number, number>,
): AsyncGenerator<object> {
  for (const [articleId, newest] of versions) {
    for (let after = 0; ; ) {
      const rows = await db.query
        .selectFrom('kb_revisions')
        .selectAll()
        .where('article_id', '=', articleId)
        .where('version', '>', after)
        .where('version', '<=', newest)
        .orderBy('version')
        .limit(BATCH)
        .execute();
      for (const row of rows) {
        const revision = {
          articleId,
          version: row.version,
          kind: row.kind as RevisionKind,
          parentVersion: row.parent_version,
          authorId: row.author_id,
          createdAt: utc.decode(row.created_at),
          title: row.title,
          excerpt: row.excerpt,
          content: row.content,
          contentFormat: row.content_format as ContentFormat,
          fields: json.decode(row.fields) as RevisionFields,
        };
        yield await toRevisionRecord(revision, names.article(articleId) ?? '', names);
        after = row.version;
      }
      if (rows.length < BATCH) break;
    }
  }
}

/** @param only articles whose redirects are included; null for all redirects */
async function* redirectRecords(
  { db }: JsonSource,
  names: Names,
  only: ReadonlyMap<number, number> | null,
): AsyncGenerator<RedirectRecord> {
  for (let after = ''; ; ) {
    const rows = await db.query
      .selectFrom('kb_redirects')
      .selectAll()
      .where('address', '>', after)
      .orderBy('address')
      .limit(BATCH)
      .execute();
    for (const { locale, path, kind: stored, target_id, target_url: url, address } of rows) {
      after = address;
      const kind = stored as Redirect['kind'];
      const target =
        kind === 'article' ? names.article(target_id) : kind === 'category' ? names.category(target_id) : null;
      const leads = kind === 'article' || kind === 'category' ? target !== null : true;
      const isWanted = only === null || (kind === 'article' && only.has(target_id));
      if (leads && isWanted) yield { locale, path, kind, target, url };
    }
    if (rows.length < BATCH) return;
  }
}

/** Reads the synonym groups. */
async function* synonymRecords({ db }: JsonSource): AsyncGenerator<SynonymRecord> {
  for (const { locale, words, also } of await readGroups(db)) yield { locale, words, also };
}

/** Reads the promotions, skipping those whose articles no longer exist. */
async function* promotionRecords({ db }: JsonSource, names: Names): AsyncGenerator<PromotionRecord> {
  for (const { locale, query, articles } of await readPromotions(db)) {
    const uuids = articles.flatMap((id) => names.article(id) ?? []);
    if (uuids.length > 0) yield { locale, query, articles: uuids };
  }
}
