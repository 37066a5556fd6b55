import { sql } from 'kysely';
import { readOwnSchema } from '../database/adoption.js';
import type { MaintainedDatabase } from '../database/maintenance.js';
import { ownTables } from '../database/schema-record.js';
import { pluginsMigrations, pluginsTable } from './tables.js';

/** Lists the names of inactive plugins. Empty if the database contains no site. */
export async function inactivePlugins({ executor, dialect }: MaintainedDatabase): Promise<string[]> {
  const state = await readOwnSchema(executor, dialect.inspection, [['plugins', pluginsMigrations]]);
  if (!ownTables(state, state.catalog.objects).some(({ name }) => name === pluginsTable.name)) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(pluginsTable.name)} where status <> 'active'`.execute(executor);
  return rows.map(({ name }) => name);
}
