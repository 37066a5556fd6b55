import { LRUCache } from 'lru-cache';
import type { HostError } from '../../../../../index.js';
import type { Visibility } from '../../access/visibility.js';
import { type SearchDocument, type SearchEngine, UNSHARED } from '../engine.js';
import { indexLost } from '../index-lost.js';
import { localeKey } from '../locale-key.js';
import { MEMORY_CAPABILITIES } from '../minisearch-engine.js';
import type { Vocabulary, VocabularySource } from '../vocabulary.js';
import type { News } from './calls.js';
import { createThread, type Thread } from './thread.js';

interface Running {
  readonly thread: Thread;
  readonly desk: NewsDesk;
}

/**
 * Creates the in-memory search engine in a worker thread, so that building and searching do not block this event
 * loop. The thread starts at the first call, and again after it was lost.
 * @param script script of the thread: the bundled `worker.js` beside this file
 * @param vocabularyOf vocabulary of a locale (BCP 47, lower case)
 */
export function createThreadedEngine(parts: {
  readonly script: URL;
  readonly vocabularyOf: (locale: string) => Vocabulary;
}): SearchEngine {
  const { script, vocabularyOf } = parts;
  const listeners: ((error: HostError) => void)[] = [];
  let running: Running | null = null;
  let isClosed = false;
  let rebuilds = 0;

  function begin(): Running {
    if (isClosed) throw indexLost('the host is closing');
    const thread = createThread(script, (error) => {
      running = null;
      for (const listener of listeners) listener(error);
    });
    return { thread, desk: createNewsDesk(vocabularyOf, thread.send) };
  }

  function run(): Running {
    running ??= begin();
    return running;
  }

  const localesOf = (documents: readonly SearchDocument[]): string[] => documents.map(({ locale }) => locale);

  return {
    ...UNSHARED,
    capabilities: { ...MEMORY_CAPABILITIES, place: 'thread' },
    // The documents are lost when the thread ends.
    resume: async () => null,
    advance: async () => undefined,
    async index(documents) {
      const { thread, desk } = run();
      desk.beforeDocuments(localesOf(documents));
      await thread.ask('index', [documents]);
    },
    async remove(ids) {
      await run().thread.ask('remove', [ids]);
    },
    async rebuild(batches, origin) {
      // A rebuild uses one thread throughout; a new thread would not know about it.
      const { thread, desk } = run();
      rebuilds += 1;
      const rebuild = rebuilds;
      await thread.ask('beginRebuild', [rebuild, origin]);
      try {
        for await (const batch of batches) {
          desk.beforeDocuments(localesOf(batch));
          await thread.ask('takeIn', [rebuild, batch]);
        }
        await thread.ask('finishRebuild', [rebuild]);
      } catch (error) {
        // If the thread is gone, so is its rebuild.
        await thread.ask('abandonRebuild', [rebuild]).catch(() => undefined);
        throw error;
      }
    },
    async search({ visibility, query, locale, page, perPage, category, tag, from, to, promoted, fuzzy }) {
      const { thread, desk } = run();
      const viewer = desk.beforeQuestion(locale, visibility);
      const request = { query, locale, page, perPage, category, tag, from, to, promoted, fuzzy };
      return thread.ask('search', [request, viewer]);
    },
    async suggest(prefix, { locale, limit, visibility }) {
      const { thread, desk } = run();
      return thread.ask('suggest', [prefix, locale, limit, desk.beforeQuestion(locale, visibility)]);
    },
    async whole(queries, { locale, visibility }) {
      if (queries.length === 0) return [];
      const { thread, desk } = run();
      return thread.ask('whole', [queries, locale, desk.beforeQuestion(locale, visibility)]);
    },
    stats: async () => run().thread.ask('stats', []),
    onLost: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      await running?.thread.close();
    },
  };
}

/** Sends vocabularies and viewers to one thread, each only once. */
interface NewsDesk {
  /** Sends the vocabularies of these locales if they changed. Call it before sending documents. */
  beforeDocuments(locales: Iterable<string>): void;
  /**
   * Sends the viewer if necessary. Call it before a query. A vocabulary is sent only for locales with documents,
   * because other locales are not searched.
   * @returns number of the viewer; null if nothing is closed to them
   */
  beforeQuestion(locale: string, visibility: Visibility | undefined): number | null;
}

/** Maximum number of viewers the thread keeps (LRU). */
const MAX_CACHED_VIEWERS = 64;

function createNewsDesk(vocabularyOf: (locale: string) => Vocabulary, send: (news: News) => void): NewsDesk {
  const sent = new Map<string, VocabularySource>();
  let count = 0;
  const viewers = new LRUCache<string, number>({
    max: MAX_CACHED_VIEWERS,
    dispose: (viewer) => send({ words: [], viewers: [], forgotten: [viewer] }),
  });

  function sendVocabulary(locales: Iterable<string>): void {
    const words: [string, VocabularySource][] = [];
    for (const locale of locales) {
      const { source } = vocabularyOf(locale);
      if (sent.get(locale) === source) continue;
      sent.set(locale, source);
      // Strips anything that is not data: plugins may have added functions, which cannot be cloned.
      words.push([locale, JSON.parse(JSON.stringify(source)) as VocabularySource]);
    }
    if (words.length > 0) send({ words, viewers: [], forgotten: [] });
  }

  return {
    beforeDocuments: (locales) => sendVocabulary(new Set([...locales].map(localeKey))),
    beforeQuestion(locale, visibility) {
      const key = localeKey(locale);
      if (sent.has(key)) sendVocabulary([key]);
      if (!visibility?.closed) return null;
      const before = viewers.get(visibility.key);
      if (before !== undefined) return before;
      count += 1;
      send({ words: [], viewers: [[count, visibility.closed]], forgotten: [] });
      viewers.set(visibility.key, count);
      return count;
    },
  };
}
