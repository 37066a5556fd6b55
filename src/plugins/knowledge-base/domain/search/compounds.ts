import type { AnalyzedWord, Analyzer } from './analyzer.js';

/** Minimum letters of a part as written, of its index term, and of what is beside it. */
const shortestPart = 4;
const shortestTerm = 3;
const shortestRest = 3;
/** A part this long is hardly the inside of another word, so the rest need not be known. */
const unmistakablePart = 6;
const unmistakableRest = 4;
/** Maximum number of words checked for each part: letters that are in more words say little. */
export const maximumCandidates = 1000;
/** Longer strings are no words. */
const longestWord = 50;
const letters = /^\p{L}+$/u;

/** Returns whether a folded word may be a compound or a part of one. */
export function isCompoundable(folded: string): boolean {
  return folded.length >= shortestRest && folded.length <= longestWord && letters.test(folded);
}

/** Returns the letters by which a word is looked for inside compounds: its stem, which is within most of its forms. */
export function partSpellings({ folded, term }: AnalyzedWord, { compounds }: Analyzer): string[] {
  if (!compounds || folded.length < shortestPart || !isCompoundable(folded)) return [];
  if (compounds.affixes.has(folded) || compounds.affixes.has(term)) return [];
  return [...new Set([term, folded])].filter((spelling) => spelling.length >= shortestTerm);
}

/** One way to read a word as a compound: it is one if each rest is known, that is, if one of its terms is. */
export interface CompoundReading {
  /** Index terms that each letter sequence beside the part may stand for. */
  readonly rests: readonly (readonly string[])[];
  /** Whether the part is so long that the rests need not be known. */
  readonly isCertain: boolean;
}

/**
 * Returns the ways to read a folded word as a compound with another word as a part.
 * @param spelling one of the part's `partSpellings`
 */
export function readCompound(
  compound: string,
  spelling: string,
  part: AnalyzedWord,
  analyzer: Analyzer,
): CompoundReading[] {
  const readings: CompoundReading[] = [];
  for (let start = compound.indexOf(spelling); start >= 0; start = compound.indexOf(spelling, start + 1)) {
    const before = compound.slice(0, start);
    const isLast = analyzer.analyze(compound.slice(start)).term === part.term;
    const after = isLast ? '' : compound.slice(start + spelling.length);
    // A stem this short is in many words.
    if (spelling.length < shortestPart && compound.slice(start) !== part.folded) continue;
    const beside = [before, after].filter((rest) => rest !== '');
    const rests = beside.map((rest) => restTerms(rest, rest === after, analyzer));
    if (beside.length === 0 || rests.some((terms) => terms.length === 0)) continue;
    const isCertain = spelling.length >= unmistakablePart && beside.every(({ length }) => length >= unmistakableRest);
    readings.push({ rests, isCertain });
  }
  return readings;
}

/** Returns whether any of the readings holds. @param isKnown whether the index contains a term */
export function isCompound(readings: readonly CompoundReading[], isKnown: (term: string) => boolean): boolean {
  return readings.some(({ rests, isCertain }) => isCertain || rests.every((terms) => terms.some(isKnown)));
}

/** Returns the ways to split a folded word in two, as index terms: "rechnung" and "numm" for "rechnungsnummer". */
export function splitCompound(folded: string, analyzer: Analyzer): [head: string, tail: string][] {
  if (!analyzer.compounds || !isCompoundable(folded)) return [];
  const splits = new Map<string, [string, string]>();
  for (let end = shortestRest; end + shortestRest <= folded.length; end++) {
    const { term: tail, folded: written } = analyzer.analyze(folded.slice(end));
    if (tail.length < shortestTerm || Math.max(end, written.length) < shortestPart) continue;
    for (const head of restTerms(folded.slice(0, end), false, analyzer)) splits.set(`${head} ${tail}`, [head, tail]);
  }
  return [...splits.values()];
}

/** The letters beside a part are a word, perhaps with a link: "kunden", "rechnungs" and "snummer". */
function restTerms(rest: string, isTail: boolean, analyzer: Analyzer): string[] {
  const { links = [], affixes } = analyzer.compounds ?? {};
  if (affixes?.has(rest)) return [];
  const linked = isTail
    ? links.filter((link) => rest.startsWith(link)).map((link) => rest.slice(link.length))
    : links.filter((link) => rest.endsWith(link)).map((link) => rest.slice(0, -link.length));
  const written = [rest, ...linked].filter((word) => word.length >= shortestRest && !affixes?.has(word));
  const terms = new Set(written.map((word) => analyzer.analyze(word).term));
  return [...terms].filter((term) => term.length >= shortestTerm && !affixes?.has(term));
}

/** The written words of an index, in one string: finding those that contain a part is one scan. */
export interface CompoundWords {
  /** @param folded new word of the index */
  add(folded: string): void;
  /** Returns index terms of words that have this word as a part. @param isKnown whether the index contains a term */
  having(word: AnalyzedWord, isKnown: (term: string) => boolean, limit: number): string[];
}

const separator = '\n';

export function createCompoundWords(analyzer: Analyzer): CompoundWords {
  let words = separator;
  return {
    add(folded) {
      if (folded.length >= shortestPart + shortestRest && isCompoundable(folded)) words += folded + separator;
    },
    having(part, isKnown, limit) {
      const found = new Set<string>();
      let candidates = 0;
      for (const spelling of partSpellings(part, analyzer)) {
        for (let at = words.indexOf(spelling); at >= 0 && candidates < maximumCandidates; candidates++) {
          const end = words.indexOf(separator, at);
          const word = words.slice(words.lastIndexOf(separator, at) + 1, end);
          if (!found.has(word) && isCompound(readCompound(word, spelling, part, analyzer), isKnown)) found.add(word);
          at = words.indexOf(spelling, end);
        }
      }
      return termsOfShortest(found, analyzer, limit);
    },
  };
}

/** Returns the terms of the shortest words, which say least besides the part. */
export function termsOfShortest(folded: Iterable<string>, analyzer: Analyzer, limit: number): string[] {
  const words = [...folded].sort((one, other) => one.length - other.length || (one < other ? -1 : 1));
  return [...new Set(words.map((word) => analyzer.analyze(word).term))].slice(0, limit);
}
