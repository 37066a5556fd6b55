import { type SearchCapabilities, type SearchDocument, type SearchEngine, UNSHARED } from './engine.js';
import { createMemoryIndex, type MemoryIndex } from './memory-index.js';
import { createPace } from './pace.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

export interface SearchEngineOptions {
  /** How long indexing holds the event loop before it yields, in milliseconds. Default 10. */
  chunkDuration?: number;
  /** The words of a locale (BCP 47, lower case); by default those of its language. */
  vocabularyOf?: (locale: string) => Vocabulary;
}

/** Wherever an index in memory is. */
export const MEMORY_CAPABILITIES: SearchCapabilities = { place: 'memory', corrections: true, wordForms: true };

/** An index, and the newest form of each document that waits to be added to it. */
interface Filled {
  readonly index: MemoryIndex;
  readonly waiting: Map<number, SearchDocument>;
}

/**
 * Creates the default search engine: one index per locale in the memory of this process, comfortable up to about
 * ten thousand articles.
 */
export function createSearchEngine({
  chunkDuration = 10,
  vocabularyOf = rememberVocabularies(),
}: SearchEngineOptions = {}): SearchEngine {
  const createFilled = (): Filled => ({ index: createMemoryIndex(vocabularyOf), waiting: new Map() });
  let current = createFilled();
  /** What has changed since a rebuild began; null for what was removed. Each rebuild has its own. */
  const rebuilds = new Set<Map<number, SearchDocument | null>>();

  async function fill({ index, waiting }: Filled, documents: readonly SearchDocument[]): Promise<void> {
    for (const document of documents) waiting.set(document.id, document);
    const pace = createPace(chunkDuration);
    for (const document of documents) {
      if (waiting.get(document.id) !== document) continue;
      waiting.delete(document.id);
      index.add(document);
      await pace();
    }
  }

  function drop({ index, waiting }: Filled, ids: readonly number[]): void {
    for (const id of ids) {
      waiting.delete(id);
      index.remove(id);
    }
  }

  /** Until none is left: while some are taken in, others may come. */
  async function takeIn(filled: Filled, changes: Map<number, SearchDocument | null>): Promise<void> {
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
    // Its documents end with the process.
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
  const known = new Map<string, Vocabulary>();
  return (locale) => {
    const vocabulary = known.get(locale) ?? createVocabulary(locale);
    known.set(locale, vocabulary);
    return vocabulary;
  };
}
