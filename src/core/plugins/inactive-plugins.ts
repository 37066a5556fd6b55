import { sql } from 'kysely';
import type { MaintainedDatabase } from '../database/maintenance.js';
import { pluginsTable } from './tables.js';

/** Names of the plugins that are not to be set up, also in a database that knows nothing of that yet. */
export async function inactivePlugins({ executor, dialect }: MaintainedDatabase): Promise<string[]> {
  if (!(await dialect.inspection.names(executor)).includes(pluginsTable.name)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(pluginsTable.name)} where status <> 'active'`.execute(executor);
  return rows.map(({ name }) => name);
}
