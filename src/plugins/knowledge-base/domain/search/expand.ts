import { completionWeight } from './completion-weight.js';
import { splitCompound } from './compounds.js';
import { correctionsOf, noCorrections } from './correct.js';
import type { LocaleIndex } from './locale-index.js';
import { meaningsOfQuery, type TermMatch } from './meanings.js';
import type { TypedWord } from './parse-query.js';
import type { Postings } from './posting-index.js';
import { shortestWithPrefix } from './radix.js';
import { type Scope, visibleDocuments } from './scope.js';
import { keyOf, type Phrase, type Synonyms } from './synonyms.js';
import { variantOf } from './variants.js';

/** Alternative that a query word is looked up by. */
export interface Expansion {
  /** One index term, or several that a document must all contain. */
  readonly terms: Phrase;
  /** 1 for the word itself, less for a synonym, a completion or a correction. */
  readonly weight: number;
  readonly postings: Postings;
}

/** Query word with all the alternatives it is looked up by. */
export interface QueryWord {
  readonly frequency: number;
  readonly expansions: readonly Expansion[];
  /**
   * Whether the first expansion is the word itself, so that its rarity counts. Otherwise the rarity of all
   * expansions together counts.
   */
  readonly isInVocabulary: boolean;
}

export interface ExpandedQuery {
  readonly words: QueryWord[];
  readonly corrections: { from: string; to: string }[];
}

const maximumCompletions = 64;
const maximumCompounds = 64;

/** Maximum number of words searched. More do not improve judged queries that contain whole passages. */
const maximumWords = 32;

/** Weights of a match with a variant of an article's word, with all parts of a typed word, and with one of them. */
const variantWeight = 0.3;
/** Weight of a word that has the typed one as a part. */
const compoundWeight = 0.1;
const partsWeight = 0.3;
const partWeight = 0.1;

/** Weight of a synonym relative to the typed word. */
const synonymWeight = 0.8;

/**
 * Expands the words of a query to the index terms they are looked up by. These are the word itself, completions of a
 * word still being typed, words that have it as a part, synonyms, and corrections of a word that occurs nowhere in the
 * scope, with their synonyms.
 * @param edits maximum edit distance of a correction; 0 turns corrections off
 */
export function expandQuery(
  index: LocaleIndex,
  typed: readonly TypedWord[],
  scope: Scope,
  { edits, synonyms }: { readonly edits: number; readonly synonyms: Synonyms },
): ExpandedQuery {
  const find = createFinder(index, scope);
  const isFound = (term: string) => find([term]) !== undefined;
  const isKnown = ({ term }: TypedWord) => synonyms.has(term) || isFound(term) || isFound(variantOf(term));
  // Unlike the parts of a compound, the parts of a word are a guess that may be a misspelling.
  const words = rarest(
    typed.flatMap((word) => (word.isCompound && !isKnown(word) ? word.parts : [word])),
    ({ term }) => {
      const postings = find([term]) ?? find([variantOf(term)]);
      return postings === undefined ? 0 : visibleDocuments(postings, scope, Number.POSITIVE_INFINITY);
    },
  );
  const asTyped = meaningsOfQuery(
    synonyms,
    words.map((word) => ({ word, readings: [[word.term, 1]] })),
  );

  const read = words.map((word, place) => {
    const expansions: Expansion[] = [];
    const add = (terms: Phrase, weight: number): void => {
      const postings = find(terms);
      if (postings !== undefined) expansions.push({ terms, weight, postings });
    };

    const [own, other] = [word.term, variantOf(word.term)];
    add([word.isCompound ? other : own], 1);
    add([word.isCompound ? own : other], variantWeight);
    for (const term of word.joined) for (const spelling of [term, variantOf(term)]) add([spelling], variantWeight);
    const written = expansions.length > 0;
    const addParts = () => {
      if (word.parts.length > 1) add([...new Set(word.parts.map(({ term }) => term))], partsWeight);
      for (const { term } of word.parts) add([term], partWeight);
    };
    if (written) addParts();
    if (word.open && !(written && word.folded.length === 1))
      for (const [term, weight] of completionsOf(index, word)) add([term], weight);

    for (const compound of index.compounds?.having(word, isFound, maximumCompounds) ?? [])
      if (!expansions.some(({ terms }) => terms.length === 1 && terms[0] === compound)) add([compound], compoundWeight);
    for (const split of splitCompound(word.folded, index.analyzer)) add(split, partsWeight);

    const meansOthers = asTyped[place]?.some(({ phrase }) => find(phrase) !== undefined) === true;
    const standsForOthers = find([word.term]) === undefined && (expansions.length > 0 || meansOthers);
    const { replacement, terms } = standsForOthers ? noCorrections : correctionsOf(index, word, scope, edits);
    for (const [term, weight] of terms) add([term], weight);
    if (!written) addParts();
    const readings: TermMatch[] = [[word.term, 1], ...terms];
    return { word, expansions, add, readings, replacement, isInVocabulary: written && replacement === undefined };
  });

  // Runs after all words were corrected, because a multi-word synonym may match a corrected spelling.
  const meanings = meaningsOfQuery(synonyms, read);
  for (const [place, { expansions, add }] of read.entries()) {
    for (const { phrase, weight } of meanings[place] ?? []) {
      if (expansions.some(({ terms }) => keyOf(terms) === keyOf(phrase))) continue;
      add(phrase, weight * synonymWeight);
    }
  }
  return {
    words: read
      .filter(({ expansions }) => expansions.length > 0)
      .map(({ word, expansions, isInVocabulary }) => ({ frequency: word.frequency, expansions, isInVocabulary })),
    corrections: read.flatMap(({ word, replacement }) =>
      replacement === undefined ? [] : [{ from: word.raw, to: replacement }],
    ),
  };
}

