import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../src/core/calendar.js';
import type { Database } from '../../src/core/database/database.js';
import { visitorMigrations } from '../../src/core/visitors/tables.js';
import { rebuildDay } from '../../src/plugins/knowledge-base/content/statistics/write.js';
import { migrations } from '../../src/plugins/knowledge-base/tables/migrations.js';
import { dialects } from '../support/databases.js';
import { killLoop, shortOrFull } from '../support/kill-loop.js';
import { type SharedDatabase, shareDatabase } from '../support/shared-database.js';

const ROUNDS = shortOrFull(2, 25);
/** Events of each process that is not killed. */
const COUNT = shortOrFull(400, 1000);

describe.each(dialects)('statistics of killed processes, on $name', { timeout: 240_000 }, (dialect) => {
  let site: SharedDatabase;
  let db: Database;
  beforeEach(async () => {
    site = await shareDatabase(dialect, {
      migrations: [
        ['visitors', visitorMigrations],
        ['knowledge-base', migrations],
      ],
    });
    db = site.db;
  });
  afterEach(() => site.close());

  const stored = async (from: number) => {
    const rows = await db.query
      .selectFrom('kb_events')
      .select('article_id')
      .where('article_id', '>=', from)
      .orderBy('article_id')
      .execute();
    return rows.map((row) => row.article_id);
  };

  /** Checks that running sums equal those rebuilt from the events. */
  async function expectSumsOfEvents(): Promise<void> {
    const read = async () => {
      const rows = await db.query.selectFrom('kb_stats_days').selectAll().orderBy('day').execute();
      const articles = await db.query
        .selectFrom('kb_stats_articles')
        .select(['day', 'article_id', 'views', 'visitors'])
        .orderBy('day')
        .orderBy('article_id')
        .execute();
      return { rows, articles };
    };
    const before = await read();
    for (const { day } of before.rows) await rebuildDay(db, createCalendar('UTC'), day);
    expect(await read()).toEqual(before);
    const events = await stored(0);
    expect(before.rows.reduce((sum, { views }) => sum + views, 0)).toBe(events.length);
    const storedFigures = await db.query.selectFrom('kb_article_figures').select(['article_id', 'views']).execute();
    expect(storedFigures.reduce((sum, { views }) => sum + views, 0)).toBe(events.length);
  }

  it('keep everything written, lose only the unwritten end, and match their sums', async () => {
    await killLoop({
      rounds: ROUNDS,
      within: 200,
      start: (round) => site.start('record-statistics', String(round * 1_000_000 + 1)),
      async check(written, round) {
        const first = round * 1_000_000 + 1;
        const numbers = (await stored(first)).filter((number) => number < first + 1_000_000);
        expect(numbers.length).toBeGreaterThanOrEqual(Number(written) - first + 1);
        expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => first + index));
      },
    });
    await expectSumsOfEvents();
  });

  it('are complete from two concurrent processes', async () => {
    const scripts = [1, 1_000_001].map((first) => site.start('record-statistics', String(first), String(COUNT)));
    for (const script of scripts) for (let line = ''; line !== 'done'; ) line = await script.line();
    expect(await stored(0)).toHaveLength(2 * COUNT);
    await expectSumsOfEvents();
  });
});
