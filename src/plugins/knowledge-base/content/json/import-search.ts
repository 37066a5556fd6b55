import { isDeepStrictEqual } from 'node:util';
import { HostError } from '../../../../index.js';
import { isPublic } from '../../domain/articles/article.js';
import type { Tally } from '../import/report.js';
import type { JsonRun } from './json-run.js';
import type { PromotionRecord, RedirectRecord, SynonymRecord } from './records.js';

/**
 * Adds a synonym group that does not exist yet.
 * @throws HostError 400 `vendor_kb_invalid_synonym`, 403 `rest_forbidden`
 */
export async function importSynonym(run: JsonRun, record: SynonymRecord): Promise<keyof Tally> {
  assertMayManageSearch(run);
  const { kb, dryRun, actor } = run;
  if (dryRun) {
    const [examined] = await kb.synonyms.examine([record]);
    if (examined?.outcome === 'invalid') throw examined.error;
    return examined?.outcome === 'new' ? 'created' : 'unchanged';
  }
  try {
    await kb.synonyms.create(record, actor);
    return 'created';
  } catch (error) {
    if (error instanceof HostError && error.code === 'vendor_kb_synonym_exists') return 'unchanged';
    throw error;
  }
}

/**
 * Imports a promotion. An existing promotion for the query is kept unless it may be overwritten.
 * @returns null if none of its articles exists
 * @throws HostError 400 `vendor_kb_invalid_promotion`, 403 `rest_forbidden`
 */
export async function importPromotion(run: JsonRun, record: PromotionRecord): Promise<keyof Tally | null> {
  assertMayManageSearch(run);
  const { kb, targets, update, report, dryRun, actor } = run;
  const { locale, query } = record;
  const found = await Promise.all(record.articles.map(targets.article));
  const articles = found.filter((id) => id !== undefined);
  const present = await kb.promotions.find(locale, query);
  // In a dry run, articles that it would create do not exist yet.
  if (dryRun && articles.length < found.length) return present ? 'unchanged' : 'created';
  if (articles.length === 0) return null;
  if (articles.length < found.length) {
    report.warnings.push({ key: query, message: 'Some of its promoted articles do not exist here.' });
  }
  if (present === null) {
    if (!dryRun) await kb.promotions.create({ locale, query, articles }, actor);
    return 'created';
  }
  if (isDeepStrictEqual([present.query, present.articles], [query, articles])) return 'unchanged';
  if (update !== 'overwrite') {
    report.edited.push(query);
    return 'unchanged';
  }
  if (!dryRun) await kb.promotions.update(present.id, { query, articles }, actor);
  return 'updated';
}

/** Over REST, a user may import without the permission to manage search. */
function assertMayManageSearch({ canManageSearch = true }: JsonRun): void {
  if (canManageSearch) return;
  const message = 'Your account cannot manage synonyms and promoted results. They were skipped.';
  throw new HostError('rest_forbidden', message, { status: 403, missing_capability: 'manage_kb_search' });
}

/** Imports a redirect; null if its target does not exist or its path is in use. */
export async function importRedirect(run: JsonRun, record: RedirectRecord): Promise<keyof Tally | null> {
  const { kb, update, created, dryRun } = run;
  const { locale, path, kind, url } = record;
  const targetId = await targetOf(run, record);
  if (targetId === undefined) return null;
  const article = await kb.articles.byPath(locale, path);
  if (kb.categories.tree().byPath(locale, path) || (article && isPublic(article))) return null;
  const found = await kb.redirects.find(locale, path);
  const present = found?.rest === '' ? found : null;
  if (present) {
    const isSame =
      present.kind === kind && present.targetUrl === url && (kind === 'gone' || present.targetId === targetId);
    // If several articles had the path, the last one imported by this run wins.
    const isOfRun =
      present.kind === 'article' ? created.articles.has(present.targetId) : created.categories.has(present.targetId);
    if (isSame || !(update === 'overwrite' || isOfRun)) return 'unchanged';
  }
  if (!dryRun) await kb.redirects.add({ locale, path, kind, targetId, ...(url !== null && { targetUrl: url }) });
  return present ? 'updated' : 'created';
}

async function targetOf({ targets }: JsonRun, { kind, target, url }: RedirectRecord): Promise<number | undefined> {
  switch (kind) {
    case 'article':
      return target === null ? undefined : targets.article(target);
    case 'category':
      return target === null ? undefined : targets.findCategory(target);
    case 'external':
      return url === null ? undefined : 0;
    default:
      return 0;
  }
}
