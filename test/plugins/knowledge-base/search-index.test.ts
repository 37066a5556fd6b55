import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchEngine } from '../../../src/plugins/knowledge-base/domain/search/engine.js';
import { createSearchWords } from '../../../src/plugins/knowledge-base/domain/search/locale-words.js';
import { createSearchEngine } from '../../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { createSearchDocuments } from '../../../src/plugins/knowledge-base/domain/search/search-documents.js';
import { createSearchIndex, type SearchIndex } from '../../../src/plugins/knowledge-base/domain/search/search-index.js';

describe('search index', () => {
  let host: TestHost;
  let index: SearchIndex;
  /** Titles in the order the engine received them. */
  let indexed: string[];
  let engine: SearchEngine;
  let author: number;
  /** Runs when articles are read for a build. */
  let onRead: () => Promise<void>;

  beforeEach(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    author = (await host.createUser('administrator')).id;
    indexed = [];
    onRead = async () => undefined;
    const real = createSearchEngine();
    engine = {
      ...real,
      index: (documents) => {
        indexed.push(...documents.map(({ title }) => title));
        return real.index(documents);
      },
    };
    const documents = createSearchDocuments(host);
    index = createSearchIndex({
      onRebuilt: () => undefined,
      db: host.db,
      engine,
      documents: {
        ...documents,
        async after(id) {
          const batch = await documents.after(id);
          await onRead();
          return batch;
        },
      },
      words: createSearchWords(host.hooks),
      // The test decides when to look for changes.
      versions: { bump: async () => {}, poll: async () => {}, watch: () => ({ remove() {} }) },
      log: pino({ level: 'silent' }),
    });
  });
  afterEach(async () => {
    index.close();
    await host.close();
  });

  async function publish(title: string): Promise<number> {
    const answer = await host.request('POST', '/vendor-kb/v1/articles', {
      as: author,
      body: { title, content: 'Text', status: 'publish' },
    });
    return (answer.data as { id: number }).id;
  }

  const find = async (query: string) =>
    (await engine.search({ query, locale: 'en', page: 1, perPage: 10 })).hits.map(({ id }) => id);

  it('is built from published articles', async () => {
    const id = await publish('Heron');
    await index.ready();
    expect(await find('heron')).toEqual([id]);
  });

  it('indexes each change once', async () => {
    await index.ready();
    for (const title of ['Heron', 'Stork', 'Crane']) {
      await publish(title);
      await index.catchUp();
    }
    await index.catchUp();
    expect(indexed).toEqual(['Heron', 'Stork', 'Crane']);
  });

  it('indexes a second change of the same article', async () => {
    await index.ready();
    const id = await publish('Heron');
    await index.catchUp();
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: author, body: { title: 'Egret' } });
    await index.catchUp();
    expect(await find('egret')).toEqual([id]);
    expect(await find('heron')).toEqual([]);
  });

  it('indexes a change with a lower number that was committed later', async () => {
    await index.ready();
    const late = await publish('Heron');
    const row = await host.db.query.selectFrom('kb_search_changes').selectAll().executeTakeFirstOrThrow();
    await host.db.query.deleteFrom('kb_search_changes').execute();
    await publish('Stork');
    await index.catchUp();
    expect(await find('heron')).toEqual([]);
    await host.db.query.insertInto('kb_search_changes').values(row).execute();
    await index.catchUp();
    expect(await find('heron')).toEqual([late]);
  });

  it('drops articles that are no longer published', async () => {
    const id = await publish('Heron');
    await index.ready();
    await host.request('DELETE', `/vendor-kb/v1/articles/${id}`, { as: author });
    await index.catchUp();
    expect(await find('heron')).toEqual([]);
  });

  it('reports build progress, answers from the old index, and includes concurrent changes', async () => {
    expect(index.status()).toEqual({
      state: 'empty',
      progress: { done: 0, total: 0 },
      startedAt: null,
      finishedAt: null,
      leftOut: 0,
    });
    const id = await publish('Heron');
    await index.ready();
    expect(index.status()).toMatchObject({
      state: 'ready',
      progress: { done: 1, total: 1 },
      startedAt: expect.any(Date),
      finishedAt: expect.any(Date),
    });

    let during: unknown;
    onRead = async () => {
      onRead = async () => undefined;
      during = { ready: index.isReady(), ...index.status(), found: await find('heron') };
      await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: author, body: { title: 'Egret' } });
      await index.catchUp();
    };
    await index.rebuild();
    expect(during).toMatchObject({
      ready: true,
      state: 'building',
      progress: { total: 1 },
      finishedAt: null,
      found: [id],
    });
    expect(await find('egret')).toEqual([id]);
    expect(await find('heron')).toEqual([]);
  });

  it('keeps the old index after a failed build, and is rebuilt by the next request', async () => {
    const id = await publish('Heron');
    await index.ready();
    onRead = async () => {
      throw new Error('The database is away.');
    };
    await expect(index.rebuild()).rejects.toThrow('away');
    expect(index.status()).toMatchObject({ state: 'ready', finishedAt: null });
    expect(await find('heron')).toEqual([id]);
    const late = await publish('Stork');
    await index.catchUp();
    expect(await find('stork')).toEqual([late]);

    onRead = async () => undefined;
    await index.refresh();
    expect(index.status()).toMatchObject({ state: 'ready', finishedAt: expect.any(Date) });
    expect(await find('heron')).toEqual([id]);
  });
});
