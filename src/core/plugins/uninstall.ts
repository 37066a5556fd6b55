import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Hooks } from '../../hooks/hooks.js';
import { bookOf } from '../database/books.js';
import type { Database } from '../database/database.js';
import { declaredSchema } from '../database/declared.js';
import { HostError } from '../errors.js';
import { POLL_INTERVAL } from '../services/bus/versions.js';
import { exportPlugin, type PluginExport } from './export-plugin.js';
import { removeLeavings } from './leavings.js';
import type { LifecycleParts } from './lifecycle.js';
import type { ExportFolder, Plugin, UninstallContext } from './plugin.js';
import { type PluginState, writePluginStatus } from './plugin-states.js';

export interface UninstallOptions {
  /** Folder to be made, into which what the plugin has is written first; null writes nothing. */
  readonly exportTo: string | null;
}

export interface Uninstallation {
  readonly tables: readonly string[];
  /** How many files were removed. */
  readonly files: number;
  /** What was written; null without an export. */
  readonly exported: PluginExport | null;
}

type UninstallParts = LifecycleParts & {
  readonly state: Pick<PluginState, 'status' | 'changedAt'>;
};

/** Until then every process has heard that the plugin was deactivated, and taken it down. */
const FAREWELL = 3 * POLL_INTERVAL;

/**
 * Removes what a plugin has: first its own work (`plugin.uninstall`) and that of others (`plugin_uninstalled`), up to
 * where the plugin is whole and can be activated again. From the note that it is being uninstalled on it cannot, since
 * half of it would look like all of it: jobs, schedules, licences and files go, its book of migrations, its tables,
 * options and settings, and last it is noted as uninstalled. Cut off anywhere, it is completed by another run.
 */
export async function uninstallPlugin(
  parts: UninstallParts,
  plugin: Plugin,
  { exportTo }: UninstallOptions,
): Promise<Uninstallation> {
  const { db, hooks, options, versions, state } = parts;
  await waitForFarewell(db, state.changedAt);
  const tables = await tablesOf(parts, plugin);
  const context = uninstallContext(parts, plugin);
  // Of one that is half gone there is nothing to be made but what is left of its tables and files.
  const addContent = async (folder: ExportFolder): Promise<void> => {
    if (state.status === 'inactive') await plugin.uninstallExport?.(context, folder);
  };
  const exported =
    exportTo === null ? null : await exportPlugin({ ...parts, folder: exportTo, plugin, tables, addContent });
  await plugin.uninstall?.(context);
  await announce(hooks, plugin.name);
  await writePluginStatus({ db, versions: null }, plugin, 'uninstalling');
  const files = await removeLeavings(parts, plugin.name);
  const book = bookOf(plugin.name);
  for (const name of [`${book}_migration`, `${book}_migration_lock`, ...tables]) {
    await sql`drop table if exists ${sql.table(name)}`.execute(db.query);
  }
  await options.deleteOwned(plugin.name);
  await writePluginStatus({ db, versions }, plugin, 'uninstalled');
  return { tables, files, exported };
}

/** What a plugin works with that is to go. */
export function uninstallContext(parts: LifecycleParts, { name }: Plugin): UninstallContext {
  const { db, content, media, users, versions, site, log } = parts;
  return { db, content, media, users, versions, site, log: log.child({ plugin: name }) };
}

async function announce(hooks: Hooks, name: string): Promise<void> {
  await hooks.doActionAsync('plugin_uninstalled', name);
}

async function waitForFarewell(db: Database, changedAt: Date | null): Promise<void> {
  const passed = changedAt ? (await db.now()).getTime() - changedAt.getTime() : FAREWELL;
  await sleep(Math.min(FAREWELL, Math.max(0, FAREWELL - passed)));
}

/**
 * The plugin's tables that are there: those that its migrations make, and the others with its prefix.
 * @throws HostError `plugin_tables_shared` (409) when another plugin declares one of them, too
 */
async function tablesOf({ db, configured, coreMigrations }: UninstallParts, plugin: Plugin): Promise<string[]> {
  const own = await declaredSchema(plugin.migrations ?? []);
  const others = [
    ...coreMigrations,
    ...configured.filter(({ name }) => name !== plugin.name).map(({ migrations = [] }) => migrations),
  ];
  const foreign = new Set<string>();
  for (const migrations of others)
    for (const name of (await declaredSchema(migrations)).tables.keys()) foreign.add(name);
  const { tables } = await db.about();
  const { tablePrefix } = plugin;
  const found = tables.filter(
    (name) => own.tables.has(name) || (tablePrefix !== undefined && name.startsWith(tablePrefix) && !foreign.has(name)),
  );
  const shared = found.find((name) => foreign.has(name));
  if (shared === undefined) return found;
  throw new HostError(
    'plugin_tables_shared',
    `The table "${shared}" belongs to more than "${plugin.name}", so nothing was removed.`,
    { status: 409, table: shared },
  );
}
