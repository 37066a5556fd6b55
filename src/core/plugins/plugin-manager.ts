import { HostError, messageOf } from '../errors.js';
import type { Plugin, PluginApis } from './plugin.js';
import { createPluginContext, type HostParts, type PluginRecord, removePlugin } from './plugin-context.js';
import { orderPlugins } from './plugin-order.js';

/** Sets up and removes the plugins of a host. */
export interface PluginManager {
  /**
   * Sets up plugins, requirements first. Either all of them become active or none; a failed setup leaves nothing
   * behind.
   * @throws HostError of `orderPlugins`, or `plugin_setup_failed` with the plugin's name and the cause
   */
  activate(plugins: readonly Plugin[]): Promise<void>;
  /** @throws HostError `plugin_required` if an active plugin requires it, `plugin_missing` if it is not active */
  deactivate(name: string): Promise<void>;
  list(): readonly { readonly name: string; readonly version: string }[];
  /** @throws HostError `plugin_missing` */
  api<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name];
  close(): Promise<void>;
}

export function createPluginManager(parts: HostParts): PluginManager {
  const active: Plugin[] = [];
  const records = new Map<string, PluginRecord>();

  async function setUp(plugin: Plugin): Promise<void> {
    const record: PluginRecord = { name: plugin.name, api: undefined, isRemoved: false, onReady: [], onClose: [] };
    // Before the setup, so that nothing has to be undone: its errors name the missing table or privilege.
    if (plugin.migrations) await parts.db.migrate(plugin.name, plugin.migrations);
    try {
      record.api = await plugin.setup(createPluginContext(parts, record, records));
    } catch (error) {
      await removePlugin(parts, record);
      throw setupFailed(plugin.name, error);
    }
    records.set(plugin.name, record);
    active.push(plugin);
  }

  async function announceReady({ name }: Plugin): Promise<void> {
    try {
      for (const callback of records.get(name)?.onReady ?? []) await callback();
    } catch (error) {
      throw setupFailed(name, error);
    }
  }

  async function remove(name: string): Promise<void> {
    const record = records.get(name);
    if (!record) return;
    records.delete(name);
    active.splice(
      active.findIndex((plugin) => plugin.name === name),
      1,
    );
    await removePlugin(parts, record);
  }

  return {
    async activate(plugins) {
      const added = orderPlugins(plugins, active);
      try {
        for (const plugin of added) await setUp(plugin);
        for (const plugin of added) await announceReady(plugin);
      } catch (error) {
        for (const plugin of added.toReversed()) await remove(plugin.name);
        throw error;
      }
    },
    async deactivate(name) {
      if (!records.has(name)) throw missing(name);
      const dependents = active
        .filter((plugin) => Object.hasOwn(plugin.requires ?? {}, name))
        .map((plugin) => plugin.name);
      if (dependents.length > 0) {
        throw new HostError(
          'plugin_required',
          `"${name}" is required by ${dependents.join(', ')}. Deactivate them first.`,
          {
            status: 409,
            dependents,
          },
        );
      }
      await remove(name);
    },
    list: () => active.map(({ name, version }) => ({ name, version })),
    api<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name] {
      const record = records.get(name);
      if (!record) throw missing(name);
      return record.api as PluginApis[Name];
    },
    async close() {
      for (const plugin of active.toReversed()) await remove(plugin.name);
    },
  };
}

function setupFailed(name: string, cause: unknown): HostError {
  const reason = messageOf(cause);
  return new HostError(
    'plugin_setup_failed',
    `The plugin "${name}" could not be set up: ${reason}`,
    { plugin: name },
    { cause },
  );
}

function missing(name: string): HostError {
  return new HostError('plugin_missing', `The plugin "${name}" is not active.`, { status: 404 });
}
