import { setImmediate } from 'node:timers/promises';
import type { SearchDocument, SearchEngine, SearchHit } from './engine.js';
import { createEvaluator, type Evaluate } from './evaluate.js';
import { expandQuery, type QueryWord } from './expand.js';
import { createFacetIndex, type FacetIndex } from './facets.js';
import { createLocaleIndex, type LocaleIndex } from './locale-index.js';
import { parseQuery } from './parse-query.js';
import { hasSlot, type Postings } from './posting-index.js';
import { createScopes, type Scopes } from './scopes.js';
import { createSuggestionIndex, type SuggestionIndex } from './suggest.js';
import type { Synonyms } from './synonyms.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

export interface SearchEngineOptions {
  /** How long indexing holds the event loop before it yields, in milliseconds. Default 10. */
  chunkDuration?: number;
  /** The words of a locale (BCP 47, lower case) when its index is made; by default those of its language. */
  vocabularyOf?: (locale: string) => Vocabulary;
}

/** Everything the engine knows about one locale. */
interface Shelf {
  readonly index: LocaleIndex;
  readonly evaluate: Evaluate;
  readonly facets: FacetIndex;
  readonly scopes: Scopes;
  readonly suggestions: SuggestionIndex;
  readonly synonyms: Synonyms;
}

const editsAllowed = { auto: 2, 0: 0, 1: 1 } as const;

/**
 * Creates the default search engine: one index per locale in the memory of this process, comfortable up to about
 * ten thousand articles. It holds words and titles, no bodies.
 */
export function createSearchEngine({
  chunkDuration = 10,
  vocabularyOf = createVocabulary,
}: SearchEngineOptions = {}): SearchEngine {
  const shelves = new Map<string, Shelf>();
  const shelfOfDocument = new Map<number, Shelf>();
  /** The newest form of each document that waits in an `index` call. */
  const waiting = new Map<number, SearchDocument>();

  function shelfFor(locale: string): Shelf {
    const key = localeKey(locale);
    let shelf = shelves.get(key);
    if (shelf === undefined) {
      shelf = createShelf(vocabularyOf(key));
      shelves.set(key, shelf);
    }
    return shelf;
  }

  function add(document: SearchDocument): void {
    forget(document.id);
    const shelf = shelfFor(document.locale);
    const { id, title, body, aliases = [], suggested = title } = document;
    shelf.facets.add(shelf.index.postings.slots, document);
    shelf.scopes.add(shelf.index.postings.slots, document);
    shelf.index.add({ id, title, body, aliases: aliases.join('\n') });
    shelf.suggestions.add(id, suggested);
    shelfOfDocument.set(id, shelf);
  }

  function forget(id: number): void {
    const shelf = shelfOfDocument.get(id);
    const slot = shelf?.index.postings.slotOf(id);
    if (shelf === undefined || slot === undefined) return;
    shelf.index.postings.discard(id);
    shelf.facets.remove(slot);
    shelf.scopes.remove(slot);
    shelf.suggestions.remove(id);
    shelfOfDocument.delete(id);
  }

  return {
    async index(documents) {
      for (const document of documents) waiting.set(document.id, document);
      let yieldAt = performance.now() + chunkDuration;
      for (const document of documents) {
        if (waiting.get(document.id) !== document) continue;
        waiting.delete(document.id);
        add(document);
        if (performance.now() < yieldAt) continue;
        await setImmediate();
        yieldAt = performance.now() + chunkDuration;
      }
    },

    remove(ids) {
      for (const id of ids) {
        waiting.delete(id);
        forget(id);
      }
    },

    search({ query, locale, page, perPage, fuzzy = 'auto', visibility, ...filters }) {
      const shelf = shelves.get(localeKey(locale));
      if (shelf === undefined) return { total: 0, hits: [], corrections: [], facets: { categories: [], tags: [] } };
      const { postings, analyzer } = shelf.index;
      const scope = shelf.scopes.of(visibility);
      const typed = parseQuery(query, analyzer);
      const { words, corrections } = expandQuery(shelf.index, typed, scope, {
        edits: editsAllowed[fuzzy],
        synonyms: shelf.synonyms,
      });
      const accepted = shelf.facets.accepted(filters, postings.slots);
      const { matches, ranked } = shelf.evaluate(words, { scope, accepted, limit: page * perPage });
      return {
        total: matches.length,
        hits: ranked.slice((page - 1) * perPage).map(({ slot, score }): SearchHit => {
          return { id: postings.idAt(slot), score, matched: matchedTerms(words, slot) };
        }),
        corrections,
        facets: shelf.facets.count(matches),
      };
    },

    suggest(prefix, { locale, limit, visibility }) {
      const shelf = shelves.get(localeKey(locale));
      if (shelf === undefined) return [];
      const { postings } = shelf.index;
      const { visible } = shelf.scopes.of(visibility);
      return shelf.suggestions.suggest(prefix, limit, (id) => visible[postings.slotOf(id) ?? -1] === 1);
    },

    hasWhole(query, { locale, visibility }) {
      const shelf = shelves.get(localeKey(locale));
      if (shelf === undefined) return false;
      const { postings, analyzer } = shelf.index;
      const { visible } = shelf.scopes.of(visibility);
      // A blank behind it: no word is still being typed.
      const slots = parseQuery(`${query} `, analyzer).map(({ term }) => slotsOf(postings.postings(term)));
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

    clear() {
      waiting.clear();
      shelves.clear();
      shelfOfDocument.clear();
    },
  };
}

function createShelf({ analyzer, synonyms }: Vocabulary): Shelf {
  const index = createLocaleIndex(analyzer);
  return {
    index,
    evaluate: createEvaluator(index),
    facets: createFacetIndex(),
    scopes: createScopes(index.postings),
    suggestions: createSuggestionIndex(analyzer),
    synonyms,
  };
}

function slotsOf(postings: Postings | undefined): ReadonlySet<number> {
  return new Set([...(postings?.values() ?? [])].flatMap((inField) => [...inField.keys()]));
}

function localeKey(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
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
