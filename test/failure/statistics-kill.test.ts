import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCalendar } from '../../src/core/calendar.js';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import { rebuildDay } from '../../src/plugins/knowledge-base/statistics/write.js';
import { migrations } from '../../src/plugins/knowledge-base/tables/migrations.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';

const ROUNDS = process.env.MORTISE_FULL ? 25 : 2;
const SCRIPT = '../../../failure/processes/record-statistics.ts';

describe.each(dialects)('statistics of killed processes, on $name', { timeout: 240_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let db: Database;
  let scripts: Script[];

  beforeEach(async () => {
    scripts = [];
    ({ url, drop } = await migratedDatabase(dialect));
    db = createDatabase({ url });
    await db.migrate('knowledge-base', migrations);
  });
  afterEach(async () => {
    await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
    await db.close();
    await drop();
  });

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
    const figures = await db.query.selectFrom('kb_article_figures').select(['article_id', 'views']).execute();
    expect(figures.reduce((sum, { views }) => sum + views, 0)).toBe(events.length);
  }

  it('keep everything written, lose only the unwritten end, and match their sums', async () => {
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
      const numbers = (await stored(first)).filter((number) => number < first + 1_000_000);
      expect(numbers.length).toBeGreaterThanOrEqual(written - first + 1);
      expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => first + index));
    }
    await expectSumsOfEvents();
  });

  it('are complete from two concurrent processes', async () => {
    scripts = [1, 1_000_001].map((first) => startScript(SCRIPT, [url, String(first), '1500']));
    for (const script of scripts) for (let line = ''; line !== 'done'; ) line = await script.line();
    scripts = [];
    expect(await stored(0)).toHaveLength(3000);
    await expectSumsOfEvents();
  });
});
