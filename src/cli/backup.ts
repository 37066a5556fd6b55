import path from 'node:path';
import { createBackup } from '../core/backup/create-backup.js';
import type { Manifest } from '../core/backup/manifest.js';
import { openBackup } from '../core/backup/open-backup.js';
import { replacedTables, restoreBackup } from '../core/backup/restore-backup.js';
import type { CommandContext, CommandDefinitions } from '../core/commands.js';
import { withoutPassword } from '../core/database/address.js';
import { type MaintainedDatabase, openForMaintenance } from '../core/database/maintenance.js';
import { databaseAddress } from '../core/host/config.js';
import { siteMigrations } from '../core/host/core-migrations.js';
import type { HostOptions } from '../core/host/host-options.js';
import type { ObjectStore } from '../core/services/objects/object-store.js';
import { resolveServices } from '../core/services/service-options.js';
import { openObjectStore } from '../core/services/services.js';

const FILE = { name: 'file', description: 'the backup' };

/** Commands of `mortise backup`. They need no host, because the site they repair may not start. */
export function backupCommands(site: HostOptions): CommandDefinitions {
  return {
    'backup create': {
      summary: 'Back up the database and files into one file',
      arguments: [{ ...FILE, description: 'new file; default: a file in this folder, named by time', optional: true }],
      run: (context) => withSite(site, (parts) => create(site, parts, context)),
    },
    'backup restore': {
      summary: 'Verify a backup, then restore the site from it',
      arguments: [FILE],
      options: [{ flags: '--force', description: 'replace the existing site' }],
      run: (context) => withSite(site, (parts) => restore(site, parts, context)),
    },
    'backup verify': {
      summary: 'Verify every byte of a backup and show its contents',
      arguments: [FILE],
      run: (context) => verify(context),
    },
  };
}

interface SiteParts {
  readonly db: MaintainedDatabase;
  readonly objects: ObjectStore;
}

async function withSite<T>(site: HostOptions, work: (parts: SiteParts) => Promise<T>): Promise<T> {
  const objects = await openObjectStore(resolveServices(site, process.env));
  const db = openForMaintenance(databaseAddress(site));
  try {
    return await work({ db, objects });
  } finally {
    await db.close();
    objects.close();
  }
}

async function create(
  site: HostOptions,
  { db, objects }: SiteParts,
  { args, output, signal }: CommandContext,
): Promise<void> {
  const file = args.file ?? `mortise-${new Date().toISOString().replace(/[:.]/g, '-')}.tar`;
  const migrations = siteMigrations(site.plugins ?? []);
  const { progress } = output;
  const { manifest, foreign } = await createBackup({ db, objects, migrations, file, signal, progress });
  report(file, manifest, output);
  if (foreign.length > 0) {
    output.note(`Tables that Mortise did not create are not in the backup: ${foreign.join(', ')}.`);
  }
  output.note("The backup does not include the site's secret, the configuration and unsent emails.");
}

async function restore(site: HostOptions, { db, objects }: SiteParts, context: CommandContext): Promise<void> {
  const { args, options, output, signal } = context;
  const force = options.force === true;
  const file = args.file ?? '';
  const migrations = siteMigrations(site.plugins ?? []);
  if (force) {
    const replaced = await replacedTables({ db, migrations });
    for (const { table, rows } of replaced) output.note(`${table}: ${rows} rows`);
    const address = withoutPassword(databaseAddress(site));
    await context.confirm(`Drop these ${replaced.length} tables in ${address} and restore the backup?`);
  }
  const { progress } = output;
  report(file, await restoreBackup({ db, objects, file, migrations, force, signal, progress }), output);
  output.note('The restore is complete and every row was compared. Start the site with its previous secret.');
}

async function verify({ args, output, signal }: CommandContext): Promise<void> {
  const file = args.file ?? '';
  const backup = await openBackup(file, { signal, progress: output.progress });
  await backup.close();
  report(file, backup.manifest, output);
}

function report(
  file: string,
  { createdAt, release, server, tables, files }: Manifest,
  output: CommandContext['output'],
) {
  output.record({
    file: path.resolve(file),
    created_at: createdAt,
    release,
    server,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.length,
    file_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  });
}
