import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClosedSets } from '../../../../src/plugins/knowledge-base/domain/access/closed-sets.js';
import { visibilityOf } from '../../../../src/plugins/knowledge-base/domain/access/visibility.js';
import type {
  SearchDocument,
  SearchEngine,
  SearchQuery,
} from '../../../../src/plugins/knowledge-base/domain/search/engine.js';
import { createSearchEngine } from '../../../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { createThreadedEngine } from '../../../../src/plugins/knowledge-base/domain/search/threaded/threaded-engine.js';
import {
  createVocabulary,
  type Vocabulary,
  withSynonyms,
} from '../../../../src/plugins/knowledge-base/domain/search/vocabulary.js';
import { article, madeUpArticles } from './documents.js';

const script = new URL('../../../../dist/plugins/knowledge-base/domain/search/threaded/worker.js', import.meta.url);
const origin = { madeFrom: '', change: 0 };

/** Viewers without access to one category and the given articles. */
const closedTo = (category: number, denied: readonly number[] = []) =>
  visibilityOf({
    policy: 'all',
    categories: new Set([category]),
    hidden: new Set([category]),
    openRules: new Set(),
    author: null,
    opened: new Set(),
    denied: new Set(denied),
  } satisfies ClosedSets);

describe('threaded search index', () => {
  const threads: Worker[] = [];
  const note = (thread: Worker): void => void threads.push(thread);
  let words: Map<string, Vocabulary>;
  let engine: SearchEngine;

  const vocabularyOf = (locale: string): Vocabulary => {
    const vocabulary = words.get(locale) ?? createVocabulary(locale);
    words.set(locale, vocabulary);
    return vocabulary;
  };
  const find = async (query: string, options: Partial<SearchQuery> = {}) =>
    (await engine.search({ query, locale: 'en', page: 1, perPage: 10, ...options })).hits.map(({ id }) => id);

  beforeEach(() => {
    process.on('worker', note);
    words = new Map();
    engine = createThreadedEngine({ script, vocabularyOf });
  });
  afterEach(async () => {
    await engine.close();
    process.off('worker', note);
    threads.length = 0;
  });

  it('answers like the in-process index', async () => {
    const inProcess = createSearchEngine({ vocabularyOf });
    const documents = madeUpArticles(300);
    await Promise.all([inProcess.index(documents), engine.index(documents)]);
    const titles = documents.slice(0, 30).map(({ title }) => title);
    const viewers = [undefined, visibilityOf(null), closedTo(1), closedTo(2, [1, 2, 3])];
    const narrowings: Partial<SearchQuery>[] = [
      {},
      { category: [1, 3], tag: 'tag1' },
      { fuzzy: 0, page: 2, perPage: 5, promoted: [7, 8, 9] },
    ];
    for (const title of titles) {
      for (const visibility of viewers) {
        const viewing = { locale: 'en', ...(visibility && { visibility }) };
        for (const narrow of narrowings) {
          // Missing and swapped letters exercise completions and corrections.
          for (const query of [title, title.slice(0, -1), title.replace(/(.)(.)/, '$2$1')]) {
            const request = { query, page: 1, perPage: 10, ...narrow, ...viewing };
            expect(await engine.search(request)).toEqual(await inProcess.search(request));
          }
        }
        const prefix = title.slice(0, 5);
        const most = { ...viewing, limit: 5 };
        expect(await engine.suggest(prefix, most)).toEqual(await inProcess.suggest(prefix, most));
        expect(await engine.whole(titles, viewing)).toEqual(await inProcess.whole(titles, viewing));
      }
    }
    expect(await engine.stats()).toEqual(await inProcess.stats());
  });

  it('filters by date across the thread boundary', async () => {
    const updatedAt = new Date('2026-01-02T03:04:05.678Z');
    await engine.index([article(1, { title: 'Heron', updatedAt })]);
    expect(await find('heron', { from: updatedAt })).toEqual([1]);
    expect(await find('heron', { to: updatedAt })).toEqual([]);
  });

  it('distinguishes hundreds of viewers', async () => {
    const ids = Array.from({ length: 200 }, (_, place) => place + 1);
    await engine.index(ids.map((id) => article(id, { title: `Heron ${id}` })));
    for (const round of [1, 2]) {
      for (const id of ids) {
        const visibility = closedTo(99, [id]);
        expect({ round, id, total: (await search(visibility)).total }).toEqual({ round, id, total: 199 });
        expect(await find(`heron ${id}`, { visibility, perPage: 1, fuzzy: 0 })).not.toContain(id);
      }
    }
    function search(visibility: ReturnType<typeof closedTo>) {
      return engine.search({ query: 'heron', locale: 'en', page: 1, perPage: 1, visibility });
    }
  });

  it('applies new synonyms immediately, and new stop words after a rebuild', async () => {
    const documents = [article(1, { title: 'Kubernetes' }), article(2, { title: 'The', body: 'nothing' })];
    await engine.index(documents);
    expect(await find('k8s', { fuzzy: 0 })).toEqual([]);
    words.set('en', withSynonyms(vocabularyOf('en'), [{ words: ['k8s', 'kubernetes'] }]));
    expect(await find('k8s', { fuzzy: 0 })).toEqual([1]);
    words.set('en', createVocabulary('en', { stopWords: ['nothing'] }));
    await engine.rebuild(batchesOf([documents]), origin);
    expect(await find('nothing the', { fuzzy: 0 })).toEqual([2]);
    expect(await find('kubernetes nothing', { fuzzy: 0 })).toEqual([1]);
  });

  it('receives one batch at a time, and answers from the old index until the last one', async () => {
    await engine.index([article(1, { title: 'Heron' }), article(2, { title: 'Old' })]);
    let batchCount = 0;
    async function* batches() {
      for (const batch of [[1, 3], [4], [5]]) {
        batchCount += 1;
        yield batch.map((id) => article(id, { title: 'Heron' }));
        expect(await find('heron')).toEqual([1]);
      }
      await engine.index([article(1, { title: 'Egret' })]);
      await engine.remove([3]);
      expect(await find('egret')).toEqual([1]);
    }
    await engine.rebuild(batches(), origin);
    expect(batchCount).toBe(3);
    expect((await find('heron')).sort()).toEqual([4, 5]);
    expect([await find('egret'), await find('old')]).toEqual([[1], []]);
  });

  it('keeps the old index when the batches or their contents fail', async () => {
    await engine.index([article(1, { title: 'Heron' })]);
    async function* failing() {
      yield [article(2, { title: 'Stork' })];
      throw new Error('The database is away.');
    }
    await expect(engine.rebuild(failing(), origin)).rejects.toThrow('The database is away.');
    const faulty = { ...article(3, {}), title: 7 as unknown as string };
    await expect(
      engine.rebuild(batchesOf([[article(2, { title: 'Stork' })], [faulty], [article(4, {})]]), origin),
    ).rejects.toThrow(TypeError);
    expect([await find('heron'), await find('stork')]).toEqual([[1], []]);
  });

  it('answers while it indexes thousands of articles', async () => {
    await engine.index([article(1, { title: 'Heron' })]);
    let isDone = false;
    const indexing = engine.index(madeUpArticles(2000).slice(1)).then(() => {
      isDone = true;
    });
    expect(await find('heron')).toEqual([1]);
    expect(isDone).toBe(false);
    await indexing;
    expect((await engine.stats()).documents).toBe(2000);
  });

  it('rejects pending calls when its thread is killed, reports the loss and starts a new thread', async () => {
    await engine.index([article(1, { title: 'Heron' })]);
    const events: unknown[] = [];
    engine.onLost((error) => events.push(error));
    const code = 'vendor_kb_search_index_lost';
    const refused = [
      expect(engine.index(madeUpArticles(2000))).rejects.toMatchObject({ code, status: 503 }),
      expect(engine.rebuild(batchesOf([[article(2, {})], madeUpArticles(500)]), origin)).rejects.toMatchObject({
        code,
      }),
    ];
    await sleep(20);
    await threads[0]?.terminate();
    await Promise.all(refused);
    expect(events).toEqual([expect.objectContaining({ code })]);
    expect(await engine.stats()).toMatchObject({ documents: 0 });
    await engine.index([article(2, { title: 'Stork' })]);
    expect(await find('stork', { visibility: closedTo(5) })).toEqual([2]);
    expect(threads).toHaveLength(2);
  });

  it('rejects calls after close and starts no thread', async () => {
    const pending = engine.index(madeUpArticles(2000));
    const refused = expect(pending).rejects.toMatchObject({ code: 'vendor_kb_search_index_lost' });
    const errors: unknown[] = [];
    engine.onLost((error) => errors.push(error));
    await engine.close();
    await refused;
    await expect(find('heron')).rejects.toThrow('closing');
    const unused = createThreadedEngine({ script, vocabularyOf });
    await unused.close();
    await expect(unused.stats()).rejects.toThrow('closing');
    expect(errors).toEqual([]);
    expect(threads).toHaveLength(1);
  });
});

async function* batchesOf(batches: readonly (readonly SearchDocument[])[]) {
  yield* batches;
}
