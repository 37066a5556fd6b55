import type { Database } from '../../../index.js';
import type { EventKind } from './event.js';
import { eventsWithin, type Span } from './spans.js';

export interface QueryFilter {
  readonly locale?: string | undefined;
  /** Only what was searched in one of these alone. */
  readonly categories?: readonly number[] | undefined;
}

/**
 * One row a query: how often it was searched for in a span, and what came of it. Numbers may be text. A visitor is counted
 * where a query was first asked on a day, so that nobody is two by asking it in two languages.
 */
export function querySums(db: Database, span: Span, filter: QueryFilter) {
  return span.of === 'days' ? sumsOfDays(db, span, filter) : sumsOfMoments(db, span, filter);
}

function sumsOfDays(db: Database, { parts }: Extract<Span, { of: 'days' }>, { locale, categories }: QueryFilter) {
  let rows = db.query
    .selectFrom('kb_stats_queries')
    .where((eb) => eb.or(parts.map(({ from, to }) => eb.between('kb_stats_queries.day', from, to))));
  if (locale !== undefined) rows = rows.where('kb_stats_queries.locale', '=', locale);
  if (categories) rows = rows.where('kb_stats_queries.category_id', 'in', [...categories]);
  return rows
    .groupBy('kb_stats_queries.query_key')
    .select('kb_stats_queries.query_key')
    .select((eb) => [
      eb.fn.max<string | null>('query').as('query'),
      eb.fn.max<string | null>('locale').as('locale'),
      eb.fn.sum<number>('searches').as('searches'),
      eb.fn.sum<number>('zero_results').as('zero_results'),
      eb.fn.sum<number>('results').as('results'),
      eb.fn.sum<number>('clicks').as('clicks'),
      eb.fn.sum<number>('visitors').as('visitors'),
      eb.fn.max<string | null>('last_at').as('last_at'),
      eb.fn.max<string | null>('last_zero_at').as('last_zero_at'),
    ]);
}

function sumsOfMoments(db: Database, span: Extract<Span, { of: 'moments' }>, { locale, categories }: QueryFilter) {
  let rows = eventsWithin(db, span).where('kb_events.query_key', 'is not', null);
  if (locale !== undefined) rows = rows.where('kb_events.locale', '=', locale);
  if (categories) rows = rows.where('kb_events.category_id', 'in', [...categories]);
  return rows
    .groupBy('kb_events.query_key')
    .select((eb) => eb.ref('kb_events.query_key').$notNull().as('query_key'))
    .select((eb) => {
      const of = (kind: EventKind) => eb.case().when('kb_events.kind', '=', kind);
      const isZero = eb.and([eb('kb_events.kind', '=', 'search'), eb('kb_events.number', '=', 0)]);
      return [
        eb.fn.max<string | null>('kb_events.query').as('query'),
        eb.fn.max<string | null>('kb_events.locale').as('locale'),
        eb.fn.sum<number>(of('search').then(1).else(0).end()).as('searches'),
        eb.fn.sum<number>(eb.case().when(isZero).then(1).else(0).end()).as('zero_results'),
        eb.fn.sum<number>(of('search').then(eb.ref('kb_events.number')).else(0).end()).as('results'),
        eb.fn.sum<number>(of('click').then(1).else(0).end()).as('clicks'),
        eb.fn
          .count<number>(of('search').then(eb.ref('kb_events.visitor')).end())
          .distinct()
          .as('visitors'),
        eb.fn.max<string | null>('kb_events.at').as('last_at'),
        eb.fn.max<string | null>(eb.case().when(isZero).then(eb.ref('kb_events.at')).end()).as('last_zero_at'),
      ];
    });
}

/** How many searches that were narrowed to one category found nothing there, by its id. */
export async function zeroResultsByCategory(
  db: Database,
  span: Span,
): Promise<{ category_id: number; count: number }[]> {
  if (span.of === 'days') {
    return db.query
      .selectFrom('kb_stats_queries')
      .where((eb) => eb.or(span.parts.map(({ from, to }) => eb.between('day', from, to))))
      .where('category_id', '!=', 0)
      .groupBy('category_id')
      .select(['category_id', ({ fn }) => fn.sum<number>('zero_results').as('count')])
      .execute();
  }
  return eventsWithin(db, span)
    .where('kind', '=', 'search')
    .where('number', '=', 0)
    .where('category_id', '!=', 0)
    .groupBy('category_id')
    .select(['category_id', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
}
