import { LRUCache } from 'lru-cache';
import type { GuardedArticle } from '../access/decide.js';
import type { Visibility } from '../access/visibility.js';
import type { IndexedWord } from './analyzer.js';
import type {
  SearchDocument,
  SearchHit,
  SearchQuery,
  SearchResult,
  SearchStats,
  Suggestion,
  Viewing,
} from './engine.js';
import { createEvaluator, type Evaluate, type Evaluation } from './evaluate.js';
import { expandQuery, type QueryWord } from './expand.js';
import { createFacetIndex, type FacetIndex } from './facets.js';
import { createLocaleIndex, type LocaleIndex } from './locale-index.js';
import { localeKey } from './locale-key.js';
import { parseQuery, phrasesIn, type TypedWord } from './parse-query.js';
import { hasSlot, type PostingIndex, type Postings } from './posting-index.js';
import type { Scope } from './scope.js';
import { createSuggestionIndex, type SuggestionIndex } from './suggest.js';
import { variantOf } from './variants.js';
import type { Vocabulary } from './vocabulary.js';

/** Synchronous in-memory index and its search functions. */
export interface MemoryIndex {
  /** Replaces the document with the same id. */
  add(document: SearchDocument): void;
  /** Ignores unknown ids. */
  remove(id: number): void;
  search(query: SearchQuery): SearchResult;
  suggest(prefix: string, options: Viewing & { readonly limit: number }): Suggestion[];
  /** Whether a single visible article contains every word of the query except stop words, without corrections. */
  hasWhole(query: string, viewing: Viewing): boolean;
  stats(): SearchStats;
}

/** Index structures of one locale. */
interface Shelf {
  readonly index: LocaleIndex;
  readonly evaluate: Evaluate;
  readonly facets: FacetIndex;
  readonly scopes: Scopes;
  /** Titles by slot. */
  readonly suggestions: SuggestionIndex;
}

const editsAllowed = { auto: 2, 0: 0, 1: 1 } as const;

/**
 * Creates one index per locale. It holds words and titles, but no bodies.
 * @param vocabularyOf vocabulary of a locale (BCP 47, lower case). Its analyzer is read when the first document of
 *   the locale is added, its synonyms at every search
 */
export function createMemoryIndex(vocabularyOf: (locale: string) => Vocabulary): MemoryIndex {
  const shelves = new Map<string, Shelf>();
  const shelfOfDocument = new Map<number, Shelf>();

  function shelfFor(locale: string): Shelf {
    const key = localeKey(locale);
    let shelf = shelves.get(key);
    if (shelf === undefined) {
      shelf = createShelf(vocabularyOf(key));
      shelves.set(key, shelf);
    }
    return shelf;
  }

  function remove(id: number): void {
    const shelf = shelfOfDocument.get(id);
    const slot = shelf?.index.postings.slotOf(id);
    if (shelf === undefined || slot === undefined) return;
    shelf.index.postings.discard(id);
    shelf.index.remove(slot);
    shelf.facets.remove(slot);
    shelf.scopes.remove(slot);
    shelf.suggestions.remove(slot);
    shelfOfDocument.delete(id);
  }

  return {
    add(document) {
      remove(document.id);
      const shelf = shelfFor(document.locale);
      const { id, title, body, aliases = [], suggested = title } = document;
      shelf.facets.add(shelf.index.postings.slots, document);
      shelf.scopes.add(shelf.index.postings.slots, document);
      shelf.suggestions.add(shelf.index.postings.slots, suggested);
      shelf.index.add({ id, title, body, aliases: aliases.join('\n') });
      shelfOfDocument.set(id, shelf);
    },
    remove,

    search({ query, locale, page, perPage, fuzzy = 'auto', visibility, promoted = [], ...filters }) {
      const shelf = shelves.get(localeKey(locale));
      if (shelf === undefined) return { total: 0, hits: [], corrections: [], facets: { categories: [], tags: [] } };
      const { postings, analyzer } = shelf.index;
      const scope = shelf.scopes.of(visibility);
      const phrases = phrasesIn(query, analyzer);
      const { words, corrections } = expandQuery(shelf.index, parseQuery(query, analyzer), scope, {
        edits: phrases.length > 0 ? 0 : editsAllowed[fuzzy],
        synonyms: vocabularyOf(localeKey(locale)).synonyms,
      });
      const accepted = shelf.facets.accepted(filters, postings.slots);
      const first = promotedSlots(shelf, promoted, scope, accepted);
      const passing = phrases.length > 0 ? withPhrases(shelf, phrases, accepted) : accepted;
      const limit = page * perPage;
      const found = withFirst(first, shelf.evaluate(words, { scope, accepted: passing, limit: limit + first.length }));
      return {
        total: found.matches.length,
        hits: found.ranked.slice(limit - perPage, limit).map(({ slot, score }): SearchHit => {
          const hit = { id: postings.idAt(slot), score, matched: matchedTerms(words, slot) };
          return first.includes(slot) ? { ...hit, promoted: true } : hit;
        }),
        corrections,
        facets: shelf.facets.count(found.matches),
      };
    },

    suggest(prefix, { locale, limit, visibility }) {
      const shelf = shelves.get(localeKey(locale));
      if (shelf === undefined) return [];
      const { postings } = shelf.index;
      const { visible } = shelf.scopes.of(visibility);
      return shelf.suggestions
        .suggest(prefix, limit, (slot) => visible[slot] === 1)
        .map(({ id: slot, ...suggestion }) => ({ id: postings.idAt(slot), ...suggestion }));
    },

    hasWhole(query, { locale, visibility }) {
      const shelf = shelves.get(localeKey(locale));
      if (shelf === undefined) return false;
      const { postings, analyzer } = shelf.index;
      const { visible } = shelf.scopes.of(visibility);
      const holders = (word: TypedWord): ReadonlySet<number> => {
        const spellings = [word.term, variantOf(word.term)].map((term) => slotsOf(postings.postings(term)));
        const [first = new Set<number>(), ...others] = word.isCompound ? word.parts.map(holders) : [];
        const inParts = [...first].filter((slot) => others.every((slots) => slots.has(slot)));
        return new Set([...spellings.flatMap((slots) => [...slots]), ...inParts]);
      };
      // The trailing space marks the last word as complete.
      const slots = parseQuery(`${query} `, analyzer).map(holders);
      const [rarest, ...others] = slots.sort((one, other) => one.size - other.size);
      return [...(rarest ?? [])].some((slot) => visible[slot] === 1 && others.every((words) => words.has(slot)));
    },

    stats() {
      const used = [...shelves].filter(([, { index }]) => index.postings.documentCount > 0);
      return {
        documents: shelfOfDocument.size,
        terms: used.reduce((sum, [, { index }]) => sum + index.postings.termCount, 0),
        locales: used.map(([locale]) => locale).sort(),
      };
    },
  };
}

