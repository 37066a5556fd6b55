import { createHash } from 'node:crypto';
import { type Database, json } from '../../../../database.js';
import type { Versions } from '../../../../services.js';
import type { AccessRule } from './rule.js';
import { withoutPeople } from './rule.js';
import { ACCESS_VERSION } from './rules.js';

interface Parts {
  readonly db: Database;
  readonly versions: Pick<Versions, 'bump'>;
}

/** Finds the ids of the rules that name a user. */
export async function rulesNaming({ db }: Pick<Parts, 'db'>, userId: number): Promise<number[]> {
  const rules = await rulesOfPeople(db);
  return rules.flatMap(({ id, rule }) => (rule.users?.includes(userId) ? [id] : []));
}

/**
 * Removes deleted users from the rules that name them, each in its own transaction unless the caller opened one. The
 * rule keeps its id, so everything that uses it is narrowed immediately. This is the only change ever made to a
 * rule, and it never grants access.
 */
export async function removeFromRules({ db, versions }: Parts, userIds: ReadonlySet<number>): Promise<void> {
  for (const { id, rule } of await rulesOfPeople(db)) {
    if (rule.users?.some((userId) => userIds.has(userId))) await narrow({ db, versions }, id, userIds);
  }
}

/** Removes all users whose accounts were deleted without an event reaching this plugin. */
export async function removeDeletedUsers({ db, versions }: Parts): Promise<void> {
  const named = new Set((await rulesOfPeople(db)).flatMap(({ rule }) => rule.users ?? []));
  if (named.size === 0) return;
  // Loaded after the rules, so that every user named by then has, or once had, an account.
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

/** Locks the row, so that concurrent removals run one after the other. */
function narrow({ db, versions }: Parts, id: number, userIds: ReadonlySet<number>): Promise<void> {
  return db.transaction(async () => {
    const row = await db.query
      .selectFrom('kb_access_rules')
      .select('rule')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    const rule = json.encode(withoutPeople(json.decode(row.rule) as AccessRule, userIds));
    // Another rule may have the same content and own its hash. Hashing the id as well keeps this row out of lookups.
    const hash = createHash('sha256').update(`${id}\n${rule}`).digest('hex');
    await db.query.updateTable('kb_access_rules').set({ rule, hash }).where('id', '=', id).execute();
    await versions.bump(ACCESS_VERSION);
  });
}
