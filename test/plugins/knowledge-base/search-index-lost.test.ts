import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSearchWords } from '../../../src/plugins/knowledge-base/domain/search/locale-words.js';
import { createSearchDocuments } from '../../../src/plugins/knowledge-base/domain/search/search-documents.js';
import { createSearchIndex } from '../../../src/plugins/knowledge-base/domain/search/search-index.js';
import { createThreadedEngine } from '../../../src/plugins/knowledge-base/domain/search/threaded/threaded-engine.js';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

const dist = new URL('../../../dist/', import.meta.url);

interface Answer {
  readonly results: readonly { readonly id: number }[];
  readonly facets: { readonly tags: readonly unknown[] };
}

describe.each(dialects.slice(0, 1))('search index with a killed thread', (dialect) => {
  const threads: Worker[] = [];
  const note = (thread: Worker): void => void threads.push(thread);
  let kb: KbHost;
  beforeEach(async () => {
    process.on('worker', note);
    kb = await openKbHost(dialect, [], { searchEngine: 'worker' });
  });
  afterEach(async () => {
    await kb?.close();
    process.off('worker', note);
    threads.length = 0;
  });

  const index = () => kb.host.plugin('knowledge-base').searchIndex;
  async function search(q: string) {
    const { status, data } = await kb.call('anonymous', 'GET', `/search?q=${q}`);
    const { results, facets } = data as Answer;
    return { status, ids: results.map(({ id }) => id), hasFacets: facets.tags.length > 0 };
  }

  it('answers every search and is rebuilt', async () => {
    const id = await kb.article({ title: 'Heron', tags: ['reed'] });
    await index().ready();
    const indexed = { status: 200, ids: [id], hasFacets: true };
    expect(await search('heron')).toEqual(indexed);

    const pending = Promise.all([1, 2, 3, 4].map(() => search('heron')));
    const killed = threads[0]?.terminate();
    // Answers may use the old index, the database or the new index.
    for (const { status, ids } of await pending) expect({ status, ids }).toEqual({ status: 200, ids: [id] });
    await killed;
    const suggested = await kb.call('anonymous', 'GET', '/search/suggestions?q=her');
    expect(suggested.status).toBe(200);
    const late = await kb.article({ title: 'Late heron' });
    await expect.poll(() => index().isReady()).toBe(true);
    expect((await search('heron')).ids.sort()).toEqual([id, late].sort());
    expect((await search('heron')).hasFacets).toBe(true);
    expect(threads).toHaveLength(2);
  });

  it('is rebuilt immediately after the first loss, and with a delay after the second', async () => {
    const id = await kb.article({ title: 'Heron' });
    const { db, hooks } = kb.host;
    const searchWords = createSearchWords(hooks);
    const own = createSearchIndex({
      db,
      words: searchWords,
      documents: createSearchDocuments({ db, hooks }),
      onRebuilt: () => undefined,
      rest: 300,
      engine: createThreadedEngine({
        script: new URL('plugins/knowledge-base/domain/search/threaded/worker.js', dist),
        vocabularyOf: searchWords.of,
      }),
      versions: { bump: async () => {}, poll: async () => {}, watch: () => ({ remove() {} }) },
      log: pino({ level: 'silent' }),
    });
    const find = async () =>
      (await own.query({ query: 'heron', locale: 'en', page: 1, perPage: 10 })).hits.map((hit) => hit.id);
    try {
      await own.ready();
      await threads.at(-1)?.terminate();
      expect(own.isReady()).toBe(false);
      await own.ready();
      expect(await find()).toEqual([id]);

      const start = performance.now();
      await threads.at(-1)?.terminate();
      expect(own.isReady()).toBe(false);
      await own.ready();
      expect(performance.now() - start).toBeGreaterThan(290);
      expect(await find()).toEqual([id]);
      expect(threads).toHaveLength(3);
    } finally {
      await own.close();
    }
  });
});

describe('process with a threaded search index', () => {
  it('builds the index, and exits by itself when its host is closed', async () => {
    const program = `
      import { createTestHost } from ${JSON.stringify(new URL('testing.js', dist).href)};
      import { knowledgeBase } from ${JSON.stringify(new URL('plugins.js', dist).href)};
      const host = await createTestHost({ plugins: [knowledgeBase({ searchEngine: 'worker' })] });
      const { searchIndex } = host.plugin('knowledge-base');
      await searchIndex.ready();
      const { documents } = await searchIndex.stats();
      console.log('documents', documents);
      await host.close();
      process.on('exit', (code) => console.log('exit', code));
    `;
    const args = ['--input-type=module', '-e', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(stdout).toMatch(/documents 0\nexit 0\n$/);
  });
});
