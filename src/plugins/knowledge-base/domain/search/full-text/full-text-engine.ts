import { sql } from 'kysely';
import type { Database, FullText, FullTextQuery } from '../../../../../database.js';
import { HostError } from '../../../../../index.js';
import type { Locks } from '../../../../../services.js';
import { EVERYTHING } from '../../access/visibility.js';
import type { AnalyzedWord } from '../analyzer.js';
import { candidateQuery } from '../candidate-query.js';
import type { SearchDocument, SearchEngine, SearchHit, SearchQuery, SearchResult, Viewing } from '../engine.js';
import { localeKey } from '../locale-key.js';
import { createPace } from '../pace.js';
import { parseQuery } from '../parse-query.js';
import { createSuggestionIndex } from '../suggest.js';
import type { Vocabulary } from '../vocabulary.js';
import { createBuildTurns } from './build-turns.js';
import { createBuilds } from './builds.js';
import { countFacets } from './count-facets.js';
import { compoundableWords, type IndexedText, indexedText } from './indexed-text.js';
import { termOf } from './labels.js';
import { type ParsedQuery, readPrefix, readQuery, readWhole } from './read-query.js';
import { createStoredWords } from './stored-words.js';

const HEADING = ['kb_search_texts.heading_words'];

const WHOLE = ['kb_search_texts.heading_words', 'kb_search_texts.body_words'];

/** Extra weight of a word in a title or alias. It already counts once as part of the whole text. */
const HEADING_WEIGHT = 7;

/** Maximum number of titles ranked for suggestions. */
const MAX_CANDIDATES = 50;

/** Maximum number of compounds that the words of a query are found in. */
const MAX_COMPOUNDS = 64;

/** Id that no article has. */
const NOTHING = 0;

/** Articles written per transaction. */
const BATCH = 50;

/**
 * Creates a search engine inside the database: one persistent index shared by all processes. It finds word forms and
 * completions but does not correct spelling.
 * @throws HostError `vendor_kb_search_engine_unsupported` for a database without full-text indexes
 */
