import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plugin } from '../../../src/index.js';
import { bank } from '../../../src/plugins/bank/index.js';
import { uninstallNotice } from '../../../src/plugins/bank/uninstall.js';
import {
  createStoredUploads,
  type StoredUpload,
  type StoredUploads,
} from '../../../src/plugins/bank/uploads/stored-uploads.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { transactionRow } from './matching/match-site.js';

const IBAN = 'CZ6508000000192000145399';
const TOKEN = 'a'.repeat(64);
const PREVIEW: StoredUpload['preview'] = {
  report: null,
  fault: null,
  detection: {
    format: 'lines',
    encoding: 'utf-8',
    profile: null,
    accounts: [],
    count: 0,
    sums: [],
    from: '',
    to: '',
    entries: [],
    errors: 0,
    warnings: 0,
    problems: [],
  },
};
const PROFILE = {
  kind: 'csv',
  name: 'acme',
  label: 'Acme Bank',
  header: ['Day', 'Sum'],
  dates: ['YYYY-MM-DD'],
  decimal: '.',
  fields: { bookedOn: 'Day', amount: 'Sum' },
  currency: 'EUR',
};

describe.each(dialects)('uninstalling the bank plugin on $name', (dialect) => {
  let host: TestHost;
  let folder: string;
  let inbox: string;
  let uploads: StoredUploads;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [bank()]);
    drop = database.drop;
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-bank-uninstall-'));
    inbox = await mkdtemp(path.join(folder, 'inbox-'));
    const own = bank({ inboxes: [{ name: 'inbox', folder: inbox }] });
    const plugin: Plugin = {
      ...own,
      setup(context) {
        uploads = createStoredUploads(context.objects);
        return own.setup(context);
      },
    };
    host = await createTestHost({
      database: database.url,
      storage: `file:${folder}/files`,
      allowInsecureAuth: true,
      plugins: [plugin],
    });
  });
  afterEach(async () => {
    await host.close();
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Stores an example of everything that the plugin stores. */
  async function fill(): Promise<void> {
    const { receivables, matching, sources, secret, processing, profiles } = host.plugin('bank');
    const order = await receivables.create({ reference: '1001', amountDue: 100_00, currency: 'CZK', iban: IBAN });
    const [row] = await host.db.insertMany('bank_transactions', [transactionRow({ iban: IBAN, name: 'Jane' }, 0)]);
    await matching.match(row?.id ?? 0, [{ orderId: String(order.id) }], 1);
    await sources.create({ name: 'fio', kind: 'fio', isEnabled: true, settings: {}, secrets: { token: TOKEN } });
    await profiles.create(PROFILE);
    await secret.rotate();
    await host.settings.save('bank', { schedule: '0 6 * * *', keepYears: 8 });
    const statement = path.join(inbox, 'statement.txt');
    await writeFile(statement, 'left alone');
    const file = { path: statement, name: 'statement.txt', size: 10 };
    await uploads.keep(file, { userId: 1, name: file.name, size: 10, options: {}, preview: PREVIEW });
    expect(await readdir(`${folder}/files`, { recursive: true })).toContainEqual(expect.stringMatching(/about\.json$/));
    await processing.process({
      trigger: 'session',
      startedBy: 1,
      isForced: true,
      isDryRun: true,
      source: 'inbox',
    });
  }

  async function uninstall(exportTo: string | null) {
    await host.lifecycle.deactivate('bank');
    // There is no other process to notify.
    await host.db.query.updateTable('plugins').set({ changed_at: '2026-01-01 00:00:00.000' }).execute();
    return host.lifecycle.uninstall('bank', { exportTo });
  }

  /** Returns all rows of all tables as text. */
  async function everything(): Promise<string> {
    const { tables } = await host.db.about();
    const rows = await Promise.all(
      tables.map(async (table) => [table, (await sql`select * from ${sql.table(table)}`.execute(host.db.query)).rows]),
    );
    return JSON.stringify(rows);
  }

  it('deletes tables, settings, the secret, schedules and kept uploads, but not site folders', async () => {
    await fill();
    const { tables, exported } = await uninstall(path.join(folder, 'out'));
    expect(tables.filter((name) => !name.startsWith('bank_'))).toEqual([]);
    expect(tables).toEqual(expect.arrayContaining(['bank_transactions', 'bank_sources', 'bank_files']));
    const left = await everything();
    expect(left).not.toMatch(/\["bank_|bank_access_secret|CZ65|Jane|keepYears/);
    expect(left).toContain('["schedules",[]]');
    expect(left).toContain('["runs",[]]');
    expect(await readdir(`${folder}/files`, { recursive: true })).not.toContainEqual(
      expect.stringMatching(/about\.json$/),
    );
    expect(await readdir(inbox)).toContain('statement.txt');
    // Accounting records have to be kept, so the export contains all of them.
    expect(exported?.tables.map(({ table, rows }) => [table, rows > 0])).toContainEqual(['bank_transactions', true]);
    const written = await readFile(path.join(folder, 'out', 'bank_transactions.ndjson'), 'utf8');
    expect(written).toContain(IBAN);
    expect(await readFile(path.join(folder, 'out', 'content', 'runs.ndjson'), 'utf8')).toContain('"type":"bank_run"');
    expect(await readFile(path.join(folder, 'out', 'bank_sources.ndjson'), 'utf8')).not.toContain(TOKEN);
  });

  it('leaves nothing for a later installation', async () => {
    await fill();
    const before = await host.plugin('bank').secret.rotate();
    await uninstall(null);
    await host.lifecycle.activate('bank');
    const { secret, transactions, sources } = host.plugin('bank');
    expect(await secret.matches(before)).toBe(false);
    expect((await transactions.list({ page: 1, perPage: 10 })).total).toBe(0);
    expect(await sources.list()).toEqual([]);
    expect(await host.settings.read('bank')).toMatchObject({ schedule: '', keepYears: 10 });
  });

  it('warns of the number of transactions in every language, unless there are none', async () => {
    expect(await uninstallNotice({ db: host.db }, 'en')).toBeNull();
    await fill();
    for (const locale of ['en', 'de', 'cs', 'es', 'fr', 'ja']) {
      const notice = await uninstallNotice({ db: host.db }, locale);
      expect([locale, notice]).toEqual([locale, expect.stringMatching(/\b1 .*mortise plugins uninstall/)]);
    }
    await uninstall(null);
    expect(await uninstallNotice({ db: host.db }, 'en')).toBeNull();
  });
});
