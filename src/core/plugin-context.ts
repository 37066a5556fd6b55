import type { Hooks } from '../hooks/hooks.js';
import type { Access } from './access/capabilities.js';
import type { Commands } from './commands.js';
import type { Config } from './config.js';
import type { Content } from './content/content.js';
import type { Database } from './database/database.js';
import { HostError } from './errors.js';
import type { Users } from './identity/users.js';
import type { Assets } from './pages/assets.js';
import type { RenderPage } from './pages/render.js';
import type { Pages } from './pages/router.js';
import type { Templates } from './pages/templates.js';
import type { PluginApis, PluginContext } from './plugin.js';
import type { Registry } from './rest/registry.js';
import type { Versions } from './services/bus/versions.js';
import type { Site } from './site.js';

/** The parts of a host that plugins reach through their context. */
export interface HostParts {
  readonly config: Config;
  readonly site: Site;
  readonly hooks: Hooks;
  readonly db: Database;
  readonly access: Access;
  readonly content: Content;
  readonly users: Users;
  readonly registry: Registry;
  readonly templates: Templates;
  readonly assets: Assets;
  readonly pages: Pages;
  readonly render: RenderPage;
  readonly commands: Commands;
  readonly versions: Versions;
}

/** What the host keeps of a plugin while it is active. */
export interface PluginRecord {
  readonly name: string;
  api: unknown;
  readonly onReady: (() => void | Promise<void>)[];
  readonly onClose: (() => void | Promise<void>)[];
}

/** Binds the host's parts to a plugin, so that all it registers is known to be its own. */
export function createPluginContext(
  parts: HostParts,
  record: PluginRecord,
  plugins: ReadonlyMap<string, PluginRecord>,
): PluginContext {
  const { name: owner } = record;
  const { hooks, registry, access, templates, assets, pages, commands } = parts;
  return {
    name: owner,
    site: parts.site,
    hooks: hooks.forOwner(owner),
    rest: { route: (namespace, definition) => registry.route(namespace, definition, owner) },
    access: {
      capability: (name, definition) => access.capability(name, { ...definition, owner }),
      meta: (name, mapper) => access.meta(name, mapper, { owner }),
      role: (name, definition) => access.role(name, { ...definition, owner }),
      can: access.can,
    },
    db: parts.db,
    content: parts.content,
    users: parts.users,
    templates: {
      add: (folder, options) => templates.add(folder, owner, options),
      render: templates.render,
    },
    pages: {
      mount: (path, handler, options) => pages.mount(path, handler, owner, options),
      render: parts.render,
      assets: (namespace, folder) => assets.add(namespace, folder, owner),
      assetHref: assets.href,
    },
    cli: { command: (name, definition) => commands.command(name, definition, owner) },
    versions: parts.versions,
    log: parts.config.log.child({ plugin: owner }),
    debug: parts.config.debug,
    plugin<Name extends keyof PluginApis & string>(name: Name): PluginApis[Name] {
      const other = plugins.get(name);
      if (!other) {
        throw new HostError(
          'plugin_missing',
          `"${owner}" asked for the plugin "${name}", which is not active. Name it in "requires".`,
        );
      }
      // The published type is the plugin's own promise: it declares PluginApis beside what its setup returns.
      return other.api as PluginApis[Name];
    },
    onReady: (callback) => record.onReady.push(callback),
    onClose: (callback) => record.onClose.push(callback),
  };
}

/** Takes back everything a plugin registered, last things first. Errors of its own clean-up are logged, never in the way. */
export async function removePlugin(parts: HostParts, record: PluginRecord): Promise<void> {
  for (const callback of record.onClose.toReversed()) {
    try {
      await callback();
    } catch (error) {
      parts.config.log.error({ err: error, plugin: record.name }, 'A plugin failed to close');
    }
  }
  const { hooks, registry, access, templates, assets, pages, commands } = parts;
  for (const part of [hooks, registry, access, templates, assets, pages, commands]) part.removeOwner(record.name);
}
