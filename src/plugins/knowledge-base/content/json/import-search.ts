import { isDeepStrictEqual } from 'node:util';
import { HostError } from '../../../../index.js';
import type { Tally } from '../import/report.js';
import type { JsonRun } from './json-run.js';
import type { PromotionRecord, SynonymRecord } from './records.js';

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
