import { setTimeout as sleep } from 'node:timers/promises';
import type { Hooks } from '../../hooks/hooks.js';
import type { Database } from '../database/database.js';
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
 * where the plugin is complete and can be activated again. Once its status is `uninstalling` it cannot, since half of it
 * would look like all of it: jobs, schedules, licences and files are removed, then the tables that its migrations made,
 * options and settings. Killed anywhere, it is completed by another run.
 * @throws HostError before anything is removed: `plugin_export_differs`, 409 `plugin_export_exists`,
 *   `database_table_referenced`
 */
export async function uninstallPlugin(
  parts: UninstallParts,
  plugin: Plugin,
  { exportTo }: UninstallOptions,
): Promise<Uninstallation> {
  const { db, hooks, options, versions, state } = parts;
  await db.assertDroppable(plugin.name, plugin.migrations ?? []);
  await waitForFarewell(db, state.changedAt);
  const stored = await db.tablesOf(plugin.name);
  const context = uninstallContext(parts, plugin);
  // Of one that is half gone there is nothing to be made but what is left of its tables and files.
  const addContent = async (folder: ExportFolder): Promise<void> => {
    if (state.status === 'inactive') await plugin.uninstallExport?.(context, folder);
  };
  const exported =
    exportTo === null ? null : await exportPlugin({ ...parts, folder: exportTo, plugin, tables: stored, addContent });
  await plugin.uninstall?.(context);
  await announce(hooks, plugin.name);
  await writePluginStatus({ db, versions: null }, plugin, 'uninstalling');
  const files = await removeLeavings(parts, plugin.name);
  const tables = await db.dropOwned(plugin.name);
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
