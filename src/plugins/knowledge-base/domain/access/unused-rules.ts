import { type Database, utc } from '../../../../database.js';
import type { Versions } from '../../../../services.js';
import { ACCESS_VERSION } from './rules.js';

/** Milliseconds between marking a rule as unused and deleting it, so that a pending write can still use it. */
const GRACE = 24 * 60 * 60 * 1000;

/** Ids of rules by whether an article, a category or a file uses them. */
export interface RuleUse {
  readonly used: readonly number[];
  readonly unused: readonly number[];
}

export async function findRuleUse(db: Database): Promise<RuleUse> {
  const [rules, articles, categories, files] = await Promise.all([
    db.query.selectFrom('kb_access_rules').select('id').orderBy('id').execute(),
    db.query.selectFrom('kb_articles').select('rule_id').distinct().where('rule_id', 'is not', null).execute(),
    db.query.selectFrom('kb_category_rules').select('rule_id').distinct().execute(),
    db.query.selectFrom('kb_attachments').select('rule_id').distinct().where('rule_id', 'is not', null).execute(),
  ]);
  const named = new Set([...articles, ...categories, ...files].map(({ rule_id }) => rule_id));
  const ids = rules.map(({ id }) => id);
  return { used: ids.filter((id) => named.has(id)), unused: ids.filter((id) => !named.has(id)) };
}

/**
 * Marks unused rules and deletes those marked more than a day ago. `Rules.keep` clears the mark of a rule before the
 * caller stores its id.
 * @returns number of deleted rules
 */
export async function purgeUnusedRules(db: Database, versions: Pick<Versions, 'bump'>): Promise<number> {
  const now = await db.now();
  const { used, unused } = await findRuleUse(db);
  const mark = (ids: readonly number[], unusedAt: string | null) =>
    db.query
      .updateTable('kb_access_rules')
      .set({ unused_at: unusedAt })
      .where('id', 'in', [...ids]);
  if (used.length > 0) await mark(used, null).where('unused_at', 'is not', null).execute();
  if (unused.length === 0) return 0;
  await mark(unused, utc.encode(now)).where('unused_at', 'is', null).execute();
  const { numDeletedRows } = await db.query
    .deleteFrom('kb_access_rules')
    .where('id', 'in', [...unused])
    .where('unused_at', '<=', utc.encode(new Date(now.getTime() - GRACE)))
    .executeTakeFirst();
  if (numDeletedRows > 0n) await versions.bump(ACCESS_VERSION);
  return Number(numDeletedRows);
}
