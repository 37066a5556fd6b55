import { beforeEach, describe, expect, it } from 'vitest';
import { addDays, createCalendar } from '../../../../src/core/calendar.js';
import type { Database } from '../../../../src/core/database/database.js';
import { articleSums } from '../../../../src/plugins/knowledge-base/content/statistics/article-sums.js';
import type { RecordedEvent } from '../../../../src/plugins/knowledge-base/content/statistics/event.js';
import { closeMonths, partsOf } from '../../../../src/plugins/knowledge-base/content/statistics/months.js';
import {
  querySums,
  zeroResultsByCategory,
} from '../../../../src/plugins/knowledge-base/content/statistics/query-sums.js';
import { rebuildDay, writeEvents } from '../../../../src/plugins/knowledge-base/content/statistics/write.js';
import { migrations } from '../../../../src/plugins/knowledge-base/tables/migrations.js';
import { describeDatabases } from '../../../support/databases.js';
import { visitorsOf } from '../../../support/visitors.js';

const FIRST = '2026-01-20';
const TODAY = '2026-05-10';

describeDatabases('completed months', (database) => {
  let db: Database;

  /** One view and one search a day, with rotating visitors, articles and queries. */
  const eventsOn = (day: string): RecordedEvent[] => {
    const number = Number(day.slice(8));
    const base = { day, at: new Date(`${day}T10:00:00Z`), locale: number % 2 === 0 ? 'en' : 'de', visitor: `v${day}` };
    return [
      { ...base, kind: 'view', articleId: 1 + (number % 3), categoryId: 0, query: null, number: 0 },
      { ...base, kind: 'search', articleId: 0, categoryId: number % 2, query: `q${number % 4}`, number: number % 3 },
    ];
  };
  const read = async (from: string, to: string, parts: readonly { from: string; to: string }[]) => {
    const span = { of: 'days', range: { from, to }, parts } as const;
    const plain = <Row extends object>(rows: Row[]) =>
      rows
        .map((row) =>
          JSON.stringify(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)])),
        )
        .sort();
    return {
      articles: plain(await articleSums(db, span, {}).execute()),
      queries: plain(await querySums(db, span, {})),
      german: plain(await querySums(db, span, { locale: 'de', categories: [1] })),
      zero: plain([...(await zeroResultsByCategory(db, span))]),
    };
  };

  beforeEach(async () => {
    db = await database();
    await db.migrate('knowledge-base', migrations);
    const events: RecordedEvent[] = [];
    for (let day = FIRST; day <= TODAY; day = addDays(day, 1)) events.push(...eventsOn(day));
    await writeEvents({ db, visitors: visitorsOf(db, 'knowledge-base') }, events);
    await closeMonths(db, TODAY);
  });

  it.each([
    [
      'whole months stand for their days',
      FIRST,
      TODAY,
      ['2026-01-20..2026-01-31', 'm2026-02..m2026-04', '2026-05-01..2026-05-10'],
    ],
    ['a month exactly', '2026-03-01', '2026-03-31', ['m2026-03..m2026-03']],
    ['all but a day of a month', '2026-03-01', '2026-03-30', ['2026-03-01..2026-03-30']],
    ['within a month', '2026-03-05', '2026-03-06', ['2026-03-05..2026-03-06']],
    ['across two', '2026-03-31', '2026-04-01', ['2026-03-31..2026-04-01']],
    ['the present month never', '2026-05-01', '2026-05-31', ['2026-05-01..2026-05-31']],
    ['months of which nothing is known', '2020-12-30', '2021-02-28', ['2020-12-30..2021-02-28']],
    ['a whole January that began in its middle', '2026-01-01', '2026-02-28', ['m2026-01..m2026-02']],
  ])('%s', async (_what, from, to, parts) => {
    expect((await partsOf(db, { from, to })).map((part) => `${part.from}..${part.to}`)).toEqual(parts);
  });

  it('have the same sums as their days', async () => {
    for (const [from, to] of [
      [FIRST, TODAY],
      ['2026-02-01', '2026-04-30'],
      ['2026-01-31', '2026-04-01'],
      ['2026-02-15', '2026-05-05'],
      ['2025-01-01', '2026-12-31'],
    ] as const) {
      const parts = await partsOf(db, { from, to });
      expect(parts.length).toBeLessThanOrEqual(3);
      expect(await read(from, to, parts)).toEqual(await read(from, to, [{ from, to }]));
    }
  });

  it('are reopened when one of their days changes, until the next night', async () => {
    const range = { from: '2026-03-01', to: '2026-03-31' };
    const whole = [{ from: 'm2026-03', to: 'm2026-03' }];
    for (const change of [
      () => writeEvents({ db, visitors: visitorsOf(db, 'knowledge-base') }, eventsOn('2026-03-15')),
      () => rebuildDay(db, createCalendar('UTC'), '2026-03-15'),
    ]) {
      await change();
      expect(await partsOf(db, range)).toEqual([range]);
      await closeMonths(db, TODAY);
      expect(await partsOf(db, range)).toEqual(whole);
      expect(await read(range.from, range.to, whole)).toEqual(await read(range.from, range.to, [range]));
    }
  });

  it('are summed only once', async () => {
    const before = await db.query.selectFrom('kb_stats_articles').selectAll().execute();
    await closeMonths(db, TODAY);
    expect(await db.query.selectFrom('kb_stats_articles').selectAll().execute()).toEqual(before);
  });
});

describe('day and month keys', () => {
  it('sort apart, so that no range of days contains a month', () => {
    expect(['m2026-10', '2999-12-31', '1970-01-01'].sort()).toEqual(['1970-01-01', '2999-12-31', 'm2026-10']);
  });
});
