import { createHash } from 'node:crypto';
import { type Database, json, type Versions } from '../../../index.js';
import { createLatest } from '../latest.js';
import type { AccessRule, StoredRule } from './rule.js';

/** The version row that changes of rules bump. */
export const ACCESS_VERSION = 'kb_access';

/** How often a rule is looked for anew that another process keeps, or purges, at the same moment. */
const ATTEMPTS = 3;

/** All rules, as of one moment. They are few: a handful of distinct ones, and one for each password. */
export interface RuleSnapshot {
  readonly rules: ReadonlyMap<number, StoredRule>;
  /** The id of the rule of each category that has one of its own. */
  readonly ofCategory: ReadonlyMap<number, number>;
}

/**
 * Keeps rules. None is ever changed: another rule has another id, and what opened the old one does not open it. Only people
 * whose accounts are gone are taken out of them, by `gone-people.ts`.
 */
export interface Rules {
  /** As of the last change this process has heard of. */
  snapshot(): RuleSnapshot;
  /** Null for none, and for one that is not known here (yet). */
  get(id: number | null): AccessRule | null;
  ofCategory(id: number): AccessRule | null;
  /**
   * The id of a rule that says this, a new one if there is none. Not to be asked inside a transaction: whoever loses a
   * race reads what the winner wrote.
   */
  keep(rule: AccessRule): Promise<number>;
  /** Gives a category a rule of its own, or takes it away. Within the caller's transaction if there is one. */
  hang(categoryId: number, ruleId: number | null): Promise<void>;
  refresh(): Promise<void>;
}

export function createRules({ db, versions }: { db: Database; versions: Versions }): Rules {
  const { current: snapshot, refresh } = createLatest<RuleSnapshot>({ rules: new Map(), ofCategory: new Map() }, read);

  /** The id of the rule with this hash, which is not without use any more; undefined for none. */
  async function claim(hash: string): Promise<number | undefined> {
    const rules = db.query.selectFrom('kb_access_rules').select(['id', 'unused_at']).where('hash', '=', hash);
    const row = await rules.executeTakeFirst();
    if (!row || row.unused_at === null) return row?.id;
    const marked = db.query.updateTable('kb_access_rules').set({ unused_at: null }).where('id', '=', row.id);
    // It may have been purged meanwhile.
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
        const known = await claim(hash);
        if (known !== undefined) return known;
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
