import fc from 'fast-check';
import { utc } from 'mortise/database';
import { beforeEach, expect, it } from 'vitest';
import { addDays, createCalendar } from '../../../../src/core/calendar.js';
import type { Database } from '../../../../src/core/database/database.js';
import { deleteOldClicks, firstKeptDay } from '../../../../src/plugins/affiliate/clicks/retention.js';
import { type Click, writeClicks } from '../../../../src/plugins/affiliate/clicks/write-clicks.js';
import { affiliateClicks } from '../../../../src/plugins/affiliate/statistics/affiliate-clicks.js';
import { monthAt, monthlyClicks } from '../../../../src/plugins/affiliate/statistics/monthly.js';
import { overviewClicks } from '../../../../src/plugins/affiliate/statistics/program-overview.js';
import { createRollups } from '../../../../src/plugins/affiliate/statistics/rollups.js';
import { trackingMigrations } from '../../../../src/plugins/affiliate/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';
import { visitorsOf } from '../../../support/visitors.js';
import { click, clicks, conversionHistory, conversions } from './history.js';

const DAYS = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'];
const NOW = new Date('2026-10-27T12:00:00Z');
const calendar = createCalendar('Europe/Berlin');
const TABLES = ['affiliate_clicks', 'visitor_visits', 'affiliate_rollups'] as const;

