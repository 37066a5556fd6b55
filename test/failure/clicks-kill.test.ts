import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../src/core/calendar.js';
import type { Database } from '../../src/core/database/database.js';
import { visitorMigrations } from '../../src/core/visitors/tables.js';
import { createConversionHistory } from '../../src/plugins/affiliate/conversions/history.js';
import { createRollups } from '../../src/plugins/affiliate/statistics/rollups.js';
import { migrations } from '../../src/plugins/affiliate/tables/migrations.js';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';

const ROUNDS = shortOrFull(2, 25);
/** Events of each process that is not killed. */
const COUNT = shortOrFull(400, 1000);

describe.each(dialects)('clicks of killed processes, on $name', { timeout: 240_000 }, (dialect) => {
  let site: SharedDatabase;
  let db: Database;
  beforeEach(async () => {
    site = await shareDatabase(dialect, {
      migrations: [
        ['visitors', visitorMigrations],
        ['affiliate', migrations],
      ],
    });
    db = site.db;
  });
  afterEach(() => site.close());

  /** Numbers of the stored clicks, in the order of writing. */
  const stored = async (from: number) => {
    const rows = await db.query.selectFrom('affiliate_clicks').select('campaign').orderBy('id').execute();
    return rows.map(({ campaign }) => Number(campaign)).filter((number) => number >= from && number < from + 1_000_000);
  };

  const sums = () =>
    db.query
      .selectFrom('affiliate_rollups')
      .selectAll()
      .where('clicks', '>', 0)
      .orderBy('affiliate_id')
      .orderBy('day')
      .orderBy('dim')
      .orderBy('value')
      .execute();

  /** Checks that running sums equal rebuilt ones, and that visitors are counted once. */
  async function expectSumsOfClicks(total: number): Promise<void> {
    const before = await sums();
    const calendar = createCalendar('UTC');
    const rollups = createRollups({ db, calendar, conversions: createConversionHistory(db), now: () => new Date() });
    for (const day of new Set(before.map((row) => row.day))) await rollups.rebuildDay(day);
    expect(await sums()).toEqual(before);
    const program = before.filter((row) => row.affiliate_id === 0 && row.dim === 0);
    expect(program.reduce((sum, row) => sum + row.clicks, 0)).toBe(total);
    const visitors = await db.query.selectFrom('visitor_visits').selectAll().execute();
    expect(program.reduce((sum, row) => sum + row.unique_clicks, 0)).toBe(visitors.length);
  }

  it('keep everything written, lose only the unwritten end, and match their sums', async () => {
    let total = 0;
    await killLoop({
      rounds: ROUNDS,
      within: 200,
      start: (round) => site.start('record-clicks', String(round * 1_000_000 + 1)),
      async check(written, round) {
        const first = round * 1_000_000 + 1;
        const numbers = await stored(first);
        expect(numbers.length).toBeGreaterThanOrEqual(Number(written) - first + 1);
        expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => first + index));
        total += numbers.length;
      },
    });
    await expectSumsOfClicks(total);
  });

  it('are complete from three concurrent processes, which share visitors', async () => {
    const scripts = [1, 1_000_001, 2_000_001].map((first) => site.start('record-clicks', String(first), String(COUNT)));
    for (const script of scripts) for (let line = ''; line !== 'done'; ) line = await script.line();
    for (const first of [1, 1_000_001, 2_000_001]) {
      expect(await stored(first)).toEqual(Array.from({ length: COUNT }, (_, index) => first + index));
    }
    await expectSumsOfClicks(3 * COUNT);
    const salts = await db.query.selectFrom('visitor_salts').select('day').execute();
    expect(new Set(salts.map(({ day }) => day)).size).toBe(salts.length);
  });
});
