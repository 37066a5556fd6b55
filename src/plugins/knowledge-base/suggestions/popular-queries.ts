import { addDays, createCalendar, type Database, type PluginContext } from '../../../index.js';
import { createSuggestionIndex, type SuggestionIndex } from '../search/suggest.js';
import type { SearchWords } from '../search-words.js';
import { LEAST_VISITORS } from '../statistics/search-table.js';

/** What people have searched for and found lately, to be completed. */
export interface PopularQueries {
  /** Null for a locale in which nobody did. */
  of(locale: string): Promise<QueryCompletion | null>;
}

export interface QueryCompletion {
  /** Whether a viewer may be shown them is for the caller to ask. */
  suggest(
    prefix: string,
    limit: number,
  ): { readonly query: string; readonly match: [start: number, length: number][] }[];
}

/** Days that are looked back on. */
const DAYS = 30;
/** Queries of all locales that are kept in memory at most, the most popular ones. */
const MOST = 500;
/** How long (ms) they are good enough; then they are read anew, and nobody but the very first waits for it. */
const FRESH = 10 * 60_000;
/** What scrubbing has put in place of personal data. */
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
      const known = current && Date.now() - readAt < FRESH ? current : refresh();
      return (await known).get(locale) ?? null;
    },
  };
}

/** By the rule of the statistics: only what so many people asked for that it names nobody. */
function popularQueries(db: Database, since: string) {
  return db.query
    .selectFrom('kb_stats_queries')
    .where('day', '>', since)
    .groupBy(['query_key', 'locale'])
    .having(({ eb, fn }) => eb(fn.sum('visitors'), '>=', LEAST_VISITORS))
    .having(({ eb, fn }) => eb(fn.sum('searches'), '>', fn.sum('zero_results')))
    .select(['locale', ({ fn }) => fn.max('query').as('query')])
    .orderBy(({ fn }) => fn.sum('searches'), 'desc')
    .limit(MOST)
    .execute();
}

function completionOf(index: SuggestionIndex, queries: readonly string[]): QueryCompletion {
  for (const [position, query] of queries.entries()) index.add(position, query);
  return {
    suggest: (prefix, limit) =>
      index.suggest(prefix, limit, () => true).map(({ title, match }) => ({ query: title, match })),
  };
}
