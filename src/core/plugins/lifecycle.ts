import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Content } from '../content/content.js';
import type { Database } from '../database/database.js';
import { countRows } from '../database/transfer/read-rows.js';
import { HostError } from '../errors.js';
import type { Users } from '../identity/users.js';
import type { Media } from '../media/media.js';
import type { Options } from '../options/options.js';
import type { Versions } from '../services/bus/versions.js';
import type { JobsService } from '../services/jobs/jobs.js';
import type { Licences } from '../services/licence/licences.js';
import type { ObjectStore } from '../services/objects/object-store.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import type { Plugin } from './plugin.js';
import type { PluginManager } from './plugin-manager.js';
import './hooks.js';
import { noteWork } from './leavings.js';
import {
  activePlugins,
  assertComplete,
  assertDispensable,
  findPlugin,
  listPluginStates,
  noteRunning,
  PLUGINS_VERSION,
  type PluginState,
  writePluginStatus,
} from './plugin-states.js';
import { type Uninstallation, type UninstallOptions, uninstallContext, uninstallPlugin } from './uninstall.js';

/** Activation status of the configured plugins, shared by all processes of a site and kept across restarts. */
export interface PluginLifecycle {
  list(): Promise<readonly PluginState[]>;
  /**
   * Sets a plugin up in this process immediately and in the others within about two seconds.
   * @throws HostError `plugin_missing`, `plugin_version`, `plugin_uninstalling`, `plugin_setup_failed`. The plugin
   *   stays inactive in these cases
   */
  activate(name: string): Promise<void>;
  /** Deactivates a plugin. @throws HostError `plugin_missing` (404), `plugin_required` (409) */
  deactivate(name: string): Promise<void>;
  /**
   * Returns the plugin's own warning about what uninstalling it deletes. Null if it has none.
   * @param locale BCP 47
   */
  uninstallNotice(name: string, locale: string): Promise<string | null>;
  /**
   * Lists the tables that {@link PluginLifecycle.uninstall} drops: those created by the plugin's migrations.
   * @throws HostError `plugin_missing` (404)
   */
  tables(name: string): Promise<readonly { readonly table: string; readonly rows: number }[]>;
  /**
   * Deletes all data of an inactive plugin, after exporting it.
   * @throws HostError `plugin_missing` (404), `plugin_active` (409), `plugin_export_differs` before anything is
   * deleted
   */
  uninstall(name: string, options: UninstallOptions): Promise<Uninstallation>;
}

/** The lifecycle as the host uses it. */
export interface LifecycleService extends PluginLifecycle {
  /** Sets up the active plugins and starts following changes made by other processes. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface LifecycleParts {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly versions: Versions;
  readonly plugins: PluginManager;
  readonly configured: readonly Plugin[];
  readonly options: Pick<Options, 'deleteOwned'>;
  readonly site: LocalizedSite;
  readonly content: Pick<Content, 'terms'>;
  readonly media: Pick<Media, 'get' | 'read' | 'delete'>;
  readonly users: Pick<Users, 'get'>;
  readonly log: Logger;
  readonly jobs: Pick<JobsService, 'defined' | 'forget'>;
  readonly schedules: Pick<Schedules, 'forget' | 'names'>;
  readonly licences: Pick<Licences, 'deactivate'>;
  readonly objects: ObjectStore;
}

export function createLifecycle(parts: LifecycleParts): LifecycleService {
  const { db, hooks, versions, plugins, configured, log } = parts;
  let subscription: { remove(): void } | undefined;
  // Serializes changes: a form may request one here while another process has made one.
  let changing: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = changing.then(work, work);
    changing = turn.catch(() => undefined);
    return turn;
  }

  const isRunning = (name: string): boolean => plugins.list().some((plugin) => plugin.name === name);

  async function note(running: readonly Plugin[]): Promise<void> {
    await noteRunning(db, running);
    for (const { name } of running) await noteWork(db, name, parts);
  }

  async function start(plugin: Plugin): Promise<void> {
    if (isRunning(plugin.name)) return;
    await plugins.activate([plugin]);
    await note([plugin]);
    await hooks.doActionAsync('plugin_activated', plugin.name);
  }

  async function takeDown(name: string): Promise<void> {
    if (!isRunning(name)) return;
    await plugins.deactivate(name);
    await hooks.doActionAsync('plugin_deactivated', name);
  }

  /** Applies changes made by other processes. Errors are logged, because no caller waits for the result. */
  async function follow(): Promise<void> {
    const active = await activePlugins(db, configured);
    const running = plugins.list().map(({ name }) => name);
    const leaving = running.filter((name) => configured.some((plugin) => plugin.name === name));
    for (const name of leaving.toReversed()) {
      if (!active.some((plugin) => plugin.name === name)) await attempt(name, () => takeDown(name));
    }
    for (const plugin of active) await attempt(plugin.name, () => start(plugin));
  }

  async function attempt(plugin: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, plugin }, 'A plugin could not be activated or deactivated in this process');
    }
  }

  return {
    async start() {
      const active = await activePlugins(db, configured);
      await plugins.activate(active);
      await note(active);
      // Not awaited: a change made here triggers this callback within its own turn, which would wait for itself.
      subscription = versions.watch(PLUGINS_VERSION, () => {
        inTurn(follow).catch((error: unknown) =>
          log.error({ err: error }, 'Plugins could not be updated after a change'),
        );
      });
    },
    list: () => listPluginStates(db, configured),
    activate: (name) =>
      inTurn(async () => {
        const plugin = await assertComplete(db, configured, name);
        await start(plugin);
        await writePluginStatus({ db, versions }, plugin, 'active');
      }),
    deactivate: (name) =>
      inTurn(async () => {
        await assertDispensable(db, configured, name);
        await writePluginStatus({ db, versions }, findPlugin(configured, name), 'inactive');
        await takeDown(name);
      }),
    async uninstallNotice(name, locale) {
      const plugin = findPlugin(configured, name);
      return (await plugin.uninstallNotice?.(uninstallContext(parts, plugin), locale)) ?? null;
    },
    async tables(name) {
      findPlugin(configured, name);
      const executor = db.query as unknown as Kysely<unknown>;
      const tables: { table: string; rows: number }[] = [];
      for (const table of await db.tablesOf(name)) {
        tables.push({ table: table.name, rows: await countRows(executor, table.name) });
      }
      return tables;
    },
    uninstall: (name, options) =>
      inTurn(async () => {
        const plugin = findPlugin(configured, name);
        const state = (await listPluginStates(db, configured)).find((each) => each.name === name);
        if (!state || state.status === 'active' || isRunning(name)) throw active(name);
        return uninstallPlugin({ ...parts, state }, plugin, options);
      }),
    async close() {
      subscription?.remove();
      await changing;
    },
  };
}

function active(name: string): HostError {
  return new HostError('plugin_active', `"${name}" is active. Run "mortise plugins deactivate ${name}" first.`, {
    status: 409,
  });
}
