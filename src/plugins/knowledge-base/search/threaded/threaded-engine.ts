import type { HostError } from '../../../../index.js';
import { type SearchDocument, type SearchEngine, UNSHARED } from '../engine.js';
import { indexLost } from '../index-lost.js';
import { MEMORY_CAPABILITIES } from '../minisearch-engine.js';
import type { Vocabulary } from '../vocabulary.js';
import { createNewsDesk, type NewsDesk } from './news.js';
import { createThread, type Thread } from './thread.js';

interface Running {
  readonly thread: Thread;
  readonly desk: NewsDesk;
}

/**
 * The search engine in memory, in a thread of its own: neither building nor searching holds up the loop of this one. The
 * thread begins with the first question, and again after it was lost.
 * @param script of the thread: `worker.js` beside this file, as it was bundled
 * @param vocabularyOf the words of a locale (BCP 47, lower case)
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
    return { thread, desk: createNewsDesk(vocabularyOf, thread.tell) };
  }

  function run(): Running {
    running ??= begin();
    return running;
  }

  const localesOf = (documents: readonly SearchDocument[]): string[] => documents.map(({ locale }) => locale);

  return {
    ...UNSHARED,
    capabilities: { ...MEMORY_CAPABILITIES, place: 'thread' },
    // Its documents end with the thread.
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
      // One thread from begin to end: in another there is nothing of it.
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
        // Where the thread is gone, so is what it has begun.
        await thread.ask('abandonRebuild', [rebuild]).catch(() => undefined);
        throw error;
      }
    },
    async search({ visibility, query, locale, page, perPage, category, tag, from, to, promoted, fuzzy }) {
      const { thread, desk } = run();
      const viewer = desk.beforeQuestion(locale, visibility);
      const asked = { query, locale, page, perPage, category, tag, from, to, promoted, fuzzy };
      return thread.ask('search', [asked, viewer]);
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
