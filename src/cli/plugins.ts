import path from 'node:path';
import { pino } from 'pino';
import { createHost } from '../blocks/host.js';
import type { CommandContext, CommandDefinitions } from '../core/commands.js';
import { createDatabase, type Database } from '../core/database/database.js';
import { databaseAddress } from '../core/host/config.js';
import type { HostOptions } from '../core/host/host-options.js';
import {
  assertComplete,
  assertDispensable,
  findPlugin,
  listPluginStates,
  writePluginStatus,
} from '../core/plugins/plugin-states.js';
import { pluginsMigrations } from '../core/plugins/tables.js';
import { createVersions, versionsMigrations } from '../core/services/bus/versions.js';

const PLUGIN = [{ name: 'name', description: 'name, as in "plugins list"' }];

/** Commands of `mortise plugins`. They need no host, since a plugin may be what prevents the site from starting. */
export function pluginCommands(site: HostOptions): CommandDefinitions {
  return {
    'plugins list': {
      summary: 'List configured and former plugins',
      run: (context) => list(site, context),
    },
    'plugins activate': {
      summary: 'Activate a plugin',
      arguments: PLUGIN,
      run: (context) => activate(site, context),
    },
    'plugins deactivate': {
      summary: 'Deactivate a plugin; its data stays',
      arguments: PLUGIN,
      run: (context) => deactivate(site, context),
    },
    'plugins uninstall': {
      summary: 'Export the data of a plugin to files, then delete it',
      arguments: PLUGIN,
      options: [
        {
          flags: '--export <folder>',
          description: 'new folder for the export; default: a folder here, named by time',
        },
        { flags: '--no-export', description: 'do not export anything' },
      ],
      run: (context) => uninstall(site, context),
    },
  };
}

async function withStates<T>(site: HostOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const db = createDatabase(databaseAddress(site));
  try {
    await db.migrate('versions', versionsMigrations);
    await db.migrate('plugins', pluginsMigrations);
    return await work(db);
  } finally {
    await db.close();
  }
}

async function list(site: HostOptions, { output }: CommandContext): Promise<void> {
  const states = await withStates(site, (db) => listPluginStates(db, site.plugins ?? []));
  output.rows(
    states.map(({ name, version, status, requires, installedAt }) => ({
      name,
      version,
      status,
      requires: requires.join(','),
      installed: installedAt?.toISOString() ?? '',
    })),
    ['name', 'version', 'status', 'requires'],
  );
}

/** Tests the next start before notifying the running processes. */
async function activate(site: HostOptions, { args, output }: CommandContext): Promise<void> {
  const configured = site.plugins ?? [];
  const name = args.name ?? '';
  await withStates(site, async (db) => {
    const before = (await listPluginStates(db, configured)).find((state) => state.name === name)?.status;
    const plugin = await assertComplete(db, configured, name);
    await writePluginStatus({ db, versions: null }, plugin, 'active');
    try {
      await (await createHost({ log: SILENT, ...site })).close();
    } catch (error) {
      if (before === 'inactive' || before === 'uninstalled') {
        await writePluginStatus({ db, versions: null }, plugin, before);
      }
      throw error;
    }
    await writePluginStatus({ db, versions: createVersions(db, SILENT) }, plugin, 'active');
  });
  output.note(`"${name}" is active. Running processes activate it within about two seconds.`);
}

async function deactivate(site: HostOptions, { args, output }: CommandContext): Promise<void> {
  const configured = site.plugins ?? [];
  const name = args.name ?? '';
  await withStates(site, async (db) => {
    await assertDispensable(db, configured, name);
    const versions = createVersions(db, SILENT);
    await writePluginStatus({ db, versions }, findPlugin(configured, name), 'inactive');
  });
  output.note(`"${name}" is inactive. Running processes deactivate it within about two seconds.`);
}

async function uninstall(site: HostOptions, { args, options, output, confirm }: CommandContext): Promise<void> {
  const { name } = findPlugin(site.plugins ?? [], args.name ?? '');
  const exportTo = options.export === false ? null : path.resolve(folderOf(options.export, name));
  const exportNote = exportTo === null ? 'Nothing is exported.' : `The data is exported to ${exportTo} first.`;
  const host = await createHost({ log: SILENT, ...site });
  try {
    const notice = await host.lifecycle.uninstallNotice(name, 'en');
    for (const { table, rows } of await host.lifecycle.tables(name)) output.note(`${table}: ${rows} rows`);
    await confirm([...(notice === null ? [] : [notice]), `Delete all data of "${name}"?`, exportNote].join(' '));
    const { tables, files, exported } = await host.lifecycle.uninstall(name, { exportTo });
    output.rows(
      tables.map((table) => {
        const written = exported?.tables.find((each) => each.table === table);
        return { table, rows: written?.rows ?? null, sha256: written?.sha256 ?? null };
      }),
      ['table', 'rows', 'sha256'],
    );
    if (files > 0) output.note(`${files} files deleted.`);
    output.note(`"${name}" is uninstalled. Run "mortise plugins activate ${name}" to install it again.`);
    if (exported === null) return;
    const added = exported.content.length;
    output.note(`The export is in ${exportTo}${added > 0 ? `, with ${added} files in "content"` : ''}.`);
  } finally {
    await host.close();
  }
}

function folderOf(option: unknown, name: string): string {
  if (typeof option === 'string') return option;
  return `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}`;
}

/** No log: errors are thrown, and the commands report everything else. */
const SILENT = pino({ level: 'silent' });