function createShelf({ analyzer }: Vocabulary): Shelf {
  const index = createLocaleIndex(analyzer);
  return {
    index,
    evaluate: createEvaluator(index),
    facets: createFacetIndex(),
    scopes: createScopes(index.postings),
    suggestions: createSuggestionIndex(analyzer),
  };
}

/** By slot: 1 for an accepted document that contains all phrases. */
function withPhrases(
  { index }: Shelf,
  phrases: readonly IndexedWord[][],
  accepted: Uint8Array | undefined,
): Uint8Array {
  const passing = new Uint8Array(index.postings.slots);
  const holders = phrases
    .flat()
    .filter(({ folded }) => !index.analyzer.isStopWord(folded))
    .map(({ term }) => slotsOf(index.postings.postings(term)))
    .sort((one, other) => one.size - other.size);
  for (const slot of holders[0] ?? passing.keys()) {
    if (accepted !== undefined && accepted[slot] !== 1) continue;
    if (phrases.every((phrase) => index.hasPhrase(slot, phrase))) passing[slot] = 1;
  }
  return passing;
}

/** Slots of the promoted documents that are visible and pass the filters. */
function promotedSlots(
  { index: { postings } }: Shelf,
  ids: readonly number[],
  { visible }: Scope,
  accepted: Uint8Array | undefined,
): readonly number[] {
  return ids
    .map((id) => postings.slotOf(id) ?? -1)
    .filter((slot) => visible[slot] === 1 && (accepted === undefined || accepted[slot] === 1));
}

/** Moves these slots before all other matches; each is counted once. */
function withFirst(first: readonly number[], { matches, ranked }: Evaluation): Evaluation {
  if (first.length === 0) return { matches, ranked };
  const missing = first.filter((slot) => !matches.includes(slot));
  const scores = new Map(ranked.map(({ slot, score }) => [slot, score]));
  return {
    matches: Uint32Array.of(...missing, ...matches),
    ranked: [
      ...first.map((slot) => ({ slot, score: scores.get(slot) ?? 0 })),
      ...ranked.filter(({ slot }) => !first.includes(slot)),
    ],
  };
}

function slotsOf(postings: Postings | undefined): ReadonlySet<number> {
  return new Set([...(postings?.values() ?? [])].flatMap((inField) => [...inField.keys()]));
}

function matchedTerms(words: readonly QueryWord[], slot: number): string[] {
  const terms = new Set<string>();
  for (const { expansions } of words) {
    for (const { terms: found, postings } of expansions) {
      if (!hasSlot(postings, slot)) continue;
      for (const term of found) terms.add(term);
    }
  }
  return [...terms];
}

/** Visible documents of an index by viewer. */
interface Scopes {
  add(slot: number, document: SearchDocument): void;
  remove(slot: number): void;
  of(visibility: Visibility | undefined): Scope;
}

/** Maximum number of cached scopes (LRU). Viewers with equal visibility share one. */
const MAX_CACHED_SCOPES = 64;

function createScopes(postings: PostingIndex): Scopes {
  const guards: (GuardedArticle | undefined)[] = [];
  /** Scopes by visibility key. Every change of the index clears them, because it renumbers the slots. */
  const cache = new LRUCache<string, Scope>({ max: MAX_CACHED_SCOPES });

  function look({ admits }: Visibility): Scope {
    const visible = new Uint8Array(guards.length);
    let size = 0;
    for (const [slot, guard] of guards.entries()) {
      if (!guard || !admits(guard)) continue;
      visible[slot] = 1;
      size += 1;
    }
    return { visible, size };
  }

  return {
    add(slot, { id, categories, authorId = 0, ruleId = null }) {
      guards[slot] = { id, authorId, categoryIds: [...categories], ruleId };
      cache.clear();
    },
    remove(slot) {
      guards[slot] = undefined;
      cache.clear();
    },
    of(visibility) {
      if (!visibility?.closed) return { visible: postings.live, size: postings.documentCount };
      const cached = cache.get(visibility.key);
      if (cached) return cached;
      const scope = look(visibility);
      cache.set(visibility.key, scope);
      return scope;
    },
  };
}
