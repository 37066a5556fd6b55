import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Versions } from '../services/bus/versions.js';
import type { Plugin } from './plugin.js';
import { orderPlugins } from './plugin-order.js';
import './tables.js';

/**
 * Status of a plugin. `uninstalled` is inactive without tables, `uninstalling` is an interrupted uninstallation, and
 * `removed` is no longer configured.
 */
export type PluginStatus = 'active' | 'inactive' | 'uninstalling' | 'uninstalled' | 'removed';

/** A plugin as shown to operators. */
export interface PluginState {
  readonly name: string;
  /** The configured version, or the last active one if the plugin is not configured. */
  readonly version: string;
  readonly status: PluginStatus;
  readonly requires: readonly string[];
  readonly installedAt: Date | null;
  readonly changedAt: Date | null;
}

/** Version row that is bumped when a plugin is activated or deactivated. */
export const PLUGINS_VERSION = 'plugins';

/** Lists configured plugins in the order of the configuration, then removed ones. */
export async function listPluginStates(db: Database, configured: readonly Plugin[]): Promise<PluginState[]> {
  const rows = await db.query.selectFrom('plugins').selectAll().orderBy('name').execute();
  const rowsByName = new Map(rows.map((row) => [row.name, row]));
  const states = configured.map(({ name, version, requires = {} }): PluginState => {
    const row = rowsByName.get(name);
    return {
      name,
      version,
      status: row ? statusOf(row.status) : 'active',
      requires: Object.keys(requires),
      installedAt: row ? utc.decode(row.installed_at) : null,
      changedAt: row ? utc.decode(row.changed_at) : null,
    };
  });
  const removed = rows
    .filter(({ name }) => !configured.some((plugin) => plugin.name === name))
    .map(
      ({ name, version, installed_at, changed_at }): PluginState => ({
        name,
        version,
        status: 'removed',
        requires: [],
        installedAt: utc.decode(installed_at),
        changedAt: utc.decode(changed_at),
      }),
    );
  return [...states, ...removed];
}

/**
 * Returns the plugins to set up.
 * @throws HostError `plugin_inactive` if one of them requires a deactivated plugin
 */
export async function activePlugins(db: Database, configured: readonly Plugin[]): Promise<Plugin[]> {
  const states = await listPluginStates(db, configured);
  const isActive = (name: string): boolean => states.some((state) => state.name === name && state.status === 'active');
  const active = configured.filter(({ name }) => isActive(name));
  for (const { name, requires = {} } of active) {
    const inactive = Object.keys(requires).find(
      (required) => !isActive(required) && configured.some((plugin) => plugin.name === required),
    );
    if (inactive === undefined) continue;
    throw new HostError(
      'plugin_inactive',
      `The plugin "${name}" requires "${inactive}", which was deactivated. Run "mortise plugins activate ${inactive}".`,
      { plugin: name, requires: inactive },
    );
  }
  return active;
}

/**
 * Rejects deactivating a plugin that others require.
 * @throws HostError `plugin_missing` (404), `plugin_required`, `plugin_uninstalling` (409)
 */
export async function assertDispensable(db: Database, configured: readonly Plugin[], name: string): Promise<void> {
  findPlugin(configured, name);
  const states = await listPluginStates(db, configured);
  // A partly uninstalled plugin must not appear as merely inactive.
  if (states.some((state) => state.name === name && state.status === 'uninstalling')) throw uninstalling(name);
  const dependents = states
    .filter(({ status, requires }) => status === 'active' && requires.includes(name))
    .map((state) => state.name);
  if (dependents.length === 0) return;
  throw new HostError('plugin_required', `"${name}" is required by ${dependents.join(', ')}. Deactivate them first.`, {
    status: 409,
    dependents,
  });
}

/**
 * Rejects activating a plugin whose requirements are not met.
 * @throws HostError `plugin_missing` (404 for an unknown name), `plugin_version`, `plugin_uninstalling` (409)
 */
export async function assertComplete(db: Database, configured: readonly Plugin[], name: string): Promise<Plugin> {
  const plugin = findPlugin(configured, name);
  const states = await listPluginStates(db, configured);
  if (states.some((state) => state.name === name && state.status === 'uninstalling')) throw uninstalling(name);
  const others = configured.filter((other) =>
    states.some((state) => state.name === other.name && state.status === 'active' && other !== plugin),
  );
  orderPlugins([...others, plugin]);
  return plugin;
}

export function findPlugin(configured: readonly Plugin[], name: string): Plugin {
  const plugin = configured.find((each) => each.name === name);
  if (plugin) return plugin;
  throw new HostError('plugin_missing', `The plugin "${name}" is not in the configuration.`, { status: 404 });
}

/** Stores the new status of a plugin. Every process acts on it when `versions` notifies it. */
export async function writePluginStatus(
  { db, versions }: { readonly db: Database; readonly versions: Pick<Versions, 'bump'> | null },
  { name, version }: Pick<Plugin, 'name' | 'version'>,
  status: Exclude<PluginStatus, 'removed'>,
): Promise<void> {
  await db.transaction(async () => {
    const now = utc.encode(await db.now());
    const row = { name, version, status, installed_at: now, changed_at: now };
    await db.upsert('plugins', row, ['name'], { version, status, changed_at: now });
    await versions?.bump(PLUGINS_VERSION);
  });
}

/** Records the running version of each plugin without changing its status. */
export async function noteRunning(db: Database, plugins: readonly Plugin[]): Promise<void> {
  const rows = await db.query.selectFrom('plugins').select(['name', 'version']).execute();
  const changed = plugins.filter(
    ({ name, version }) => !rows.some((row) => row.name === name && row.version === version),
  );
  if (changed.length === 0) return;
  const now = utc.encode(await db.now());
  for (const { name, version } of changed) {
    const row = { name, version, status: 'active', installed_at: now, changed_at: now };
    await db.upsert('plugins', row, ['name'], { version });
  }
}

function statusOf(text: string): PluginStatus {
  return text === 'active' || text === 'uninstalled' || text === 'uninstalling' ? text : 'inactive';
}

function uninstalling(name: string): HostError {
  return new HostError(
    'plugin_uninstalling',
    `"${name}" is partly uninstalled. Run "mortise plugins uninstall ${name}" again to complete it. You can activate the plugin afterwards.`,
    { status: 409 },
  );
}
