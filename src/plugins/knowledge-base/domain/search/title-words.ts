import SearchableMap from 'minisearch/SearchableMap';
import { completionWeight } from './completion-weight.js';
import type { TypedWord } from './parse-query.js';
import { growTo } from './posting-index.js';
import { eachWithPrefix, type WordTree } from './radix.js';
import { topK } from './top-k.js';

/** Words of titles. Each title has a place, which is a small number. */
export interface TitleWords {
  /** @param forms all normalized forms of the title's words */
  add(place: number, forms: ReadonlySet<string>): void;
  remove(place: number, forms: ReadonlySet<string>): void;
  /** Finds the titles that contain every word, the open one also as a prefix. */
  find(words: readonly TypedWord[], options: TitleSearch): TitleMatches;
}

export interface TitleSearch {
  /** Maximum edit distance for a word. */
  readonly edits: (word: TypedWord) => number;
  /** Score multiplier of a title; 0 excludes it. */
  readonly factor: (place: number) => number;
  readonly limit: number;
}

export interface TitleMatches {
  /** Best first; equal scores in the order of their places. */
  readonly places: readonly number[];
  /** Forms in titles that match the words, without completions. */
  readonly forms: ReadonlySet<string>;
}

/** MiniSearch's default for fuzzy matches. */
const correctedWeight = 0.45;
/** Number of forms that halves a title's score: a shorter title is more specific. */
const halvingLength = 12;

/** Creates an empty collection. Searching allocates no object per title: a short prefix matches half of them. */
export function createTitleWords(): TitleWords {
  const placesOf = new SearchableMap<Set<number>>();
  const tree: WordTree<Set<number>> = placesOf;
  let lengths = new Uint32Array(64);
  let scores = new Float64Array(64);
  /** Best weight of the current word, by place. */
  let strengths = new Float64Array(64);
  /** Number of query words matched so far, in query order, by place. */
  let passed = new Uint32Array(64);
  let found = new Uint32Array(64);

  /** Counts the titles that contain the word and all words before it. Returns the number of titles found so far. */
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

  /** Keeps the titles that contain all words, with their final scores, and resets the others. */
  function settle(count: number, words: number, factor: TitleSearch['factor']): number {
    let keptCount = 0;
    for (let i = 0; i < count; i++) {
      const place = found[i] ?? 0;
      const score = passed[place] === words ? (scores[place] ?? 0) * factor(place) : 0;
      passed[place] = 0;
      scores[place] = score / (1 + (lengths[place] ?? 0) / halvingLength);
      if (score > 0) found[keptCount++] = place;
    }
    return keptCount;
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
      const keptCount = settle(count, words.length, factor);
      const places = topK(found, keptCount, scores, limit);
      for (let i = 0; i < keptCount; i++) scores[found[i] ?? 0] = 0;
      return { places, forms };
    },
  };
}
