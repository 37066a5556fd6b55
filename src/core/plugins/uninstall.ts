import { setTimeout as sleep } from 'node:timers/promises';
import type { Hooks } from '../../hooks/hooks.js';
import type { Database } from '../database/database.js';
import { exportRuns } from '../runs/owned-data.js';
import { POLL_INTERVAL } from '../services/bus/versions.js';
import { exportPlugin, type PluginExport } from './export-plugin.js';
import { removeLeavings } from './leavings.js';
import type { LifecycleParts } from './lifecycle.js';
import type { ExportFolder, Plugin, UninstallContext } from './plugin.js';
import { type PluginState, writePluginStatus } from './plugin-states.js';

export interface UninstallOptions {
  /** Folder to create for the export. Null for no export. */
  readonly exportTo: string | null;
}

export interface Uninstallation {
  readonly tables: readonly string[];
  /** Number of deleted files. */
  readonly files: number;
  /** The export. Null without one. */
  readonly exported: PluginExport | null;
}

type UninstallParts = LifecycleParts & {
  readonly state: Pick<PluginState, 'status' | 'changedAt'>;
};

/** Milliseconds after which every process has noticed the deactivation and removed the plugin. */
const FAREWELL = 3 * POLL_INTERVAL;

/**
 * Deletes a plugin's data. First `plugin.uninstall` and `plugin_uninstalled` run; up to here the plugin is complete
 * and can be activated again. From the status `uninstalling` on it cannot, since it would be incomplete: jobs,
 * schedules, runs, licences and files are deleted, then the tables created by its migrations, options and settings. After a
 * crash, running it again completes it.
 * @throws HostError before anything is deleted: `plugin_export_differs`, 409 `plugin_export_exists`,
 * `database_table_referenced`
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
  // A partly uninstalled plugin can only export its remaining tables and files.
  const addContent = async (folder: ExportFolder): Promise<void> => {
    await exportRuns(db, plugin.name, folder);
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

/** Creates the context passed to a plugin's uninstall callbacks. */
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
