import { addDays, createCalendar } from '../../../../calendar.js';
import type { Database } from '../../../../database.js';
import type { PluginContext } from '../../../../index.js';
import type { SearchWords } from '../../domain/search/locale-words.js';
import { createSuggestionIndex, type SuggestionIndex } from '../../domain/search/suggest.js';
import { MIN_VISITORS } from '../statistics/search-table.js';

/** Completion of recent popular queries that had results. */
export interface PopularQueries {
  /** Null for a locale without any. */
  of(locale: string): Promise<QueryCompletion | null>;
}

export interface QueryCompletion {
  /** Suggests queries. The caller checks whether a viewer may see them. */
  suggest(
    prefix: string,
    limit: number,
  ): { readonly query: string; readonly match: [start: number, length: number][] }[];
}

/** Number of days considered. */
const DAYS = 30;
/** Maximum number of queries kept in memory across all locales, most popular first. */
const MAX_QUERIES = 500;
/** Milliseconds before a background refresh. Only the first request waits. */
const FRESH = 10 * 60_000;
/** Placeholder that replaced personal data. */
const SCRUBBED = /\[[a-z-]+\]/;

export function createPopularQueries({
  db,
  timeZone,
  words,
  log,
}: {
  readonly db: Database;
  readonly timeZone: string;
  readonly words: Pick<SearchWords, 'of'>;
  readonly log: Pick<PluginContext['log'], 'warn'>;
}): PopularQueries {
  const calendar = createCalendar(timeZone);
  let current: Promise<ReadonlyMap<string, QueryCompletion>> | null = null;
  let readAt = 0;

  async function read(): Promise<ReadonlyMap<string, QueryCompletion>> {
    const byLocale = new Map<string, string[]>();
    for (const { locale, query } of await popularQueries(db, addDays(calendar.dayOf(new Date()), -DAYS))) {
      if (!SCRUBBED.test(query)) byLocale.set(locale, [...(byLocale.get(locale) ?? []), query]);
    }
    return new Map(
      [...byLocale].map(([locale, queries]) => [
        locale,
        completionOf(createSuggestionIndex(words.of(locale).analyzer), queries),
      ]),
    );
  }

  function refresh(): Promise<ReadonlyMap<string, QueryCompletion>> {
    const before = current;
    readAt = Date.now();
    const reading = read().catch((error: unknown) => {
      log.warn({ err: error }, 'Earlier searches could not be read; they are suggested again in ten minutes');
      return before ?? new Map<string, QueryCompletion>();
    });
    if (!before) current = reading;
    else void reading.then(() => (current = reading));
    return current ?? reading;
  }

  return {
    async of(locale) {
      const cached = current && Date.now() - readAt < FRESH ? current : refresh();
      return (await cached).get(locale) ?? null;
    },
  };
}

/** Applies the privacy rule of the statistics: only queries by enough visitors are shown. */
function popularQueries(db: Database, since: string) {
  return db.query
    .selectFrom('kb_stats_queries')
    .where('day', '>', since)
    .groupBy(['query_key', 'locale'])
    .having(({ eb, fn }) => eb(fn.sum('visitors'), '>=', MIN_VISITORS))
    .having(({ eb, fn }) => eb(fn.sum('searches'), '>', fn.sum('zero_results')))
    .select(['locale', ({ fn }) => fn.max('query').as('query')])
    .orderBy(({ fn }) => fn.sum('searches'), 'desc')
    .limit(MAX_QUERIES)
    .execute();
}

function completionOf(index: SuggestionIndex, queries: readonly string[]): QueryCompletion {
  for (const [position, query] of queries.entries()) index.add(position, query);
  return {
    suggest: (prefix, limit) =>
      index.suggest(prefix, limit, () => true).map(({ title, match }) => ({ query: title, match })),
  };
}
