import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../../../src/core/finding.js';
import { bank } from '../../../../src/plugins/bank/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { type BankSite, openBankSite } from '../routes/bank-site.js';

describe.each(dialects)('bank doctor on $name', (dialect) => {
  let site: BankSite;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [bank()]);
    drop = database.drop;
    site = await openBankSite({ database: database.url });
    await site.bank.secret.rotate();
    await process();
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const process = () =>
    site.bank.processing.process({ trigger: 'command', startedBy: null, isForced: true, isDryRun: false });
  async function findings(): Promise<readonly Finding[]> {
    return (await site.host.doctor.examine({ owner: 'bank' })).flatMap((check) => check.findings);
  }
  const folder = (name: string): string => path.join(path.dirname(site.inbox), name);

  it('reports nothing on a healthy site', async () => {
    expect(await findings()).toEqual([]);
  });

  it('reports a missing secret', async () => {
    await site.bank.secret.revoke();
    expect(await findings()).toMatchObject([{ code: 'secret', severity: 'notice' }]);
  });

  it('reports waiting and failed transactions', async () => {
    await site.come({}, {}, { status: 'error' }, { status: 'review' });
    expect(await findings()).toMatchObject(
      [
        { code: 'matching', subject: 'new', severity: 'notice', message: /^2 imported transactions/ },
        { code: 'matching', subject: 'error', severity: 'error', message: /^1 transactions.*--rematch/ },
        { code: 'matching', subject: 'review', severity: 'notice', message: /^1 transactions/ },
      ].map(expectedFindings),
    );
  });

  it('reports files left by a kill, and refused files', async () => {
    await writeFile(path.join(folder('processing'), 'march.sta'), ':20:');
    await writeFile(path.join(folder('failed'), 'letter.txt'), 'What is this?');
    expect(await findings()).toMatchObject(
      [
        { code: 'inboxes', subject: 'inbox', severity: 'error', message: /was not completed.*bank process/ },
        { code: 'inboxes', subject: 'inbox', severity: 'notice', message: /rejected/ },
      ].map(expectedFindings),
    );
    // Files are still being read while a run holds the lock.
    await site.host.locks.run('bank:bank_run', async () => {
      expect(await findings()).toMatchObject([{ severity: 'notice' }]);
    });
  });

  it('reports a folder that files cannot be moved into', async () => {
    await rm(folder('done'), { recursive: true });
    await writeFile(folder('done'), 'no folder');
    expect(await findings()).toMatchObject(
      [{ code: 'inboxes', severity: 'error', message: /done/ }].map(expectedFindings),
    );
    await rm(path.dirname(site.inbox), { recursive: true });
    // A run creates missing folders.
    expect(await findings()).toEqual([]);
  });

  it('reports failed sources, failed runs, and a long time without a run', async () => {
    await writeFile(path.join(site.inbox, 'letter.txt'), 'What is this?');
    await expect(process()).rejects.toMatchObject({ code: 'vendor_bank_source_failed' });
    await rm(path.join(folder('failed'), 'letter.txt'));
    expect(await findings()).toMatchObject(
      [
        { code: 'sources', subject: 'inbox', severity: 'error', message: /--source=inbox/ },
        { code: 'runs', subject: '2', severity: 'error', message: /^The last run, 2, failed/ },
      ].map(expectedFindings),
    );
    await process();
    await site.host.db.query.updateTable('runs').set({ created_at: '2026-01-01 00:00:00.000' }).execute();
    expect(await findings()).toMatchObject(
      [{ code: 'runs', severity: 'error', message: /hours ago/ }].map(expectedFindings),
    );
  });

  it('reports that there is no source and no run yet', async () => {
    await site.forgetRuns();
    site.host.hooks.addFilter('vendor_bank_sources', () => []);
    expect(await findings()).toMatchObject([
      { code: 'sources', severity: 'notice' },
      { code: 'runs', severity: 'notice' },
    ]);
  });
});

/** Replaces patterns with string matchers. */
function expectedFindings(expected: Readonly<Record<string, RegExp | string | undefined>>): object {
  const entries = Object.entries(expected).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value instanceof RegExp ? expect.stringMatching(value) : value]),
  );
}
