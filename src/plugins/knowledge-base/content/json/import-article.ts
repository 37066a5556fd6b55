import { utc } from '../../../../database.js';
import { HostError } from '../../../../index.js';
import type { Article, ArticleInput } from '../../domain/articles/article.js';
import { incrementCounters } from '../../domain/articles/article-counters.js';
import { allowedTransitions } from '../../domain/articles/article-states.js';
import { setImportedVotes } from '../../domain/ratings/imported-votes.js';
import { assertMayImport } from '../import/import-access.js';
import { ruleIdOf } from '../import/import-item.js';
import type { ImportItem } from '../import/item.js';
import type { Tally } from '../import/report.js';
import type { JsonRun } from './json-run.js';
import type { ArticleRecord, CountersRecord } from './records.js';

/** Result of importing an article. */
export interface ImportedArticle {
  readonly outcome: keyof Tally;
  readonly id: number;
}

/** Placeholder id of an article that a dry run would create. */
const DRY_ID = 0;

/**
 * Creates an article with all its data in one transaction, or updates the existing one from the file. Related
 * articles are linked later, when all articles exist.
 * @param item the record as import item, after the filters
 * @throws HostError 422 `vendor_kb_import_invalid` if one of its categories is missing; 403 `rest_forbidden` for an
 *   access rule without the required permission; errors of a save
 */
export async function importArticle(run: JsonRun, record: ArticleRecord, item: ImportItem): Promise<ImportedArticle> {
  const { kb, targets, update, report, dryRun, settled } = run;
  const id = await targets.article(record.uuid);
  const present = id === undefined ? null : await kb.articles.get(id);
  const modifiedAt = new Date(record.modified_at);
  if (present) {
    if (present.modifiedAt.getTime() === modifiedAt.getTime()) settled.add(present.id);
    const isNewer = present.modifiedAt < modifiedAt;
    if (update !== 'overwrite' && !(update === 'newer' && isNewer)) {
      if (update === 'newer' && present.modifiedAt > modifiedAt) report.edited.push(record.slug);
      return { id: present.id, outcome: 'unchanged' };
    }
  }
  const isRuled = [record, ...(record.attachments ?? [])].some(({ access_rule }) => access_rule !== null);
  const isRuledHere = present !== null && (await kb.attachments.of(present.id)).some(({ ruleId }) => ruleId !== null);
  assertMayImport(run, isRuled || isRuledHere || item.access !== null, present);
  const categoryIds = record.categories.map(targets.category);
  if (categoryIds.length === 0 && run.under !== undefined) categoryIds.push(run.under);
  if (dryRun) return { id: present?.id ?? DRY_ID, outcome: present ? 'updated' : 'created' };
  const input = await inputOf(run, record, item, categoryIds);
  return present ? change(run, record, present, input) : create(run, record, input);
}

async function create(
  run: JsonRun,
  record: ArticleRecord,
  input: ArticleInput & { title: string },
): Promise<ImportedArticle> {
  const { kb, targets, actor, settled, created } = run;
  const make = (input: ArticleInput & { title: string }): Promise<Article> =>
    kb.db.transaction(async () => {
      const article = await kb.articles.create(input, actor);
      if (record.figures) await saveCounters(run, article.id, record.figures);
      return article;
    });
  const status = stateOf(run, record);
  const article = await make({ ...input, status }).catch((error: unknown) => {
    if (!(error instanceof HostError) || error.code !== 'vendor_kb_slug_taken') throw error;
    const message = `Its slug "${record.slug}" is already in use. It was imported with a slug from its title.`;
    run.report.warnings.push({ key: record.slug, message });
    const { slug: _, ...others } = input;
    return make({ ...others, status });
  });
  targets.addArticle(record.uuid, article.id);
  created.articles.add(article.id);
  settled.add(article.id);
  return { id: article.id, outcome: 'created' };
}

async function change(
  { kb, actor, report, settled }: JsonRun,
  record: ArticleRecord,
  present: Article,
  input: ArticleInput,
): Promise<ImportedArticle> {
  const isAllowed = record.status === present.status || allowedTransitions(present).includes(record.status);
  if (!isAllowed) {
    const message = `Its status cannot change from "${present.status}" to "${record.status}" directly. The status was not changed.`;
    report.warnings.push({ key: record.slug, message });
  }
  const redirects = [...new Set([...record.redirects, ...present.redirects])];
  const status = isAllowed ? record.status : present.status;
  const saved = await kb.articles.update(present.id, { ...input, status, redirects }, actor);
  settled.add(saved.id);
  return { id: saved.id, outcome: saved.version === present.version ? 'unchanged' : 'updated' };
}

async function inputOf(
  run: JsonRun,
  record: ArticleRecord,
  item: ImportItem,
  categoryIds: readonly number[],
): Promise<ArticleInput & { title: string }> {
  const { targets } = run;
  const related = await Promise.all(record.related.map(targets.article));
  return {
    title: item.title,
    content: item.body,
    contentFormat: item.format,
    excerpt: item.description,
    slug: item.slug,
    tags: item.tags,
    meta: item.meta,
    sticky: item.sticky,
    menuOrder: item.order ?? 0,
    uuid: record.uuid,
    locale: record.locale,
    categoryIds,
    version: record.version,
    ruleId: (await ruleIdOf(run, item)) ?? (await targets.rule(record.access_rule)),
    authorId: await targets.user(record.author),
    contributors: await targets.users(record.contributors),
    ...(record.search_aliases && { searchAliases: record.search_aliases }),
    translationKey: record.translation_key,
    redirects: record.redirects,
    reviewBy: record.review_by,
    reviewedAt: dateOf(record.reviewed_at),
    seo: await targets.seo(record.seo),
    related: related.filter((id) => id !== undefined),
    featuredMedia: await targets.media(record.featured_media),
    ...(record.parent_revision !== null && { parentRevision: record.parent_revision }),
    createdAt: new Date(record.created_at),
    modifiedAt: new Date(record.modified_at),
    ...(record.published_at !== null && { publishedAt: new Date(record.published_at) }),
    ...(record.status === 'trash' && {
      trashedFrom: record.trashed_from ?? 'draft',
      trashedAt: dateOf(record.trashed_at),
    }),
  };
}

/** Imports a scheduled article without a publication date as a draft. */
function stateOf({ status, report }: JsonRun, record: ArticleRecord): Article['status'] {
  const targetStatus = status ?? record.status;
  if (targetStatus !== 'future' || record.published_at !== null) return targetStatus;
  const message = 'It is scheduled without a date. It was imported as a draft.';
  report.warnings.push({ key: record.slug, message });
  return 'draft';
}

/** Stores the totals of votes. Individual votes are not exported. */
async function saveCounters({ kb: { db } }: JsonRun, articleId: number, counters: CountersRecord): Promise<void> {
  const { views, ratings, helpful_yes, helpful_no, downloads, last_viewed_at: viewedAt } = counters;
  const [rating_1, rating_2, rating_3, rating_4, rating_5] = ratings;
  await incrementCounters(db, articleId, { views, downloads });
  await setImportedVotes(db, articleId, {
    rating_1,
    rating_2,
    rating_3,
    rating_4,
    rating_5,
    helpful_yes,
    helpful_no,
  });
  if (viewedAt === null) return;
  await db.query
    .updateTable('kb_article_figures')
    .set({ last_viewed_at: utc.encode(new Date(viewedAt)) })
    .where('article_id', '=', articleId)
    .execute();
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
