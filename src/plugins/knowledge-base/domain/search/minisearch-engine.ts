import { type SearchCapabilities, type SearchDocument, type SearchEngine, UNSHARED } from './engine.js';
import { createMemoryIndex, type MemoryIndex } from './memory-index.js';
import { createPace } from './pace.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

export interface SearchEngineOptions {
  /**
   * Milliseconds that indexing blocks the event loop before yielding.
   * @default 10
   */
  chunkDuration?: number;
  /**
   * Vocabulary of a locale (BCP 47, lower case).
   * @default the stop words of the language, without synonyms
   */
  vocabularyOf?: (locale: string) => Vocabulary;
}

/** Capabilities of every in-memory index. */
export const MEMORY_CAPABILITIES: SearchCapabilities = { place: 'memory', corrections: true, wordForms: true };

/** Index, and the newest version of each document still to be added. */
interface IndexState {
  readonly index: MemoryIndex;
  readonly waiting: Map<number, SearchDocument>;
}

/** Creates the default search engine: one in-memory index per locale, suitable for up to about 10,000 articles. */
export function createSearchEngine({
  chunkDuration = 10,
  vocabularyOf = rememberVocabularies(),
}: SearchEngineOptions = {}): SearchEngine {
  const createFilled = (): IndexState => ({ index: createMemoryIndex(vocabularyOf), waiting: new Map() });
  let current = createFilled();
  /** Changes since a rebuild began, one map per rebuild; null for removed documents. */
  const rebuilds = new Set<Map<number, SearchDocument | null>>();

  async function fill({ index, waiting }: IndexState, documents: readonly SearchDocument[]): Promise<void> {
    for (const document of documents) waiting.set(document.id, document);
    const pace = createPace(chunkDuration);
    for (const document of documents) {
      if (waiting.get(document.id) !== document) continue;
      waiting.delete(document.id);
      index.add(document);
      await pace();
    }
  }

  function drop({ index, waiting }: IndexState, ids: readonly number[]): void {
    for (const id of ids) {
      waiting.delete(id);
      index.remove(id);
    }
  }

  /** Applies changes until none is left: more may arrive while some are applied. */
  async function takeIn(filled: IndexState, changes: Map<number, SearchDocument | null>): Promise<void> {
    while (changes.size > 0) {
      const latest = [...changes];
      changes.clear();
      drop(
        filled,
        latest.map(([id]) => id),
      );
      await fill(
        filled,
        latest.flatMap(([, document]) => document ?? []),
      );
    }
  }

  return {
    onLost: () => undefined,
    close: async () => undefined,
    ...UNSHARED,
    capabilities: MEMORY_CAPABILITIES,
    // The documents are lost when the process ends.
    resume: async () => null,
    advance: async () => undefined,
    async index(documents) {
      for (const changes of rebuilds) for (const document of documents) changes.set(document.id, document);
      await fill(current, documents);
    },
    async remove(ids) {
      for (const changes of rebuilds) for (const id of ids) changes.set(id, null);
      drop(current, ids);
    },
    async rebuild(batches) {
      const next = createFilled();
      const changes = new Map<number, SearchDocument | null>();
      rebuilds.add(changes);
      try {
        for await (const batch of batches) await fill(next, batch);
        await takeIn(next, changes);
        current = next;
      } finally {
        rebuilds.delete(changes);
      }
    },
    search: async (query) => current.index.search(query),
    suggest: async (prefix, options) => current.index.suggest(prefix, options),
    whole: async (queries, viewing) => queries.filter((query) => current.index.hasWhole(query, viewing)),
    stats: async () => current.index.stats(),
  };
}

function rememberVocabularies(): (locale: string) => Vocabulary {
  const vocabularies = new Map<string, Vocabulary>();
  return (locale) => {
    const vocabulary = vocabularies.get(locale) ?? createVocabulary(locale);
    vocabularies.set(locale, vocabulary);
    return vocabulary;
  };
}
