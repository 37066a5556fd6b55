import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/core/database/database.js';
import { createOutbox } from '../../src/core/outbox/outbox.js';
import { createHooks } from '../../src/hooks/hooks.js';
import { openMatching, type TransactionInput } from '../plugins/bank/matching/match-site.js';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';
import { bankSiteMigrations } from './bank-tables.js';
import { listenToBank } from './listen-to-bank.js';

const ROUNDS = shortOrFull(1, 50);
const ORDERS = shortOrFull(20, 40);
/** Same as in the processes. Results depend on it, since open orders are read at the start of a chunk. */
const CHUNK_SIZE = 5;

/** Payments of all types: exact, partial, excessive, repeated, reversed and unknown. */
const PAYMENTS: readonly TransactionInput[] = Array.from({ length: 3 * ORDERS }, (_, index): TransactionInput => {
  const variableSymbol = String(100_000 + (index % ORDERS));
  if (index % 11 === 10) return { direction: 'debit', variableSymbol };
  if (index % 7 === 6)
    return { remittance: `${100_000 + (index % ORDERS)} ${100_001 + (index % ORDERS)}`, amount: 200_00 };
  return {
    variableSymbol: index % 13 === 12 ? '7' : variableSymbol,
    amount: [100_00, 60_00, 40_00, 150_00][index % 4] ?? 1,
  };
});

/** Returns that arrive before their payments, and those payments: every third is tried and returned again. */
const PAID_ORDERS = Array.from({ length: ORDERS }, (_, index) => String(100_000 + index));
const RETURNS: readonly TransactionInput[] = PAID_ORDERS.flatMap((endToEndId, index) => [
  { direction: 'debit', amount: 100_00, isReversal: true, endToEndId, bookedOn: '2026-04-03' },
  ...(index % 3 === 0
    ? [{ direction: 'debit', amount: 100_00, isReversal: true, endToEndId, bookedOn: '2026-04-12' } as const]
    : []),
]);
const RETURNED: readonly TransactionInput[] = PAID_ORDERS.flatMap((endToEndId, index) => [
  { amount: 100_00, endToEndId, bookedOn: '2026-04-01' },
  ...(index % 3 === 0 ? [{ amount: 100_00, endToEndId, bookedOn: '2026-04-10' }] : []),
]);

