import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bank } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { invoicesOf } from '../../bench/bank/payments.mjs';
import { writeStatement } from '../../bench/bank/statements.mjs';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';
import { bankListener } from './heard-bank-run.js';

const COUNT = shortOrFull(200, 10_000);
const ROUNDS = shortOrFull(1, 10);
const KILLS = shortOrFull(2, 5);

describe.each(dialects)('bank run with killed processes, on $name', { timeout: 1_800_000 }, (dialect) => {
  const cleanups: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  interface Site extends SharedDatabase {
    readonly folder: string;
  }

  /** Site with open receivables, and a folder with payments. */
  async function prepare(): Promise<Site> {
    const folder = await mkdtemp(path.join(tmpdir(), 'mortise-run-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const database = await shareDatabase(dialect, { plugins: [bank(), bankListener] });
    cleanups.push(database.close);
    const host = await openHost({ url: database.url, folder });
    const { receivables } = host.plugin('bank');
    for (const invoice of invoicesOf(COUNT)) await receivables.create({ ...invoice, currency: 'CZK' });
    await host.close();
    await mkdir(path.join(folder, 'inbox'));
    for (const format of ['camt', 'mt940'] as const) {
      // Both files contain the same transactions, so those of the second are known or doubtful.
      await writeStatement(format, COUNT, path.join(folder, 'inbox', `a.${format}`));
    }
    return { ...database, folder };
  }

  const openHost = ({ url, folder }: Pick<Site, 'folder' | 'url'>): Promise<TestHost> =>
    createTestHost({
      database: url,
      debug: false,
      plugins: [bank({ inboxes: [{ name: 'drop', folder, settle: 0 }] }), bankListener],
    });

  /** Completes a run and delivers all events, including those of killed processes. */
  async function finish(site: Site): Promise<void> {
    await site.db.query.updateTable('locks').set({ expires_at: 0 }).execute();
    await site.db.query.updateTable('outbox').set({ claimed_until: 0, due_at: 0 }).execute();
    const host = await openHost(site);
    // Only serving processes deliver events that others left.
    await host.listen();
    try {
      const { processing } = host.plugin('bank');
      const run = await processing.process({ trigger: 'command', startedBy: null, isForced: true, isDryRun: false });
      expect(run).toMatchObject({ status: 'finished', totals: { errors: 0 } });
      const left = () => site.db.query.selectFrom('outbox').select('id').execute();
      await expect.poll(async () => (await left()).length, { timeout: 300_000, interval: 200 }).toBe(0);
    } finally {
      await host.close();
    }
  }

  /** Row ids have gaps after kills, so rows are identified by their content. */
  async function stateOf({ db, folder }: Site) {
    const transactions = await db.query
      .selectFrom('bank_transactions')
      .leftJoin('bank_transactions as doubted', 'doubted.id', 'bank_transactions.duplicate_of')
      .select(['bank_transactions.dedup_key', 'bank_transactions.format', 'bank_transactions.status'])
      .select(['bank_transactions.allocated', 'bank_transactions.findings', 'doubted.dedup_key as doubted_key'])
      .orderBy('bank_transactions.dedup_key')
      .execute();
    const receivables = await db.query
      .selectFrom('bank_receivables')
      .select(['reference', 'status', 'amount_paid', 'amount_left'])
      .orderBy('reference')
      .execute();
    const payments = await db.query
      .selectFrom('bank_payments')
      .innerJoin('bank_transactions', 'bank_transactions.id', 'bank_payments.transaction_id')
      .select(['dedup_key', 'order_id', 'bank_payments.amount', 'rule', 'undone'])
      .orderBy('dedup_key')
      .orderBy('order_id')
      .execute();
    const heard = await db.query
      .selectFrom('heard_of_run')
      .select(['event', 'subject'])
      .orderBy('event')
      .orderBy('subject')
      .execute();
    const running = await db.query.selectFrom('runs').select('id').where('status', '=', 'running').execute();
    const files = { inbox: await readdir(path.join(folder, 'inbox')), done: await readdir(path.join(folder, 'done')) };
    return { transactions, receivables, payments, heard, running, files };
  }

  it('ends like an undisturbed run, with the same rows, payments, files and events', async () => {
    const undisturbed = await prepare();
    const start = performance.now();
    await finish(undisturbed);
    const duration = performance.now() - start;
    const expected = await stateOf(undisturbed);
    expect(new Set(expected.transactions.map(({ status }) => status)).size).toBeGreaterThan(4);
    expect(new Set(expected.heard.map(({ event }) => event)).size).toBeGreaterThan(5);
    expect(expected).toMatchObject({ running: [], files: { inbox: [], done: ['a.camt', 'a.mt940'] } });

    for (let round = 0; round < ROUNDS; round += 1) {
      const site = await prepare();
      await killLoop({
        rounds: KILLS,
        within: duration / 2,
        async start() {
          await site.db.query.updateTable('locks').set({ expires_at: 0 }).execute();
          return site.start('run-bank', site.folder);
        },
      });
      await finish(site);
      expect(await stateOf(site)).toEqual(expected);
    }
  });
});
