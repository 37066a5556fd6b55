import { createHash } from 'node:crypto';
import { type Database, json, type Versions } from '../../../index.js';
import type { AccessRule } from './rule.js';
import { withoutPeople } from './rule.js';
import { ACCESS_VERSION } from './rules.js';

interface Parts {
  readonly db: Database;
  readonly versions: Pick<Versions, 'bump'>;
}

/** The ids of the rules that name somebody among those whom they let in. */
export async function rulesNaming({ db }: Pick<Parts, 'db'>, userId: number): Promise<number[]> {
  const rules = await rulesOfPeople(db);
  return rules.flatMap(({ id, rule }) => (rule.users?.includes(userId) ? [id] : []));
}

/**
 * Takes people whose accounts are gone out of the rules that name them, each in a transaction, or in that of the caller.
 * A rule stays where it hangs: whoever has it, or is about to get it, has the narrower one at once. It is the only change
 * of a rule that there is, and never lets in anybody.
 */
export async function removeFromRules({ db, versions }: Parts, gone: ReadonlySet<number>): Promise<void> {
  for (const { id, rule } of await rulesOfPeople(db)) {
    if (rule.users?.some((userId) => gone.has(userId))) await narrow({ db, versions }, id, gone);
  }
}

/** The same for all whose accounts went without anybody having said so here. */
export async function removeGonePeople({ db, versions }: Parts): Promise<void> {
  const named = new Set((await rulesOfPeople(db)).flatMap(({ rule }) => rule.users ?? []));
  if (named.size === 0) return;
  // Asked after the rules were read: whoever is named by then has an account, or had one.
  const present = await db.query
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...named])
    .execute();
  for (const { id } of present) named.delete(id);
  if (named.size > 0) await removeFromRules({ db, versions }, named);
}

async function rulesOfPeople(db: Database): Promise<{ id: number; rule: AccessRule }[]> {
  const rows = await db.query
    .selectFrom('kb_access_rules')
    .select(['id', 'rule'])
    .where('rule', 'like', '%"users"%')
    .orderBy('id')
    .execute();
  return rows.map(({ id, rule }) => ({ id, rule: json.decode(rule) as AccessRule }));
}

/** Two who go at the same moment are taken out one after the other. */
function narrow({ db, versions }: Parts, id: number, gone: ReadonlySet<number>): Promise<void> {
  return db.transaction(async () => {
    const row = await db.query
      .selectFrom('kb_access_rules')
      .select('rule')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const rule = json.encode(withoutPeople(json.decode(row.rule) as AccessRule, gone));
    // Another rule may say the same by now, and has the digest of it: nobody looks for this one any more.
    const hash = createHash('sha256').update(`${id}\n${rule}`).digest('hex');
    await db.query.updateTable('kb_access_rules').set({ rule, hash }).where('id', '=', id).execute();
    await versions.bump(ACCESS_VERSION);
  });
}
