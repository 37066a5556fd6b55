import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, createCalendar } from '../../../../src/core/calendar.js';
import type { Database } from '../../../../src/core/database/database.js';
import type { RecordedEvent } from '../../../../src/plugins/knowledge-base/content/statistics/event.js';
import { deleteExpired } from '../../../../src/plugins/knowledge-base/content/statistics/statistics.js';
import { rebuildDay, writeEvents as write } from '../../../../src/plugins/knowledge-base/content/statistics/write.js';
import { migrations } from '../../../../src/plugins/knowledge-base/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';
import { visitorsOf } from '../../../support/visitors.js';
import { eventsOf } from './events.js';

const DAY = '2026-11-21';
const NEXT = '2026-11-22';
const calendar = createCalendar('UTC');
const TABLES = [
  'kb_events',
  'kb_stats_days',
  'kb_stats_articles',
  'kb_stats_queries',
  'visitor_visits',
  'kb_article_figures',
] as const;

const event = (more: Partial<RecordedEvent> = {}): RecordedEvent => ({
  kind: 'view',
  at: new Date(`${DAY}T10:00:00Z`),
  day: DAY,
  articleId: 1,
  categoryId: 0,
  locale: 'en',
  visitor: 'ada',
  query: null,
  number: 0,
  ...more,
});

