import type { Database } from '../../../../database.js';
import type { EventKind } from './event.js';
import { eventsWithin, type Span } from './spans.js';

export interface ArticleFilter {
  readonly locale?: string | undefined;
  readonly ids?: readonly number[] | undefined;
}

const COLUMNS = [
  'views',
  'visitors',
  'downloads',
  'search_clicks',
  'exits',
  'ratings',
  'rating_sum',
  'helpful_yes',
  'helpful_no',
  'feedback',
] as const;

export type ArticleColumn = (typeof COLUMNS)[number];

/** Exits are only counted for days in the site's time zone. */
type SumsRow = { article_id: number } & Record<Exclude<ArticleColumn, 'exits'>, number> & { exits: number | null };

/**
 * Sums events per article in a span. Some databases return sums as text. Every column costs time, so only the
 * requested ones are summed for days.
 */
export function articleSums(
  db: Database,
  span: Span,
  filter: ArticleFilter,
  columns: readonly ArticleColumn[] = COLUMNS,
) {
  return span.of === 'days' ? sumsOfDays(db, span, filter, columns) : sumsOfMoments(db, span, filter);
}

function sumsOfDays(
  db: Database,
  { parts }: Extract<Span, { of: 'days' }>,
  { locale, ids }: ArticleFilter,
  columns: readonly ArticleColumn[],
) {
  let rows = db.query
    .selectFrom('kb_stats_articles')
    .where((eb) => eb.or(parts.map(({ from, to }) => eb.between('kb_stats_articles.day', from, to))));
  if (locale !== undefined) rows = rows.where('kb_stats_articles.locale', '=', locale);
  if (ids) rows = rows.where('kb_stats_articles.article_id', 'in', [...ids]);
  return rows
    .groupBy('kb_stats_articles.article_id')
    .select('kb_stats_articles.article_id')
    .select(({ fn }) => columns.map((name) => fn.sum<number>(name).as(name)))
    .$castTo<SumsRow>();
}

function sumsOfMoments(db: Database, span: Extract<Span, { of: 'moments' }>, { locale, ids }: ArticleFilter) {
  let rows = eventsWithin(db, span).where('kb_events.article_id', '!=', 0);
  if (locale !== undefined) rows = rows.where('kb_events.locale', '=', locale);
  if (ids) rows = rows.where('kb_events.article_id', 'in', [...ids]);
  return rows
    .groupBy('kb_events.article_id')
    .select('kb_events.article_id')
    .select((eb) => {
      const of = (kind: EventKind) => eb.case().when('kb_events.kind', '=', kind);
      const sum = (kind: EventKind) => eb.fn.sum<number>(of(kind).then(eb.ref('kb_events.number')).else(0).end());
      const count = (kind: EventKind) => eb.fn.sum<number>(of(kind).then(1).else(0).end());
      const noes = (kind: EventKind) => {
        const isNo = eb.and([eb('kb_events.kind', '=', kind), eb('kb_events.number', '=', 0)]);
        return eb.fn.sum<number>(eb.case().when(isNo).then(1).else(0).end());
      };
      return [
        count('view').as('views'),
        eb.fn
          .count<number>(of('view').then(eb.ref('kb_events.visitor')).end())
          .distinct()
          .as('visitors'),
        count('download').as('downloads'),
        count('click').as('search_clicks'),
        eb.lit(null).$castTo<number | null>().as('exits'),
        eb(count('rating'), '-', count('rating_taken')).as('ratings'),
        eb(sum('rating'), '-', sum('rating_taken')).as('rating_sum'),
        eb(sum('helpful'), '-', sum('helpful_taken')).as('helpful_yes'),
        eb(noes('helpful'), '-', noes('helpful_taken')).as('helpful_no'),
        count('feedback').as('feedback'),
      ];
    })
    .$castTo<SumsRow>();
}
