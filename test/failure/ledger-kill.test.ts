import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../src/core/calendar.js';
import type { Database } from '../../src/core/database/database.js';
import { createOutbox } from '../../src/core/outbox/outbox.js';
import { createHooks } from '../../src/hooks/hooks.js';
import { createConversionHistory } from '../../src/plugins/affiliate/conversions/history.js';
import { createRollups } from '../../src/plugins/affiliate/statistics/rollups.js';
import { COLUMNS } from '../plugins/affiliate/ledger/ledger-site.js';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';
import { ledgerSiteMigrations } from './ledger-tables.js';

const ROUNDS = shortOrFull(2, 40);

describe.each(dialects)('ledger with killed processes, on $name', { timeout: 300_000 }, (dialect) => {
  let site: SharedDatabase;
  let db: Database;
  beforeEach(async () => {
    site = await shareDatabase(dialect, { migrations: [['affiliate', ledgerSiteMigrations]] });
    db = site.db;
    const eve = await db.insert('affiliate_affiliates', { ...COLUMNS, code: 'eve', user_id: 1 });
    await db.insert('affiliate_affiliates', { ...COLUMNS, code: 'ada', user_id: 2, parent_id: eve });
  });
  afterEach(() => site.close());

  /** Delivers the events of killed processes, as a surviving process would. */
  async function deliverTheRest(): Promise<void> {
    const hooks = createHooks();
    const outbox = createOutbox({ db, hooks, log: pino({ level: 'silent' }), interval: 50 });
    const hear = async (event: string, commission_id: number): Promise<void> => {
      const row = { event_id: outbox.current()?.id ?? '', event, commission_id };
      await db.upsert('heard_commissions', row, ['event_id'], {});
    };
    hooks.addAction('vendor_affiliate_commission_created', ({ id }) => hear('created', id));
    hooks.addAction('vendor_affiliate_commission_approved', ({ id }) => hear('approved', id));
    hooks.addAction('vendor_affiliate_commission_refunded', ({ id }) => hear('refunded', id));
    hooks.addAction('vendor_affiliate_commission_paid', ({ id }) => hear('paid', id));
    // No process is left that could have claimed them.
    await db.query.updateTable('outbox').set({ claimed_until: 0, due_at: 0 }).execute();
    outbox.start();
    try {
      await expect.poll(async () => (await outbox.list()).length, { timeout: 60_000 }).toBe(0);
    } finally {
      await outbox.close();
    }
  }

  async function heard(event: string): Promise<number[]> {
    const rows = await db.query
      .selectFrom('heard_commissions')
      .select('commission_id')
      .where('event', '=', event)
      .orderBy('commission_id')
      .execute();
    return rows.map(({ commission_id }) => commission_id);
  }

  async function expectEventsOfRows(): Promise<void> {
    const rows = await db.query.selectFrom('affiliate_commissions').selectAll().orderBy('id').execute();
    const idsOf = (is: (row: (typeof rows)[number]) => boolean): number[] => rows.filter(is).map(({ id }) => id);
    expect(await heard('created')).toEqual(idsOf(() => true));
    expect(await heard('approved')).toEqual(idsOf(({ approved_at }) => approved_at !== null));
    expect(await heard('paid')).toEqual(idsOf(({ status }) => status === 'paid'));
    const refunds = await db.query
      .selectFrom('affiliate_refunds')
      .select('commission_id')
      .orderBy('commission_id')
      .execute();
    expect(await heard('refunded')).toEqual(refunds.map(({ commission_id }) => commission_id));
    const conversions = await db.query.selectFrom('affiliate_conversions').select('id').orderBy('id').execute();
    const earned = rows.filter(({ parent_id }) => parent_id === 0).map(({ conversion_id }) => conversion_id);
    expect(earned.toSorted((one, other) => one - other)).toEqual(conversions.map(({ id }) => id));
  }

  /** Checks that paid commissions are in one completed payout each, and that payouts match their commissions. */
  async function expectPayoutsOfRows(): Promise<number> {
    const payouts = await db.query.selectFrom('affiliate_payouts').selectAll().execute();
    const rows = await db.query.selectFrom('affiliate_commissions').selectAll().execute();
    for (const { id, status, amount, commissions } of payouts) {
      const inside = rows.filter(({ payout_id }) => payout_id === id);
      const sum = inside.reduce((total, row) => total + row.amount, 0);
      expect([inside.length, sum]).toEqual(status === 'cancelled' ? [0, 0] : [commissions, amount]);
      const expected = status === 'completed' ? 'paid' : 'approved';
      expect(inside.every((row) => row.status === expected)).toBe(true);
      const payments = await db.query
        .selectFrom('affiliate_payments')
        .select('amount')
        .where('payout_id', '=', id)
        .execute();
      expect(payments.reduce((total, payment) => total + payment.amount, 0)).toBe(amount);
    }
    const ids = new Set(payouts.map(({ id }) => id));
    expect(rows.every(({ payout_id }) => payout_id === 0 || ids.has(payout_id))).toBe(true);
    expect(rows.every(({ status, payout_id }) => status !== 'paid' || payout_id > 0)).toBe(true);
    return rows.filter(({ status }) => status === 'paid').length;
  }

  async function expectSumsOfRows(): Promise<void> {
    const read = () =>
      db.query.selectFrom('affiliate_rollups').selectAll().where('conversions', '>', 0).orderBy('value').execute();
    const byKey = (rows: Awaited<ReturnType<typeof read>>) => rows.map((row) => JSON.stringify(row)).sort();
    const before = byKey(await read());
    const conversions = createConversionHistory(db);
    const rollups = createRollups({ db, calendar: createCalendar('UTC'), conversions, now: () => new Date() });
    const days = await db.query.selectFrom('affiliate_rollups').select('day').distinct().execute();
    for (const { day } of days) await rollups.rebuildDay(day);
    expect(byKey(await read())).toEqual(before);
  }

  it('has exactly the events of its commissions, and pays nothing twice', async () => {
    await killLoop({
      rounds: ROUNDS,
      within: 150,
      // Two run concurrently. One is killed midway while the other continues.
      start: (round) => [`a${round}`, `b${round}`].map((name) => site.start('keep-ledger', name)),
      // Both are ready and have completed a round of conversions.
      lines: () => 2,
    });
    await deliverTheRest();
    await expectEventsOfRows();
    expect(await expectPayoutsOfRows()).toBeGreaterThan(0);
    await expectSumsOfRows();
  });
});
