import type { CommandContext, CommandDefinitions, ExitCode } from '../core/commands.js';
import { TABLE_PREFIX, withoutPassword } from '../core/database/address.js';
import { examineDatabase } from '../core/database/doctor/doctor.js';
import { type MaintainedDatabase, openForMaintenance } from '../core/database/maintenance.js';
import { planPrefix, renamePrefix } from '../core/database/rename-prefix.js';
import { databaseStatus } from '../core/database/status.js';
import { DEFAULT_PREFIX } from '../core/database/table-names.js';
import { copyDatabase } from '../core/database/transfer/copy.js';
import { printFindings } from '../core/doctor/command.js';
import { HostError } from '../core/errors.js';
import { databaseAddress } from '../core/host/config.js';
import { siteMigrations } from '../core/host/core-migrations.js';
import type { HostOptions } from '../core/host/host-options.js';
import { inactivePlugins } from '../core/plugins/inactive-plugins.js';
import { orderPlugins } from '../core/plugins/plugin-order.js';
import { isStructured } from './hook-output.js';

type Site = Pick<HostOptions, 'database' | 'plugins'>;

/** Commands of `mortise db`. They need no host, so they also work if none can start on the database. */
export function databaseCommands(site: Site): CommandDefinitions {
  return {
    'db status': {
      summary: 'Show the server, the tables and the migration status',
      run: (context) => withDatabase(site, (db) => showStatus(site, db, context)),
    },
    'db migrate': {
      summary: 'Apply missing migrations, as starting the site does',
      options: [{ flags: '--dry-run', description: 'only show the missing migrations' }],
      run: (context) => withDatabase(site, (db) => applyMigrations(site, db, context)),
    },
    'db doctor': {
      summary: 'Check the database for problems; exit code 1 if there are any',
      options: [{ flags: '--quick', description: "skip the server's own table check" }],
      run: (context) => withDatabase(site, (db) => examine(site, db, context)),
    },
    'db copy': {
      summary: 'Copy the site into another, empty database',
      options: [
        { flags: '--to <url>', description: 'URL of the other database, as in MORTISE_DATABASE_URL' },
        { flags: '--resume', description: 'resume an interrupted copy' },
      ],
      run: (context) => copy(site, context),
    },
    'db rename': {
      summary: 'Change the table prefix of the site',
      options: [
        {
          flags: '--prefix <prefix>',
          description: `new prefix, empty for none; default: the configured one, or ${DEFAULT_PREFIX}`,
        },
      ],
      run: (context) => rename(site, context),
    },
  };
}

async function withDatabase<T>(
  site: Site,
  work: (db: MaintainedDatabase) => Promise<T>,
  options: Parameters<typeof openForMaintenance>[1] = {},
): Promise<T> {
  const db = openForMaintenance(databaseAddress(site), options);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

async function showStatus(site: Site, db: MaintainedDatabase, context: CommandContext): Promise<void> {
  const { output } = context;
  const { server, version, prefix, tables, migrations } = await databaseStatus(db, siteMigrations(site.plugins ?? []));
  const about = { server, version, address: withoutPassword(databaseAddress(site)), prefix };
  if (isStructured(context)) {
    output.record({ ...about, tables, migrations });
    return;
  }
  output.note(`${server} ${version} at ${about.address}, table prefix: ${prefix === '' ? 'none' : prefix}`);
  output.rows(
    tables.map((table) => ({ ...table })),
    ['table', 'rows', 'bytes'],
  );
  const count = (status: string): number => migrations.filter((migration) => migration.status === status).length;
  output.note(`${count('applied')} migrations are applied.`);
  for (const { owner, migration, status } of migrations) {
    if (status === 'missing')
      output.note(`Missing: "${migration}" of "${owner}". Run "mortise db migrate" to apply it.`);
    if (status === 'unknown')
      output.note(`Applied, but unknown to the installed version: "${migration}" of "${owner}".`);
  }
}

async function applyMigrations(site: Site, db: MaintainedDatabase, { options, output }: CommandContext): Promise<void> {
  const inactive = await inactivePlugins(db);
  const owners = siteMigrations(orderPlugins((site.plugins ?? []).filter(({ name }) => !inactive.includes(name))));
  const rows: { owner: string; migration: string }[] = [];
  if (options.dryRun === true) {
    const { migrations } = await databaseStatus(db, owners);
    rows.push(...migrations.filter(({ status }) => status === 'missing'));
  } else {
    rows.push(...(await db.migrate(owners)));
  }
  output.rows(
    rows.map(({ owner, migration }) => ({ owner, migration })),
    ['owner', 'migration'],
  );
  if (rows.length === 0) output.note('All migrations are applied.');
}

async function examine(site: Site, db: MaintainedDatabase, context: CommandContext): Promise<ExitCode> {
  const { options, output, signal } = context;
  const inactive = await inactivePlugins(db);
  const findings = await examineDatabase(db, {
    owners: siteMigrations(site.plugins ?? []).map(([owner, migrations]) => ({
      owner,
      migrations,
      isActive: !inactive.includes(owner),
    })),
    checkTables: options.quick !== true,
    signal,
    progress: output.progress,
  });
  const exitCode = printFindings(context, findings, ['severity', 'code', 'subject']);
  const { prefix } = db.dialect.inspection.names;
  if (findings.length > 0 && prefix !== '') output.note(`Names are shown without the table prefix "${prefix}".`);
  return exitCode;
}

async function copy(site: Site, { options, output, signal }: CommandContext): Promise<void> {
  const { to } = options;
  if (typeof to !== 'string' || to === '') {
    throw new HostError('cli_option_invalid', 'Pass --to with the URL of the other database.', { status: 400 });
  }
  const from = databaseAddress(site);
  const tables = await copyDatabase({
    from,
    // The copied site keeps its configuration except for the URL.
    to: { url: to, tablePrefix: from.tablePrefix, source: '--to' },
    migrations: siteMigrations(site.plugins ?? []),
    resume: options.resume === true,
    signal,
    progress: output.progress,
  });
  output.rows(
    tables.map((table) => ({ ...table })),
    ['table', 'rows', 'checksum'],
  );
  output.note(
    `The site was copied to ${withoutPassword(to)} and every row was compared. Set MORTISE_DATABASE_URL to it.`,
  );
  output.note('Files such as images stay in place. See the option storage.');
}

async function rename(site: Site, { options, output, confirm }: CommandContext): Promise<void> {
  const address = databaseAddress(site);
  const to = options.prefix ?? address.tablePrefix ?? DEFAULT_PREFIX;
  if (typeof to !== 'string' || !TABLE_PREFIX.test(to)) {
    const message =
      '--prefix must have at most 14 lower-case letters, digits and underscores, start with a letter and end with an underscore. Pass --prefix= for no prefix.';
    throw new HostError('cli_option_invalid', message, { status: 400 });
  }
  await withDatabase(
    site,
    async (db) => {
      const { from, tables } = await planPrefix(db, to);
      if (tables.length === 0) {
        output.note(from === to ? 'The tables already have this prefix.' : 'The database contains no site.');
        return;
      }
      for (const [before, after] of tables) output.note(`${before} → ${after}`);
      const where = withoutPassword(address);
      await confirm(`Stop all processes of the site first. Rename these ${tables.length} tables in ${where}?`);
      const change = await renamePrefix(db, to);
      output.record({ from: change.from, to: change.to, tables: change.tables.length });
      if (address.tablePrefix !== undefined && address.tablePrefix !== to) {
        output.note(`Set the option database.tablePrefix to "${to}".`);
      }
    },
    { acceptsOther: true },
  );
}