describeDatabases('click rollup', (database) => {
  let db: Database;
  let history: ReturnType<typeof conversionHistory>;
  beforeEach(async () => {
    db = await database();
    await db.migrate('affiliate', trackingMigrations);
    history = conversionHistory();
  });

  const rollupsOf = (mostValues?: number) =>
    createRollups({
      db,
      calendar,
      conversions: history,
      now: () => NOW,
      ...(mostValues === undefined ? {} : { mostValues }),
    });
  const write = (some: readonly Click[], rollups = rollupsOf()) =>
    writeClicks(
      { db, calendar, rollups, visitors: visitorsOf(db, 'affiliate'), announce: async () => undefined },
      some,
    );

  /** Skips empty rows. They only serve as locks for days. */
  async function sums(): Promise<string[]> {
    const rows = await db.query
      .selectFrom('affiliate_rollups')
      .selectAll()
      .where(({ eb, or }) => or([eb('clicks', '>', 0), eb('conversions', '>', 0)]))
      .execute();
    return rows.map((row) => JSON.stringify(row)).sort();
  }

  async function empty(): Promise<void> {
    for (const table of TABLES) await db.query.deleteFrom(table).execute();
    history.conversions.length = 0;
  }

  it('rebuilds to the same sums as concurrent incremental writes', { timeout: 120_000 }, async () => {
    const batches = fc.array(fc.array(clicks, { minLength: 1, maxLength: 12 }), { maxLength: 5 });
    const most = fc.integer({ min: 1, max: 6 });
    await fc.assert(
      fc.asyncProperty(
        batches,
        fc.array(conversions, { maxLength: 6 }),
        most,
        async (written, converted, mostValues) => {
          await empty();
          const rollups = rollupsOf(mostValues);
          // Several processes write at the same time, with sales in between.
          await Promise.all([
            ...written.map((batch) => write(batch, rollups)),
            ...converted.map(async (conversion) => {
              await rollups.addConversions([conversion]);
              history.conversions.push(conversion);
            }),
          ]);
          const before = await sums();
          for (const day of DAYS) await rollups.rebuildDay(day);
          expect(await sums()).toEqual(before);

          const total = await db.query
            .selectFrom('affiliate_rollups')
            .select(({ fn }) => [fn.sum('clicks').as('clicks'), fn.sum('revenue_minor').as('revenue')])
            .where('affiliate_id', '=', 0)
            .where('dim', '=', 0)
            .executeTakeFirst();
          expect(Number(total?.clicks)).toBe(written.flat().length);
          expect(Number(total?.revenue)).toBe(converted.reduce((sum, { revenueMinor }) => sum + revenueMinor, 0));
          const visitors = new Set(
            written.flat().map((one) => [calendar.dayOf(one.at), one.affiliateId, one.visitor].join()),
          );
          const unique = await db.query
            .selectFrom('affiliate_clicks')
            .select('id')
            .where('is_unique', '=', 1)
            .execute();
          expect(unique).toHaveLength(visitors.size);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('repairs the damaged sums of a day, and leaves other days unchanged', async () => {
    const rollups = rollupsOf();
    await write([
      click(),
      click({ visitor: 'bob', source: 'a.example' }),
      click({ at: new Date('2026-10-26T10:00:00Z') }),
    ]);
    const before = await sums();
    await db.query.updateTable('affiliate_rollups').set({ clicks: 99 }).where('day', '=', '2026-10-25').execute();
    await rollups.rebuildDay('2026-10-25');
    expect(await sums()).toEqual(before);
  });

  it('groups clicks by the days of the time zone, one of which has 25 hours', async () => {
    const at = (time: string) => click({ at: new Date(time), visitor: time });
    await write([
      at('2026-10-24T21:59:59Z'),
      at('2026-10-24T22:00:00Z'),
      at('2026-10-25T22:59:59Z'),
      at('2026-10-25T23:00:00Z'),
    ]);
    const { clicks_data } = await monthlyClicks(db, { year: 2026, month: 10 });
    expect(clicks_data.filter((day) => day.clicks > 0)).toEqual([
      { date: '2026-10-24', clicks: 1, unique: 1, conversions: 0 },
      { date: '2026-10-25', clicks: 2, unique: 2, conversions: 0 },
      { date: '2026-10-26', clicks: 1, unique: 1, conversions: 0 },
    ]);
    const before = await sums();
    for (const day of DAYS) await rollupsOf().rebuildDay(day);
    expect(await sums()).toEqual(before);
  });

  it('counts a click that is written twice only once', async () => {
    const [one, other] = [click(), click()];
    await write([one]);
    await write([one, other]);
    const { total_clicks, unique_clicks } = await monthlyClicks(db, { year: 2026, month: 10 });
    expect({ total_clicks, unique_clicks }).toEqual({ total_clicks: 2, unique_clicks: 1 });
  });

  it('writes clicks and sums together or not at all', async () => {
    await expect(write([click(), click({ affiliateId: Number.NaN })])).rejects.toThrow();
    for (const table of TABLES) expect(await db.query.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('rolls back the sums of a conversion with its transaction', async () => {
    const conversion = { affiliateId: 1, at: NOW, revenueMinor: 1250, campaign: '', source: '', device: '' } as const;
    const attempt = db.transaction(async () => {
      await rollupsOf().addConversions([conversion]);
      throw new Error('no commission');
    });
    await expect(attempt).rejects.toThrow('no commission');
    expect(await sums()).toEqual([]);
  });

  it('refuses to rebuild an invalid day, or one whose clicks were deleted', async () => {
    expect(firstKeptDay('2026-10-27')).toBe('2025-09-01');
    for (const day of ['2025-08-31', '2026-02-30', 'yesterday']) {
      await expect(rollupsOf().rebuildDay(day)).rejects.toMatchObject({ code: 'vendor_affiliate_invalid_param' });
    }
  });

  it('keeps the sums when old clicks are deleted', async () => {
    const at = (day: string) => click({ at: new Date(`${day}T12:00:00Z`) });
    await write([at('2025-08-31'), at('2025-09-01'), at('2026-10-24'), at('2026-10-25'), at('2026-10-27')]);
    const before = await sums();
    await deleteOldClicks({ db, calendar }, NOW);
    expect(await sums()).toEqual(before);
    const days = await db.query.selectFrom('affiliate_clicks').select('clicked_at').orderBy('clicked_at').execute();
    expect(days.map(({ clicked_at }) => calendar.dayOf(utc.decode(clicked_at)))).toEqual([
      '2025-09-01',
      ...DAYS.filter((day) => day !== '2026-10-26'),
    ]);
  });

  it('counts clicks of visitors who opted out, but none as unique', async () => {
    await write([click({ visitor: '' }), click({ visitor: '' }), click({ visitor: 'ada' })]);
    const month = await monthlyClicks(db, { year: 2026, month: 10, affiliateId: 1 });
    expect(month).toMatchObject({ total_clicks: 3, unique_clicks: 1 });
  });

  it('returns the statistics of a month', async () => {
    const rollups = rollupsOf();
    const many = Array.from({ length: 12 }, (_, index) => click({ source: `s${index}.example`, visitor: `v${index}` }));
    await write([...many, click({ source: 's3.example', device: 'tablet', visitor: 'v3' }), click({ visitor: 'v4' })]);
    await write([click({ affiliateId: 2, at: new Date('2026-09-30T10:00:00Z') })]);
    await rollups.addConversions([
      { affiliateId: 1, at: NOW, revenueMinor: 995, campaign: '', source: '', device: '' },
    ]);
    const month = await monthlyClicks(db, { year: 2026, month: 10, affiliateId: 1 });
    expect(month.clicks_data).toHaveLength(31);
    expect(month).toMatchObject({
      total_clicks: 14,
      unique_clicks: 12,
      conversions: 1,
      conversion_rate: 8.33,
      device_breakdown: { desktop: 13, mobile: 0, tablet: 1, other: 0 },
      has_prev_data: false,
      has_next_data: false,
    });
    expect(month.top_sources).toHaveLength(10);
    expect(month.top_sources.slice(0, 2)).toEqual([
      { source: 's3.example', clicks: 2, share: 14.29 },
      { source: 'direct', clicks: 1, share: 7.14 },
    ]);
    expect((await monthlyClicks(db, { year: 2026, month: 10 })).has_prev_data).toBe(true);
    const future = await monthlyClicks(db, { year: 2030, month: 2 });
    expect(future.clicks_data).toHaveLength(28);
    expect(future).toMatchObject({ total_clicks: 0, conversion_rate: 0, top_sources: [], has_prev_data: false });
    expect(monthAt(calendar, new Date('2026-10-31T23:30:00Z'))).toEqual({ year: 2026, month: 11 });
  });

  it('returns the last twelve months and the latest clicks of an affiliate', async () => {
    const some = Array.from({ length: 12 }, (_, index) => click({ at: new Date(Date.UTC(2026, 9, 25, index)) }));
    await write([...some, click({ at: new Date('2025-11-10T10:00:00Z') }), click({ affiliateId: 2 })]);
    await write([click({ at: new Date('2025-10-31T10:00:00Z') })]);
    const converted = some[11]?.id ?? '';
    const parts = { db, calendar, now: () => NOW, convertedOf: async () => new Set([converted]) };
    const { total, months, recent } = await affiliateClicks(parts, 1);
    expect(total.clicks).toBe(14);
    expect(months.map(({ month }) => month)).toEqual([
      ...['2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04'],
      ...['2026-05', '2026-06', '2026-07', '2026-08', '2026-09', '2026-10'],
    ]);
    expect([months[0]?.clicks, months[11]?.clicks]).toEqual([1, 12]);
    expect(recent).toHaveLength(10);
    expect(recent[0]).toMatchObject({
      id: converted,
      converted: true,
      clicked_at: '2026-10-25T11:00:00.000Z',
      source: 'direct',
    });
    expect(recent.filter((one) => one.converted)).toHaveLength(1);
  });

  it('returns the totals and the last thirty days of the program', async () => {
    const today = calendar.dayOf(NOW);
    const at = (day: string, affiliateId: number) => click({ affiliateId, at: new Date(`${day}T12:00:00Z`) });
    await write([at(today, 1), at(addDays(today, -29), 2), at(addDays(today, -30), 2)]);
    expect(await overviewClicks(db, calendar, NOW)).toEqual({
      clicks: { total: 3, unique: 3, last_30d: 2 },
      conversions: { total: 0, last_30d: 0, revenue_minor: 0, rate: 0 },
    });
  });
});
