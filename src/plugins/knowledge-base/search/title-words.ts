import SearchableMap from 'minisearch/SearchableMap';
import { completionWeight } from './completion-weight.js';
import { growTo } from './grow.js';
import type { TypedWord } from './parse-query.js';
import { eachWithPrefix, type WordTree } from './radix.js';
import { topK } from './top-k.js';

/** The words of titles, each of which has a place: a small number. */
export interface TitleWords {
  /** @param forms of the words of a title, each in all its normal forms */
  add(place: number, forms: ReadonlySet<string>): void;
  remove(place: number, forms: ReadonlySet<string>): void;
  /** Finds the titles that have every word, the open one as a beginning as well. */
  find(words: readonly TypedWord[], options: TitleSearch): TitleMatches;
}

export interface TitleSearch {
  /** Letters of a word that may differ. */
  readonly edits: (word: TypedWord) => number;
  /** What the score of a title is multiplied by; 0 for one that must not be found. */
  readonly factor: (place: number) => number;
  readonly limit: number;
}

export interface TitleMatches {
  /** The best first; among equals the first place. */
  readonly places: readonly number[];
  /** What stands in titles for the words, completions left out. */
  readonly forms: ReadonlySet<string>;
}

/** MiniSearch's default for fuzzy matches. */
const correctedWeight = 0.45;
/** With so many forms a title is worth half of one without any: the shorter one is more about what was typed. */
const halvingLength = 12;

/** Creates an empty collection. Looking through it makes no object of a title: a short beginning matches half of them. */
export function createTitleWords(): TitleWords {
  const placesOf = new SearchableMap<Set<number>>();
  const tree: WordTree<Set<number>> = placesOf;
  let lengths = new Uint32Array(64);
  let scores = new Float64Array(64);
  /** What the word counts that is being looked for. */
  let strengths = new Float64Array(64);
  /** How many words of the query, in their order, a title has. */
  let passed = new Uint8Array(64);
  let found = new Uint32Array(64);

  /** Counts the titles that have the word and all before it. Returns how many have been found by now. */
  function take(having: Iterable<number>, weight: number, before: number, count: number): number {
    let reached = count;
    for (const place of having) {
      const strength = passed[place] === before + 1 ? (strengths[place] ?? 0) : 0;
      if (passed[place] === before) {
        passed[place] = before + 1;
        if (before === 0) found[reached++] = place;
      } else if (passed[place] !== before + 1 || strength >= weight) {
        continue;
      }
      strengths[place] = weight;
      scores[place] = (scores[place] ?? 0) + weight - strength;
    }
    return reached;
  }

  /** Keeps those of the found that have all words, with their last scores, and forgets the others. */
  function settle(count: number, words: number, factor: TitleSearch['factor']): number {
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const place = found[i] ?? 0;
      const score = passed[place] === words ? (scores[place] ?? 0) * factor(place) : 0;
      passed[place] = 0;
      scores[place] = score / (1 + (lengths[place] ?? 0) / halvingLength);
      if (score > 0) found[kept++] = place;
    }
    return kept;
  }

  return {
    add(place, forms) {
      lengths = growTo(lengths, place + 1);
      lengths[place] = forms.size;
      for (const form of forms) {
        const places = placesOf.get(form);
        if (places) places.add(place);
        else placesOf.set(form, new Set([place]));
      }
    },
    remove(place, forms) {
      for (const form of forms) {
        const places = placesOf.get(form);
        places?.delete(place);
        if (places?.size === 0) placesOf.delete(form);
      }
    },
    find(words, { edits, factor, limit }) {
      scores = growTo(scores, lengths.length);
      strengths = growTo(strengths, lengths.length);
      passed = growTo(passed, lengths.length);
      found = growTo(found, lengths.length);
      const forms = new Set<string>();
      let count = 0;
      for (const [before, word] of words.entries()) {
        const { folded, term, open } = word;
        for (const form of new Set([term, folded])) {
          const places = placesOf.get(form);
          if (!places) continue;
          forms.add(form);
          count = take(places, 1, before, count);
        }
        if (open) {
          eachWithPrefix(tree, folded, (form, places) => {
            count = take(places, completionWeight(form.length, folded.length), before, count);
          });
        }
        const allowed = edits(word);
        if (allowed === 0) continue;
        for (const [form, [places]] of placesOf.fuzzyGet(term, allowed)) {
          forms.add(form);
          count = take(places, correctedWeight, before, count);
        }
      }
      const kept = settle(count, words.length, factor);
      const places = topK(found, kept, scores, limit);
      for (let i = 0; i < kept; i++) scores[found[i] ?? 0] = 0;
      return { places, forms };
    },
  };
}
