import { contains, type Database } from '../../../../../database.js';
import type { AnalyzedWord, Analyzer } from '../analyzer.js';
import { isCompound, maximumCandidates, partSpellings, readCompound, termsOfShortest } from '../compounds.js';

/** Written words of languages whose compounds are found by their parts, in `kb_search_words`. */
export interface StoredWords {
  add(buildId: number, locale: string, words: readonly AnalyzedWord[]): Promise<void>;
  /** Returns index terms of words that have one of these words as a part. */
  having(
    buildId: number,
    locale: string,
    parts: readonly AnalyzedWord[],
    options: { readonly analyzer: Analyzer; readonly limit: number },
  ): Promise<string[]>;
  drop(buildId: number): Promise<void>;
}

/** Maximum number of query words looked for inside others, each with a scan: the longest ones say most. */
const MAX_PARTS = 8;
/** Rows read or deleted per statement. */
const BATCH = 500;

export function createStoredWords(db: Database): StoredWords {
  const stored = (buildId: number) => db.query.selectFrom('kb_search_words').where('build_id', '=', buildId);

  /** Returns those of the values that a column contains. */
  async function present(
    buildId: number,
    locale: string,
    column: 'word' | 'term',
    values: readonly string[],
  ): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < values.length; start += BATCH) {
      const rows = await stored(buildId)
        .where('locale', '=', locale)
        .where(column, 'in', values.slice(start, start + BATCH))
        .select(column)
        .execute();
      for (const row of rows) found.add(row[column]);
    }
    return found;
  }

  return {
    async add(buildId, locale, words) {
      const terms = new Map(words.map(({ folded, term }) => [folded, term]));
      const before = await present(buildId, locale, 'word', [...terms.keys()]);
      // Another process may add the same words. In the same order, they do not wait for each other.
      const rows = [...terms]
        .filter(([word]) => !before.has(word))
        .map(([word, term]) => ({ build_id: buildId, locale, word, term }))
        .sort((one, other) => (one.word < other.word ? -1 : 1));
      if (rows.length > 0) {
        await db.transaction(() => db.accumulate('kb_search_words', rows, ['build_id', 'locale', 'word'], []));
      }
    },
    async having(buildId, locale, parts, { analyzer, limit }) {
      const candidates = [];
      const longest = parts.toSorted((one, other) => other.folded.length - one.folded.length);
      for (const part of longest.slice(0, MAX_PARTS)) {
        for (const spelling of partSpellings(part, analyzer)) {
          const rows = await stored(buildId)
            .where('locale', '=', locale)
            .where(({ ref }) => contains(ref('word'), spelling))
            .select('word')
            .limit(maximumCandidates)
            .execute();
          for (const { word } of rows) {
            candidates.push({ word, readings: readCompound(word, spelling, part, analyzer) });
          }
        }
      }
      const rests = new Set(candidates.flatMap(({ readings }) => readings.flatMap((reading) => reading.rests.flat())));
      const inIndex = await present(buildId, locale, 'term', [...rests]);
      const compounds = candidates.filter(({ readings }) => isCompound(readings, (term) => inIndex.has(term)));
      return termsOfShortest(new Set(compounds.map(({ word }) => word)), analyzer, limit);
    },
    async drop(buildId) {
      for (;;) {
        const rows = await stored(buildId).select('word').distinct().limit(BATCH).execute();
        if (rows.length === 0) return;
        const words = rows.map(({ word }) => word);
        await db.query
          .deleteFrom('kb_search_words')
          .where('build_id', '=', buildId)
          .where('word', 'in', words)
          .execute();
      }
    },
  };
}