/** Keeps the rarest words of a long query, in their order. Each word costs a pass over its postings. */
function rarest(words: readonly TypedWord[], documentsOf: (word: TypedWord) => number): readonly TypedWord[] {
  if (words.length <= maximumWords) return words;
  const byRarity = words
    .map((word) => ({ word, documents: documentsOf(word) }))
    .sort((one, other) => one.documents - other.documents);
  const rarest = new Set(byRarity.slice(0, maximumWords).map(({ word }) => word));
  return words.filter((word) => rarest.has(word));
}

/** Finds the postings of terms that occur in the scope. */
function createFinder(index: LocaleIndex, scope: Scope): (terms: Phrase) => Postings | undefined {
  const found = new Map<string, Postings | undefined>();
  return (terms) => {
    const key = keyOf(terms);
    if (found.has(key)) return found.get(key);
    const postings = phrasePostings(terms.map((term) => index.postings.postings(term)));
    const visible = postings !== undefined && visibleDocuments(postings, scope, 1) > 0 ? postings : undefined;
    found.set(key, visible);
    return visible;
  };
}

/** Finds completions of a half-typed word with their weights: by its letters, then by its stem. */
function completionsOf(index: LocaleIndex, { folded, term }: TypedWord): Map<string, number> {
  const completions = new Map<string, number>();
  const add = (completion: string, length: number, typedLength: number): void => {
    if (completion === term || completions.has(completion) || completions.size >= maximumCompletions) return;
    completions.set(completion, completionWeight(length, typedLength));
  };
  for (const word of shortestWithPrefix(index.words, folded, maximumCompletions)) {
    add(index.form(word)?.term ?? word, word.length, folded.length);
  }
  if (index.analyzer.stemmer !== null) {
    for (const longer of shortestWithPrefix(index.postings.terms, term, maximumCompletions)) {
      add(longer, longer.length, term.length);
    }
  }
  return completions;
}

/**
 * Merges the postings of several terms: documents that contain all of them in one field. The index has no positions,
 * and a field with all words of a technical term rarely means something else.
 */
function phrasePostings(terms: readonly (Postings | undefined)[]): Postings | undefined {
  const [first, ...others] = terms;
  if (first === undefined || others.length === 0) return first;
  const together: Postings = new Map();
  for (const field of first.keys()) {
    const columns = terms.flatMap((postings) => postings?.get(field) ?? []);
    if (columns.length < terms.length) continue;
    const slots = new Map<number, number>();
    const [rarest = new Map<number, number>(), ...more] = columns.sort((one, other) => one.size - other.size);
    for (const [slot, occurrences] of rarest) {
      const fewest = more.reduce((least, column) => Math.min(least, column.get(slot) ?? 0), occurrences);
      if (fewest > 0) slots.set(slot, fewest);
    }
    if (slots.size > 0) together.set(field, slots);
  }
  return together.size > 0 ? together : undefined;
}