describe.each(dialects)('bank matching with killed processes, on $name', { timeout: 600_000 }, (dialect) => {
  const opened: SharedDatabase[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  /** Creates a database with orders and unmatched payments. */
  async function fill(transactions: readonly TransactionInput[] = PAYMENTS) {
    const database = await shareDatabase(dialect, { migrations: [['bank', bankSiteMigrations]] });
    opened.push(database);
    const site = await openMatching(database.db, { chunkSize: CHUNK_SIZE });
    for (let index = 0; index < ORDERS; index += 1) await site.owe(String(100_000 + index));
    await site.come(...transactions);
    return { db: database.db, start: () => database.start('match-transactions'), site };
  }

  async function stored(db: Database) {
    const transactions = await db.query
      .selectFrom('bank_transactions')
      .select(['id', 'status', 'allocated', 'findings', 'reverses_id'])
      .orderBy('id')
      .execute();
    const orders = await db.query
      .selectFrom('bank_receivables')
      .select(['reference', 'status', 'amount_paid', 'amount_left'])
      .orderBy('reference')
      .execute();
    const payments = await db.query
      .selectFrom('bank_payments')
      .select(['transaction_id', 'order_id', 'amount', 'rule'])
      .select(({ eb }) => eb('undone', '>', 0).as('is_undone'))
      .orderBy('transaction_id')
      .orderBy('order_id')
      .execute();
    return { transactions, orders, payments };
  }

  /** Events received by listeners, each as often as it was received. */
  function heard(db: Database) {
    return db.query
      .selectFrom('heard_of_bank')
      .select(['event', 'subject'])
      .orderBy('event')
      .orderBy('subject')
      .execute();
  }

  /** Delivers the events of killed processes, as a surviving process would. */
  async function deliverTheRest(db: Database): Promise<void> {
    const hooks = createHooks();
    const outbox = createOutbox({ db, hooks, log: pino({ level: 'silent' }), interval: 50 });
    listenToBank(db, hooks, outbox);
    await db.query.updateTable('outbox').set({ claimed_until: 0, due_at: 0 }).execute();
    outbox.start();
    try {
      await expect.poll(async () => (await outbox.list()).length, { timeout: 60_000 }).toBe(0);
    } finally {
      await outbox.close();
    }
  }

  /** Starts processes and kills them until one has matched everything. Returns the number of kills. */
  const killUntilDone = (db: Database, start: Awaited<ReturnType<typeof fill>>['start']): Promise<number> =>
    killLoop({
      rounds: 1000,
      untilDone: true,
      async start() {
        // Expires the lock of the killed process, without the wait.
        await db.query.updateTable('locks').set({ expires_at: 0 }).execute();
        const script = start();
        expect(await script.line()).toBe('ready');
        return script;
      },
      // Lets a few chunks through, then kills the process anywhere in the next one.
      lines: () => Math.ceil(Math.random() * 6),
    });

  let expected: { stored: Awaited<ReturnType<typeof stored>>; heard: Awaited<ReturnType<typeof heard>> };
  beforeAll(async () => {
    const { db, site } = await fill();
    listenToBank(db, site.hooks, site.outbox);
    await site.match();
    expected = { stored: await stored(db), heard: await heard(db) };
    await opened.pop()?.close();
  });

  it('ends like an undisturbed one, with every event delivered', async () => {
    expect(new Set(expected.stored.transactions.map(({ status }) => status)).size).toBeGreaterThan(4);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { db, start } = await fill();
      const kills = await killUntilDone(db, start);
      expect(kills).toBeGreaterThan(0);
      await deliverTheRest(db);
      expect(await stored(db)).toEqual(expected.stored);
      expect(await heard(db)).toEqual(expected.heard);
    }
  });

  it('is done by one of two concurrent processes, and by the other if that one dies', async () => {
    const { db, start } = await fill();
    const both = [start(), start()];
    for (const script of both) expect(await script.line()).toBe('ready');
    const firstLines = both.map((script) => script.line());
    const [winner, loser] = await Promise.race([
      firstLines[0]?.then(() => both),
      firstLines[1]?.then(() => both.toReversed()),
    ]).then((inOrder) => inOrder ?? both);
    await winner?.kill('SIGKILL');
    const lines = loser === both[0] ? firstLines[0] : firstLines[1];
    for (let line = await lines; line !== 'done'; ) line = (await loser?.line()) ?? 'done';
    await loser?.kill('SIGKILL');
    await deliverTheRest(db);
    expect(await stored(db)).toEqual(expected.stored);
    expect(await heard(db)).toEqual(expected.heard);
  });

  it('holds returns until their payments arrive, and reverses these', async () => {
    const undisturbed = await fill(RETURNS);
    await undisturbed.site.match();
    await undisturbed.site.come(...RETURNED);
    await undisturbed.site.match();
    const expectedRows = await stored(undisturbed.db);
    expect(new Set(expectedRows.transactions.map(({ status }) => status))).toEqual(new Set(['reversed']));
    expect(new Set(expectedRows.orders.map(({ status }) => status))).toEqual(new Set(['open']));

    for (let round = 0; round < ROUNDS; round += 1) {
      const { db, site, start } = await fill(RETURNS);
      await killUntilDone(db, start);
      expect(new Set((await stored(db)).transactions.map(({ status }) => status))).toEqual(new Set(['review']));
      await site.come(...RETURNED);
      expect(await killUntilDone(db, start)).toBeGreaterThan(0);
      const ended = await stored(db);
      expect(ended.transactions).toEqual(expectedRows.transactions);
      expect(ended.orders).toEqual(expectedRows.orders);
    }
  });
});
