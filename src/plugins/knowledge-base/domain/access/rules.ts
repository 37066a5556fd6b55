import { createHash } from 'node:crypto';
import { type Database, json } from '../../../../database.js';
import type { Versions } from '../../../../services.js';
import { createLatest } from '../reloadable-value.js';
import type { AccessRule, StoredRule } from './rule.js';

/** Version row bumped by every rule change. */
export const ACCESS_VERSION = 'kb_access';

/** Maximum attempts to store a rule while another process stores or purges the same one. */
const ATTEMPTS = 3;

/** Snapshot of all rules. There are few: a handful of distinct ones, plus one per password. */
export interface RuleSnapshot {
  readonly rules: ReadonlyMap<number, StoredRule>;
  /** Rule id by category id, for categories with their own rule. */
  readonly ofCategory: ReadonlyMap<number, number>;
}

/**
 * Stores rules, which are immutable: a changed rule gets a new id, so earlier unlocks do not apply to it. Only
 * deleted users are removed in place, by `deleted-users.ts`.
 */
export interface Rules {
  /** Rules as of the last change that reached this process. */
  snapshot(): RuleSnapshot;
  /** Null for no id, and for a rule this process has not loaded yet. */
  get(id: number | null): AccessRule | null;
  ofCategory(id: number): AccessRule | null;
  /**
   * Returns the id of the rule with this content, creating it if necessary. Do not call it inside a transaction: the
   * loser of a race must be able to read the winner's row.
   */
  keep(rule: AccessRule): Promise<number>;
  /** Assigns a rule to a category, or removes it (null). Joins the caller's transaction if there is one. */
  hang(categoryId: number, ruleId: number | null): Promise<void>;
  refresh(): Promise<void>;
}

export function createRules({ db, versions }: { db: Database; versions: Versions }): Rules {
  const { current: snapshot, refresh } = createLatest<RuleSnapshot>({ rules: new Map(), ofCategory: new Map() }, read);

  /** Returns the id of the rule with this hash and clears its unused mark; undefined if there is none. */
  async function claim(hash: string): Promise<number | undefined> {
    const rules = db.query.selectFrom('kb_access_rules').select(['id', 'unused_at']).where('hash', '=', hash);
    const row = await rules.executeTakeFirst();
    if (!row || row.unused_at === null) return row?.id;
    const marked = db.query.updateTable('kb_access_rules').set({ unused_at: null }).where('id', '=', row.id);
    // The row may have been purged since it was read.
    return (await marked.executeTakeFirst()).numUpdatedRows === 0n ? undefined : row.id;
  }

  async function read(): Promise<RuleSnapshot> {
    const [rules, hung] = await Promise.all([
      db.query.selectFrom('kb_access_rules').select(['id', 'rule']).execute(),
      db.query.selectFrom('kb_category_rules').selectAll().execute(),
    ]);
    return {
      rules: new Map(rules.map(({ id, rule }) => [id, { id, rule: json.decode(rule) as AccessRule }])),
      ofCategory: new Map(hung.map((row) => [row.category_id, row.rule_id])),
    };
  }

  const get = (id: number | null): AccessRule | null => (id === null ? null : (snapshot().rules.get(id)?.rule ?? null));

  return {
    snapshot,
    get,
    ofCategory: (id) => get(snapshot().ofCategory.get(id) ?? null),
    refresh,
    async keep(rule) {
      const text = json.encode(rule);
      const hash = createHash('sha256').update(text).digest('hex');
      for (let attempt = 1; ; attempt += 1) {
        const existing = await claim(hash);
        if (existing !== undefined) return existing;
        try {
          const id = await db.insert('kb_access_rules', { hash, rule: text, unused_at: null });
          await versions.bump(ACCESS_VERSION);
          await refresh();
          return id;
        } catch (error) {
          if (!db.isUniqueViolation(error) || attempt === ATTEMPTS) throw error;
        }
      }
    },
    async hang(categoryId, ruleId) {
      if (ruleId === null) {
        await db.query.deleteFrom('kb_category_rules').where('category_id', '=', categoryId).execute();
      } else {
        const row = { category_id: categoryId, rule_id: ruleId };
        await db.upsert('kb_category_rules', row, ['category_id'], { rule_id: ruleId });
      }
      await versions.bump(ACCESS_VERSION);
    },
  };
}
