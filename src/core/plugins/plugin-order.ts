import satisfies from 'semver/functions/satisfies.js';
import valid from 'semver/functions/valid.js';
import validRange from 'semver/ranges/valid.js';
import { assertTablePrefix } from '../database/identifiers.js';
import { HostError } from '../errors.js';
import type { Plugin } from './plugin.js';

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Sorts plugins for setup: requirements first, otherwise in the given order.
 * @throws HostError `plugin_invalid`, `plugin_duplicate`, `plugin_requirement_missing` (names both), `plugin_version`,
 *   `plugin_cycle` (names the whole cycle)
 */
export function orderPlugins(plugins: readonly Plugin[], active: readonly Plugin[] = []): Plugin[] {
  const byName = new Map(active.map((plugin) => [plugin.name, plugin]));
  for (const plugin of plugins) {
    assertValid(plugin);
    if (byName.has(plugin.name)) {
      throw new HostError('plugin_duplicate', `The plugin "${plugin.name}" is listed twice. Remove one of them.`);
    }
    byName.set(plugin.name, plugin);
  }
  const ordered = new Set<Plugin>(active);
  for (const plugin of plugins) visit(plugin, byName, ordered, []);
  return [...ordered].filter((plugin) => !active.includes(plugin));
}

function visit(
  plugin: Plugin,
  byName: ReadonlyMap<string, Plugin>,
  ordered: Set<Plugin>,
  path: readonly string[],
): void {
  if (ordered.has(plugin)) return;
  if (path.includes(plugin.name)) {
    const cycle = [...path.slice(path.indexOf(plugin.name)), plugin.name];
    throw new HostError('plugin_cycle', `These plugins require each other: ${cycle.join(' -> ')}.`, {
      cycle,
    });
  }
  for (const [name, range] of Object.entries(plugin.requires ?? {})) {
    visit(requirement(plugin, name, range, byName), byName, ordered, [...path, plugin.name]);
  }
  ordered.add(plugin);
}

function requirement(plugin: Plugin, name: string, range: string, byName: ReadonlyMap<string, Plugin>): Plugin {
  const required = byName.get(name);
  if (!required) {
    throw new HostError(
      'plugin_requirement_missing',
      `The plugin "${plugin.name}" requires "${name}" ${range}. Add it to the plugins.`,
      {
        plugin: plugin.name,
        requires: name,
      },
    );
  }
  if (!satisfies(required.version, range)) {
    throw new HostError(
      'plugin_version',
      `The plugin "${plugin.name}" requires "${name}" ${range}, but version ${required.version} is installed.`,
      { plugin: plugin.name, requires: name },
    );
  }
  return required;
}

function assertValid(plugin: Plugin): void {
  const problem = !NAME.test(plugin.name)
    ? `"${plugin.name}" is not a plugin name. Use lowercase words with hyphens, such as "acme-recipes".`
    : !valid(plugin.version)
      ? `The version "${plugin.version}" of "${plugin.name}" is not a semantic version such as 1.0.0.`
      : Object.values(plugin.requires ?? {}).some((range) => !validRange(range))
        ? `"${plugin.name}" requires an invalid version range.`
        : null;
  if (problem) throw new HostError('plugin_invalid', problem);
  if (plugin.tablePrefix !== undefined) assertTablePrefix(plugin.tablePrefix);
}
