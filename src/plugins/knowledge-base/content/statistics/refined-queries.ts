import { addDays, type Calendar } from '../../../../calendar.js';
import type { Database } from '../../../../database.js';
import type { DayRange } from './period.js';
import type { QueryFilter } from './query-sums.js';
import { eventsWithin } from './spans.js';
import { EVENT_DAYS } from './spans-of.js';

/** Query that visitors replaced with another one before they clicked a result. */
export interface RefinedQuery {
  readonly query: string;
  readonly next: string;
  /** One locale it was searched in. */
  readonly locale: string;
  readonly count: number;
  /** Timestamp in the database's format. */
  readonly lastAt: string;
}

/**
 * Finds refined queries from raw events, which are kept for 30 days: sums do not record sequences.
 * @param least minimum number of visitors; rarer pairs are left out
 */
export async function refinedQueries(
  db: Database,
  { calendar, range }: { readonly calendar: Calendar; readonly range: DayRange },
  { locale, categories }: QueryFilter,
  { least, now }: { readonly least: number; readonly now: Date },
): Promise<RefinedQuery[]> {
  const oldestDay = addDays(calendar.dayOf(now), -EVENT_DAYS);
  const from = range.from < oldestDay ? oldestDay : range.from;
  const span = { start: calendar.startOf(from), end: calendar.startOf(addDays(range.to, 1)) };
  const steps = eventsWithin(db, span)
    .where('kb_events.kind', 'in', ['search', 'click'])
    .where('kb_events.visitor', 'is not', null)
    .select(['kind', 'query_key', 'query', 'locale', 'category_id', 'visitor', 'at'])
    .select(({ fn }) => {
      const next = (name: 'kind' | 'query_key' | 'query') =>
        fn
          .agg<string | null>('lead', [`kb_events.${name}`])
          .over((over) => over.partitionBy('kb_events.visitor').orderBy('kb_events.at').orderBy('kb_events.id'));
      return [next('kind').as('next_kind'), next('query_key').as('next_key'), next('query').as('next_query')];
    })
    .as('step');
  let pairs = db.query
    .selectFrom(steps)
    .where('step.kind', '=', 'search')
    .where('step.next_kind', '=', 'search')
    .whereRef('step.next_key', '!=', 'step.query_key');
  if (locale !== undefined) pairs = pairs.where('step.locale', '=', locale);
  if (categories) pairs = pairs.where('step.category_id', 'in', [...categories]);
  const rows = await pairs
    .groupBy(['step.query_key', 'step.next_key'])
    .select(({ fn }) => [
      fn.max('step.query').as('query'),
      fn.max('step.next_query').as('next'),
      fn.max('step.locale').as('locale'),
      fn.max('step.at').as('last_at'),
      fn.countAll<number>().as('count'),
    ])
    .having(({ fn }) => fn.count('step.visitor').distinct(), '>=', least)
    .execute();
  return rows.map(({ query, next, locale: queryLocale, count, last_at }) => ({
    query: query ?? '',
    next: next ?? '',
    locale: queryLocale,
    count: Number(count),
    lastAt: last_at,
  }));
}
