import { createHash } from 'node:crypto';
import { type Database, json, type Versions } from '../../../index.js';
import { createLatest } from '../latest.js';
import type { AccessRule, StoredRule } from './rule.js';

/** The version row that changes of rules bump. */
export const ACCESS_VERSION = 'kb_access';

/** All rules, as of one moment. They are few: a handful of distinct ones, and one for each password. */
export interface RuleSnapshot {
  readonly rules: ReadonlyMap<number, StoredRule>;
  /** The id of the rule of each category that has one of its own. */
  readonly ofCategory: ReadonlyMap<number, number>;
}

/** Keeps rules. None is ever changed: another rule has another id, and what opened the old one does not open it. */
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

  async function idOf(hash: string): Promise<number | undefined> {
    const row = await db.query.selectFrom('kb_access_rules').select('id').where('hash', '=', hash).executeTakeFirst();
    return row?.id;
  }

  async function insert(hash: string, rule: string): Promise<number> {
    try {
      return await db.insert('kb_access_rules', { hash, rule });
    } catch (error) {
      const winner = db.isUniqueViolation(error) ? await idOf(hash) : undefined;
      if (winner === undefined) throw error;
      return winner;
    }
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
      const known = await idOf(hash);
      if (known !== undefined) return known;
      const id = await insert(hash, text);
      await versions.bump(ACCESS_VERSION);
      await refresh();
      return id;
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
