import { TransformStream, type WritableStreamDefaultWriter } from 'node:stream/web';
import { parentPort } from 'node:worker_threads';
import { type Visibility, visibilityOf } from '../../access/visibility.js';
import type { SearchDocument } from '../engine.js';
import { createSearchEngine } from '../minisearch-engine.js';
import { createVocabulary, type Vocabulary, withSynonyms } from '../vocabulary.js';
import type { Answer, Calls, Message, News, Question } from './calls.js';

/** In-memory index in a worker thread, driven by messages. */
const vocabularies = new Map<string, Vocabulary>();
const viewers = new Map<number, Visibility>();
const rebuilds = new Map<number, Rebuild>();

interface Rebuild {
  readonly batches: WritableStreamDefaultWriter<readonly SearchDocument[]>;
  /** Resolves when all batches are indexed. */
  readonly whole: Promise<void>;
}

const engine = createSearchEngine({ vocabularyOf: (locale) => requireValue(vocabularies, locale) });

const calls: Calls = {
  index: engine.index,
  remove: engine.remove,
  search: (query, viewer) => engine.search({ ...query, ...seen(viewer) }),
  suggest: (prefix, locale, limit, viewer) => engine.suggest(prefix, { locale, limit, ...seen(viewer) }),
  whole: (queries, locale, viewer) => engine.whole(queries, { locale, ...seen(viewer) }),
  stats: engine.stats,
  async beginRebuild(rebuild, origin) {
    const { readable, writable } = new TransformStream<readonly SearchDocument[], readonly SearchDocument[]>();
    const whole = engine.rebuild(readable, origin);
    // `finishRebuild` reports the error; until then it must not count as an unhandled rejection.
    whole.catch(() => undefined);
    rebuilds.set(rebuild, { batches: writable.getWriter(), whole });
  },
  async takeIn(rebuild, documents) {
    const { batches, whole } = requireValue(rebuilds, rebuild);
    // If writing fails, the rebuild has failed and its error explains why.
    await batches.write(documents).catch(() => whole);
  },
  async finishRebuild(rebuild) {
    const { batches, whole } = requireValue(rebuilds, rebuild);
    await batches.close().catch(() => whole);
    await whole;
    rebuilds.delete(rebuild);
  },
  async abandonRebuild(rebuild) {
    const { batches, whole } = requireValue(rebuilds, rebuild);
    rebuilds.delete(rebuild);
    await batches.abort(new Error('The index is not complete.'));
    await whole.catch(() => undefined);
  },
};

function hear({ words, viewers: introduced, forgotten }: News): void {
  for (const [locale, source] of words) {
    const before = vocabularies.get(locale);
    const isSame = before && JSON.stringify(before.source.stopWords) === JSON.stringify(source.stopWords);
    const vocabulary = isSame ? withSynonyms(before, source.synonyms ?? []) : createVocabulary(locale, source);
    vocabularies.set(locale, vocabulary);
  }
  for (const viewer of forgotten) viewers.delete(viewer);
  for (const [viewer, closed] of introduced) viewers.set(viewer, visibilityOf(closed));
}

function seen(viewer: number | null): { readonly visibility?: Visibility } {
  return viewer === null ? {} : { visibility: requireValue(viewers, viewer) };
}

/** Throws for unknown keys: a wrong answer would be worse than none. */
function requireValue<Key, Value>(all: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = all.get(key);
  if (value === undefined) throw new Error(`The search index thread does not support ${key}.`);
  return value;
}

async function answer({ id, name, args }: Question): Promise<void> {
  // Name and arguments belong together, which TypeScript cannot express for a union.
  const call = calls[name] as (...args: readonly unknown[]) => Promise<unknown>;
  let message: Answer;
  try {
    message = { id, result: await call(...args) };
  } catch (error) {
    message = { id, error };
  }
  parentPort?.postMessage(message);
}

parentPort?.on('message', (message: Message) => {
  if ('news' in message) hear(message.news);
  else void answer(message.question);
});
