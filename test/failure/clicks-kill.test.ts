import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../src/core/calendar.js';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import { createConversionHistory } from '../../src/plugins/affiliate/conversions/history.js';
import { createRollups } from '../../src/plugins/affiliate/statistics/rollups.js';
import { migrations } from '../../src/plugins/affiliate/tables/migrations.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';

const ROUNDS = process.env.MORTISE_FULL ? 25 : 2;
const SCRIPT = '../../../failure/processes/record-clicks.ts';

describe.each(dialects)('clicks of killed processes, on $name', { timeout: 240_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Database;
  let scripts: Script[];

  beforeEach(async () => {
    scripts = [];
    ({ url, drop } = await migratedDatabase(dialect));
    db = createDatabase({ url });
    await db.migrate('affiliate', migrations);
  });
  afterEach(async () => {
    await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
    await db.close();
    await drop();
  });

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
    const programme = before.filter((row) => row.affiliate_id === 0 && row.dim === 0);
    expect(programme.reduce((sum, row) => sum + row.clicks, 0)).toBe(total);
    const visitors = await db.query.selectFrom('affiliate_visitors').selectAll().execute();
    expect(programme.reduce((sum, row) => sum + row.unique_clicks, 0)).toBe(visitors.length);
  }

  it('keep everything written, lose only the unwritten end, and match their sums', async () => {
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = round * 1_000_000 + 1;
      const script = startScript(SCRIPT, [url, String(first)]);
      let written = Number(await script.line());
      const killed = sleep(Math.random() * 400).then(() => script.kill('SIGKILL'));
      try {
        for (;;) written = Number(await script.line());
      } catch {
        // The process was killed.
      }
      await killed;
      const numbers = await stored(first);
      expect(numbers.length).toBeGreaterThanOrEqual(written - first + 1);
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => first + index));
      total += numbers.length;
    }
    await expectSumsOfClicks(total);
  });

  it('are complete from three concurrent processes, which share visitors', async () => {
    scripts = [1, 1_000_001, 2_000_001].map((first) => startScript(SCRIPT, [url, String(first), '1000']));
    for (const script of scripts) for (let line = ''; line !== 'done'; ) line = await script.line();
    scripts = [];
    for (const first of [1, 1_000_001, 2_000_001]) {
      expect(await stored(first)).toEqual(Array.from({ length: 1000 }, (_, index) => first + index));
    }
    await expectSumsOfClicks(3000);
    const salts = await db.query.selectFrom('affiliate_salts').select('day').execute();
    expect(new Set(salts.map(({ day }) => day)).size).toBe(salts.length);
  });
});
