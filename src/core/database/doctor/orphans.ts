import { type Kysely, sql } from 'kysely';
import type { Finding } from '../../finding.js';
import type { StoredTable } from '../inspection.js';

/** Core rows that are meaningless without their owner; each lookup uses an index. */
const BELONGS_TO: readonly (readonly [table: string, column: string, owner: string])[] = [
  ['user_roles', 'user_id', 'users'],
  ['sessions', 'user_id', 'users'],
  ['application_passwords', 'user_id', 'users'],
  ['api_keys', 'user_id', 'users'],
  ['password_resets', 'user_id', 'users'],
  ['post_terms', 'post_id', 'posts'],
  ['post_terms', 'term_id', 'terms'],
];

/** Finds rows whose owner no longer exists. */
export async function findOrphans(
  executor: Kysely<unknown>,
  stored: ReadonlyMap<string, StoredTable>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [table, column, owner] of BELONGS_TO) {
    if (!stored.get(table)?.columns.some(({ name }) => name === column) || !stored.has(owner)) continue;
    const reference = sql.ref(`${table}.${column}`);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}
      where ${reference} is not null
        and not exists (select 1 from ${sql.table(owner)} where ${sql.ref(`${owner}.id`)} = ${reference})`.execute(
      executor,
    );
    const count = Number(rows[0]?.count ?? 0);
    if (count === 0) continue;
    const message = `${count} rows of "${table}" refer to deleted rows of "${owner}". They have no effect; delete them.`;
    findings.push({ severity: 'warning', code: 'rows_orphaned', subject: `${table}.${column}`, message });
  }
  return findings;
}