describeDatabases('statistics events and sums', (database) => {
  let db: Database;
  beforeEach(async () => {
    db = await database();
    await db.migrate('knowledge-base', migrations);
  });

  const writeEvents = (events: readonly RecordedEvent[]) =>
    write({ db, visitors: visitorsOf(db, 'knowledge-base') }, events);
  const empty = async () => {
    for (const table of TABLES) await db.query.deleteFrom(table).execute();
  };
  async function sums() {
    const read = (table: 'kb_stats_days' | 'kb_stats_articles' | 'kb_stats_queries') =>
      db.query.selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>;
    const rows = (
      await Promise.all([read('kb_stats_days'), read('kb_stats_articles'), read('kb_stats_queries')])
    ).flat();
    // Exits are only counted at night.
    return rows.map(({ exits: _exits, ...row }) => JSON.stringify(row)).sort();
  }

  it('give the same sums when a day is rebuilt', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(eventsOf(DAY), { maxLength: 12 }), { maxLength: 5 }),
        fc.array(eventsOf(NEXT), { maxLength: 5 }),
        async (batches, later) => {
          await empty();
          // Written in order of time, one batch per second.
          const all = batches.flat().sort((one, other) => one.at.getTime() - other.at.getTime());
          for (const size of batches.map((batch) => batch.length)) {
            const batch = all.splice(0, size);
            if (batch.length > 0) await writeEvents(batch);
          }
          if (later.length > 0) await writeEvents(later);
          const before = await sums();
          if (!before.some((row) => row.includes(`"${DAY}"`))) return;
          await rebuildDay(db, calendar, DAY);
          expect(await sums()).toEqual(before);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('repair wrong sums of a day and leave other days unchanged', async () => {
    await writeEvents([event(), event({ visitor: 'bob' }), event({ day: NEXT, at: new Date(`${NEXT}T00:00:00Z`) })]);
    const before = await sums();
    await db.query.updateTable('kb_stats_days').set({ views: 99 }).where('day', '=', DAY).execute();
    await db.query.updateTable('kb_stats_articles').set({ visitors: 99 }).where('day', '=', DAY).execute();
    expect(await rebuildDay(db, calendar, DAY)).toBe(2);
    expect(await sums()).toEqual(before);
  });

  it('rebuild a day with more events than one page', async () => {
    const many = Array.from({ length: 12_001 }, (_, index) => event({ articleId: 1 + (index % 3), visitor: null }));
    await writeEvents(many);
    expect(await rebuildDay(db, calendar, DAY)).toBe(12_001);
    const day = await db.query.selectFrom('kb_stats_days').selectAll().executeTakeFirst();
    expect(day).toMatchObject({ views: 12_001, visitors: 0 });
  });

  it('keep total views and the last view next to other article figures', async () => {
    const early = new Date(`${DAY}T09:00:00Z`);
    await writeEvents([event(), event({ articleId: 2 }), event({ kind: 'rating', number: 5 })]);
    await db.query.updateTable('kb_article_figures').set({ downloads: 7 }).where('article_id', '=', 1).execute();
    await writeEvents([event({ at: early })]);
    const rows = await db.query.selectFrom('kb_article_figures').selectAll().orderBy('article_id').execute();
    expect(rows).toMatchObject([
      { article_id: 1, views: 2, downloads: 7, rating_count: 0, last_viewed_at: `${DAY} 10:00:00.000` },
      { article_id: 2, views: 1 },
    ]);
  });

  it('count a visitor once across locales, event types and articles', async () => {
    await writeEvents([event(), event({ locale: 'de' }), event({ kind: 'download' })]);
    await writeEvents([event({ articleId: 2 })]);
    expect(await db.query.selectFrom('kb_stats_days').select('visitors').execute()).toEqual([{ visitors: 1 }]);
    const articles = await db.query.selectFrom('kb_stats_articles').select(['article_id', 'visitors']).execute();
    expect(articles.filter(({ visitors }) => visitors === 1)).toHaveLength(2);
  });

  it('are written completely or not at all', async () => {
    const wrong = event({ visitor: 'x', articleId: Number.NaN });
    await expect(writeEvents([event(), wrong])).rejects.toThrow();
    for (const table of TABLES) expect(await db.query.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  it('lose nothing under concurrent writes and rebuilds', { timeout: 60_000 }, async () => {
    const writer = async (name: string) => {
      for (let index = 0; index < 25; index += 1) {
        const query = index % 2 === 0 ? 'printer' : 'zebra';
        await writeEvents([
          event({ visitor: name, articleId: 1 + (index % 3) }),
          event({ visitor: name, kind: 'search', articleId: 0, query, number: index % 2 }),
        ]);
      }
    };
    const rebuilder = async () => {
      for (let index = 0; index < 5; index += 1) await rebuildDay(db, calendar, DAY);
    };
    await Promise.all([writer('ada'), writer('bob'), writer('cyd'), rebuilder()]);
    expect(await db.query.selectFrom('kb_stats_days').selectAll().execute()).toMatchObject([
      { day: DAY, views: 75, searches: 75, visitors: 3 },
    ]);
    const before = await sums();
    await rebuildDay(db, calendar, DAY);
    expect(await sums()).toEqual(before);
  });

  it('are pruned by age, except for the sums', async () => {
    const now = new Date(`${NEXT}T03:30:00Z`);
    const at = (day: string) => ({ day, at: new Date(`${day}T12:00:00Z`) });
    const old = addDays(NEXT, -31);
    const oldestDay = addDays(NEXT, -30);
    const search = { kind: 'search', articleId: 0, number: 1 } as const;
    await writeEvents([event(at(old)), event({ ...at(old), ...search, query: 'rare' })]);
    await writeEvents(
      ['ada', 'bob', 'cyd'].map((visitor) => event({ ...at(old), ...search, visitor, query: 'often' })),
    );
    await writeEvents([
      event(at(oldestDay)),
      event(at(addDays(NEXT, -2))),
      event({ ...at(NEXT), ...search, query: 'new' }),
    ]);
    await deleteExpired({ db, calendar }, now);

    const events = await db.query.selectFrom('kb_events').select('at').orderBy('at').execute();
    expect(events.map((row) => row.at.slice(0, 10))).toEqual([oldestDay, addDays(NEXT, -2), NEXT]);
    const queries = await db.query.selectFrom('kb_stats_queries').select('query').orderBy('query').execute();
    expect(queries.map(({ query }) => query)).toEqual(['new', 'often']);
    // The article does not exist, so its rows are deleted. The sums of the days stay.
    expect(await db.query.selectFrom('kb_stats_articles').selectAll().execute()).toEqual([]);
    const day = await db.query.selectFrom('kb_stats_days').selectAll().where('day', '=', old).executeTakeFirst();
    expect(day).toMatchObject({ views: 1, searches: 4 });
  });
});

describe('site days', () => {
  it('begin in the time zone of the site', () => {
    expect(createCalendar('Asia/Tokyo').dayOf(new Date('2026-11-21T15:00:00Z'))).toBe('2026-11-22');
  });
});