export function createFullTextEngine(parts: {
  readonly db: Database;
  readonly locks: Pick<Locks, 'acquire'>;
  readonly vocabularyOf: (locale: string) => Vocabulary;
  /**
   * Milliseconds that analysis blocks the event loop before yielding.
   * @default 10
   */
  readonly chunkDuration?: number;
}): SearchEngine {
  const { db, locks, vocabularyOf, chunkDuration = 10 } = parts;
  const fullText = supported(db.fullText);
  const storedWords = createStoredWords(db);
  const builds = createBuilds(db, storedWords);
  const turns = createBuildTurns(locks);

  async function write(buildId: number, documents: readonly SearchDocument[], isNewer: boolean): Promise<void> {
    const pace = createPace(chunkDuration);
    for (let start = 0; start < documents.length; start += BATCH) {
      const rows: (IndexedText & { readonly build_id: number; readonly id: number })[] = [];
      const words = new Map<string, AnalyzedWord[]>();
      for (const document of documents.slice(start, start + BATCH)) {
        const locale = localeKey(document.locale);
        const { analyzer } = vocabularyOf(locale);
        rows.push({ build_id: buildId, id: document.id, ...indexedText(document, analyzer) });
        if (analyzer.compounds) {
          words.set(locale, [...(words.get(locale) ?? []), ...compoundableWords(document, analyzer)]);
        }
        await pace();
      }
      for (const [locale, ofLocale] of words) await storedWords.add(buildId, locale, ofLocale);
      await db.transaction(async () => {
        for (const { heading_words, body_words, ...keys } of rows) {
          const wordCounts = { heading_words, body_words };
          // Rows that changed during a build are already there and newer; keep them.
          await db.upsert('kb_search_texts', { ...keys, ...wordCounts }, ['build_id', 'id'], isNewer ? wordCounts : {});
        }
      });
    }
  }

  /** Runs a query on the active build, and repeats it if that build was replaced in between. */
  async function fromCurrent<T>(query: (buildId: number) => Promise<T>): Promise<T> {
    for (;;) {
      const { id = NOTHING } = (await builds.current()) ?? {};
      const answered = await query(id);
      const { id: latest = NOTHING } = (await builds.current()) ?? {};
      if (latest === id) return answered;
    }
  }

  /** Selects indexed articles visible to the viewer. */
  function candidates(
    buildId: number,
    { locale, visibility = EVERYTHING, ...filters }: Viewing & Partial<SearchQuery>,
  ) {
    const query = candidateQuery(db, { ...filters, locale: localeKey(locale) }, visibility);
    return query
      .innerJoin('kb_search_texts', 'kb_search_texts.id', 'kb_articles.id')
      .where('kb_search_texts.build_id', '=', buildId);
  }

  async function search(buildId: number, request: SearchQuery): Promise<SearchResult> {
    const { page, perPage, promoted = [] } = request;
    const locale = localeKey(request.locale);
    const vocabulary = vocabularyOf(locale);
    const { analyzer } = vocabulary;
    const typed = parseQuery(request.query, analyzer);
    const compounds = await storedWords.having(buildId, locale, typed, { analyzer, limit: MAX_COMPOUNDS });
    const read = readQuery(request.query, vocabulary, compounds);
    const visible = candidates(buildId, request);
    const isPromoted = sql<boolean>`${sql.ref('kb_articles.id')} in (${sql.join([...promoted, NOTHING])})`;
    const open = promoted.length > 0 ? await visible.where(isPromoted).select('kb_articles.id').execute() : [];
    const first = promoted.filter((id) => open.some((row) => row.id === id));
    const score = read.query ? fullText.score(WHOLE, read.query) : sql<number>`0`;
    const headingScore = read.exact ? fullText.score(HEADING, read.exact) : sql<number>`0`;
    const rank = sql<number>`${score} + ${HEADING_WEIGHT} * ${headingScore}`;
    // Avoids `or` where possible: with it, the database does not start from the full-text index.
    const found = visible.where(first.length > 0 ? sql<boolean>`(${score} or ${isPromoted})` : sql<boolean>`${score}`);
    const matching = await found
      .select(['kb_articles.id', 'kb_articles.category_ids', 'kb_articles.tags', rank.as('score')])
      .execute();
    const rows = read.phrases.length > 0 ? await withPhrases(buildId, matching, read.phrases, first) : matching;
    const ordered = [
      ...first.flatMap((id) => rows.filter((row) => row.id === id)),
      ...rows
        .filter(({ id }) => !first.includes(id))
        .sort((one, other) => other.score - one.score || one.id - other.id),
    ];
    const pageHits = ordered.slice((page - 1) * perPage, page * perPage);
    const texts = await textsOf(
      buildId,
      pageHits.map(({ id }) => id),
    );
    return {
      total: rows.length,
      hits: pageHits.map(({ id, score }): SearchHit => {
        const text = texts.get(id);
        const hit = { id, score: Number(score), matched: text ? markedTerms(text, read) : [] };
        return first.includes(id) ? { ...hit, promoted: true } : hit;
      }),
      corrections: [],
      facets: countFacets(rows),
    };
  }

  /** Selects promoted articles, and those that contain every phrase in their title or in their text. */
  async function withPhrases<Row extends { readonly id: number }>(
    buildId: number,
    rows: readonly Row[],
    phrases: ParsedQuery['phrases'],
    promoted: readonly number[],
  ): Promise<Row[]> {
    const texts = await textsOf(
      buildId,
      rows.map(({ id }) => id),
    );
    const contains = (text: string, phrase: string) => phrase !== '' && ` ${text} `.includes(` ${phrase} `);
    return rows.filter(({ id }) => {
      const { heading_words = '', body_words = '' } = texts.get(id) ?? {};
      const hasAll = phrases.every(
        ({ heading, body }) => contains(heading_words, heading) || contains(body_words, body),
      );
      return promoted.includes(id) || hasAll;
    });
  }

  async function textsOf(buildId: number, ids: readonly number[]): Promise<ReadonlyMap<number, IndexedText>> {
    const rows = await db.query
      .selectFrom('kb_search_texts')
      .select(['id', 'heading_words', 'body_words'])
      .where('build_id', '=', buildId)
      .where('id', 'in', [...ids, NOTHING])
      .execute();
    return new Map(rows.map((row) => [row.id, row]));
  }

  async function hasWhole(buildId: number, query: FullTextQuery, viewing: Viewing): Promise<boolean> {
    const matching = candidates(buildId, viewing).where(sql<boolean>`${fullText.score(WHOLE, query)}`);
    return (await matching.select('kb_articles.id').limit(1).execute()).length > 0;
  }

  return {
    onLost: () => undefined,
    close: async () => turns.close(),
    // Inside a transaction, other processes could not see the lock.
    alone: (work) => (db.isInTransaction() ? work(false) : turns.take(work)),
    capabilities: { place: 'database', corrections: false, wordForms: true },
    async resume(madeFrom) {
      const change = await builds.lastChange(madeFrom);
      // The texts may come from a copy of the database, which does not include their index.
      if (change !== null) await createIndexes(fullText);
      return change;
    },
    advance: builds.advance,
    async index(documents) {
      for (const buildId of await builds.writable()) await write(buildId, documents, true);
    },
    async remove(ids) {
      const texts = db.query.deleteFrom('kb_search_texts').where('id', 'in', [...ids, NOTHING]);
      await texts.execute();
    },
    async rebuild(batches, { madeFrom, change }) {
      await createIndexes(fullText);
      const id = await builds.begin(madeFrom, change);
      try {
        for await (const batch of batches) await write(id, batch, false);
        await builds.finish(id);
      } catch (error) {
        // A later build deletes leftovers.
        await builds.drop(id).catch(() => undefined);
        throw error;
      }
    },
    search: (request) => fromCurrent((buildId) => search(buildId, request)),
    async suggest(prefix, { limit, ...viewing }) {
      const { analyzer } = vocabularyOf(localeKey(viewing.locale));
      const query = readPrefix(prefix, analyzer);
      if (!query) return [];
      const rows = await fromCurrent((buildId) =>
        candidates(buildId, viewing)
          .where(sql<boolean>`${fullText.score(HEADING, query)}`)
          .select(['kb_articles.id', 'posts.title', fullText.score(HEADING, query).as('score')])
          .orderBy('score', 'desc')
          .orderBy('kb_articles.id')
          .limit(MAX_CANDIDATES)
          .execute(),
      );
      // Ranks titles and match ranges in the same way as the in-memory engine.
      const titles = createSuggestionIndex(analyzer);
      for (const { id, title } of rows) titles.add(id, title);
      return titles.suggest(prefix, limit, () => true);
    },
    async whole(queries, viewing) {
      const { analyzer } = vocabularyOf(localeKey(viewing.locale));
      const responses = await fromCurrent((buildId) =>
        Promise.all(
          queries.map(async (text) => {
            const query = readWhole(text, analyzer);
            return query !== null && (await hasWhole(buildId, query, viewing));
          }),
        ),
      );
      return queries.filter((_, place) => responses[place]);
    },
    async stats() {
      const build = await builds.current();
      const texts = db.query
        .selectFrom('kb_search_texts')
        .innerJoin('kb_articles', 'kb_articles.id', 'kb_search_texts.id')
        .where('build_id', '=', build?.id ?? 0);
      const rows = await texts
        .groupBy('kb_articles.locale')
        .select(({ fn }) => ['kb_articles.locale', fn.countAll<number>().as('documents')])
        .orderBy('kb_articles.locale')
        .execute();
      return {
        documents: rows.reduce((sum, row) => sum + Number(row.documents), 0),
        terms: null,
        locales: rows.map(({ locale }) => locale),
      };
    },
  };
}

async function createIndexes(fullText: FullText): Promise<void> {
  await fullText.createIndex('kb_search_texts', ['heading_words']);
  await fullText.createIndex('kb_search_texts', ['heading_words', 'body_words']);
}

function supported(fullText: FullText | null): FullText {
  if (fullText) return fullText;
  throw new HostError(
    'vendor_kb_search_engine_unsupported',
    'This database does not support full-text search. Remove knowledgeBase({ searchEngine }), or use one of the servers in the search guide.',
  );
}

/** Finds the index terms of a hit that match the query, for the highlighter. */
function markedTerms({ heading_words, body_words }: IndexedText, { terms, beginnings }: ParsedQuery): string[] {
  const marked = new Set<string>();
  for (const word of new Set(`${heading_words} ${body_words}`.split(' '))) {
    const term = termOf(word);
    if (term === null || term === '') continue;
    if (terms.has(term) || beginnings.some((prefix) => term.startsWith(prefix))) marked.add(term);
  }
  return [...marked];
}
