import { sql } from 'kysely';
import type { Finding } from '../../finding.js';
import type { StoredTable } from '../inspection.js';
import type { MaintainedDatabase } from '../maintenance.js';

/** Lists the locks that are currently held. */
export async function findLeases(
  { executor, dialect }: Pick<MaintainedDatabase, 'dialect' | 'executor'>,
  stored: ReadonlyMap<string, StoredTable>,
): Promise<Finding[]> {
  if (!stored.has('locks')) return [];
  const { rows } = await sql<{ name: string; remaining: number }>`
    select name, expires_at - ${dialect.clock} as remaining from ${sql.table('locks')}
    where expires_at > ${dialect.clock} order by name`.execute(executor);
  return rows.map(({ name, remaining }) => ({
    severity: 'notice',
    code: 'lease_held',
    subject: name,
    message: `"${name}" is being worked on. If its process is gone, the lock ends by itself in ${Math.ceil(Number(remaining) / 1000)} s.`,
  }));
}
