import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { KyselyPlugin } from 'kysely';
import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchDocument, SearchEngine } from '../../../../src/plugins/knowledge-base/domain/search/engine.js';
import { createFullTextEngine } from '../../../../src/plugins/knowledge-base/domain/search/full-text/full-text-engine.js';
import { termOf, wordOf } from '../../../../src/plugins/knowledge-base/domain/search/full-text/labels.js';
import type { SearchIndex } from '../../../../src/plugins/knowledge-base/domain/search/search-index.js';
import { createVocabulary } from '../../../../src/plugins/knowledge-base/domain/search/vocabulary.js';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { dialects, MARIADB } from '../../../support/databases.js';
import { article } from './documents.js';

describe('full-text index words', () => {
  const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

  it('contain only letters and digits that no server drops', () => {
    fc.assert(
      fc.property(term, (text) => {
        expect(wordOf(text, 'term')).toMatch(/^[a-z0-9]{3,80}$/);
      }),
    );
  });

  it('decode to their terms unless they are too long', () => {
    fc.assert(
      fc.property(term, (text) => {
        const word = wordOf(text, 'term');
        expect(termOf(word)).toBe(word.length < 78 ? text : null);
      }),
    );
    expect(termOf(wordOf('written', 'form'))).toBeNull();
  });

  it('differ between terms and forms', () => {
    fc.assert(
      fc.property(term, term, (one, other) => {
        expect(wordOf(one, 'term')).not.toBe(wordOf(other, 'form'));
      }),
    );
  });
});

describe.skipIf(!dialects.includes(MARIADB))('database index rebuild', () => {
  let kb: KbHost;
  let engine: SearchEngine;
  let heron: SearchDocument;

  beforeAll(async () => {
    kb = await openKbHost(MARIADB);
    engine = createFullTextEngine({ db: kb.host.db, locks: kb.host.locks, vocabularyOf: createVocabulary });
    heron = article(await kb.article({ title: 'Heron' }), { title: 'Heron' });
  });
  afterAll(() => kb?.close());

  const origin = { madeFrom: 'a'.repeat(64), change: 7 };
  async function* batches(...documents: SearchDocument[]): AsyncGenerator<readonly SearchDocument[]> {
    yield documents;
  }
  const found = async (query: string) =>
    (await engine.search({ query, locale: 'en', page: 1, perPage: 10 })).hits.map(({ id }) => id);
  const builds = () => kb.host.db.query.selectFrom('kb_search_builds').selectAll().orderBy('id').execute();

  it('resumes at its last change if made from the same source', async () => {
    expect(await engine.resume(origin.madeFrom)).toBeNull();
    await engine.rebuild(batches(heron), origin);
    expect(await engine.resume(origin.madeFrom)).toBe(7);
    await engine.advance(9);
    await engine.advance(8);
    expect(await engine.resume(origin.madeFrom)).toBe(9);
    expect(await engine.resume('b'.repeat(64))).toBeNull();
  });

  it('keeps the old index when it fails, and leaves no rows behind', async () => {
    async function* failing(): AsyncGenerator<readonly SearchDocument[]> {
      yield [{ ...heron, title: 'Stork' }];
      throw new Error('The database is away.');
    }
    await expect(engine.rebuild(failing(), origin)).rejects.toThrow('away');
    expect(await found('heron')).toEqual([heron.id]);
    expect(await found('stork')).toEqual([]);
    expect(await builds()).toHaveLength(1);
  });

  it('ignores an interrupted build and deletes it on the next one', async () => {
    const { db } = kb.host;
    const id = await db.insert('kb_search_builds', {
      made_from: origin.madeFrom,
      last_change: 0,
      is_whole: 0,
      touched_at: '2020-01-01 00:00:00.000',
    });
    await db.query
      .insertInto('kb_search_texts')
      .values({ build_id: id, id: 99, heading_words: 'x', body_words: '' })
      .execute();
    await db.query
      .insertInto('kb_search_words')
      .values({ build_id: id, locale: 'de', word: 'rechnungen', term: 'rechnung' })
      .execute();
    expect(await found('heron')).toEqual([heron.id]);
    await engine.rebuild(batches(heron), origin);
    expect(await builds()).toMatchObject([{ is_whole: 1 }]);
    const texts = await db.query.selectFrom('kb_search_texts').select(['build_id', 'id']).execute();
    expect(texts).toEqual([{ build_id: (await builds())[0]?.id, id: heron.id }]);
    expect(await db.query.selectFrom('kb_search_words').selectAll().execute()).toEqual([]);
  });

  it('keeps concurrent changes', async () => {
    const deleted = article(await kb.article({ title: 'Gone' }), { title: 'Gone' });
    async function* changing(): AsyncGenerator<readonly SearchDocument[]> {
      await engine.index([{ ...heron, title: 'Egret' }]);
      yield [heron, deleted];
      await engine.remove([deleted.id]);
    }
    await engine.rebuild(changing(), origin);
    expect([await found('egret'), await found('heron'), await found('gone')]).toEqual([[heron.id], [], []]);
  });

  it('does not disturb a search whose index it replaces', async () => {
    const { db, locks } = kb.host;
    await engine.rebuild(batches(heron), origin);
    let rebuilds = 0;
    // Runs between looking up the current index and querying it.
    const overtaking: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        rebuilds += 1;
        if (rebuilds === 1) await engine.rebuild(batches(heron), origin);
        return result;
      },
    };
    const overtaken = { ...db, fullText: db.fullText, query: db.query.withPlugin(overtaking) };
    const reader = createFullTextEngine({ db: overtaken, locks, vocabularyOf: createVocabulary });
    expect(await reader.search({ query: 'heron', locale: 'en', page: 1, perPage: 10 })).toMatchObject({ total: 1 });
    expect(rebuilds).toBeGreaterThan(1);
  });
});

describe.skipIf(!dialects.includes(MARIADB))('processes that share the database index', () => {
  const slow = () =>
    definePlugin({
      name: 'acme-slow',
      version: '1.0.0',
      setup: ({ hooks }) => {
        hooks.addFilter('vendor_kb_search_document', async (text) => {
          await sleep(2500);
          return text;
        });
      },
    });
  let kb: KbHost;
  let other: TestHost;
  beforeAll(async () => {
    kb = await openKbHost(MARIADB, [slow()], { searchEngine: 'database' });
    const plugins = [knowledgeBase({ searchEngine: 'database' }), slow()];
    other = await createTestHost({ database: kb.url, plugins });
    await kb.article({ title: 'Heron' });
  });
  afterAll(async () => {
    await other?.close();
    await kb?.close();
  });

  const indexes = () => [kb.host, other].map((host) => host.plugin('knowledge-base').searchIndex);
  const rebuilt = () => [kb.host, other].map((host) => host.hooks.didAction('vendor_kb_index_rebuilt'));
  const sum = (counts: readonly number[]) => counts.reduce((one, next) => one + next, 0);
  const total = (index: SearchIndex | undefined) =>
    index?.query({ query: 'heron', locale: 'en', page: 1, perPage: 10 });

  it('build it once when they start together', async () => {
    await Promise.all(indexes().map((index) => index.ready()));
    expect(sum(rebuilt())).toBe(1);
    for (const index of indexes()) expect(await total(index)).toMatchObject({ total: 1 });
  });

  it('rebuild it once when the cache is flushed for all', async () => {
    const before = sum(rebuilt());
    const { caches, searchIndex } = kb.host.plugin('knowledge-base');
    const [, elsewhere] = indexes();
    await caches.flush(['search'], { user: null, source: 'cli' });
    await expect.poll(() => elsewhere?.status().state).toBe('building');
    await Promise.all([searchIndex.ready(), elsewhere?.ready()]);
    expect(sum(rebuilt())).toBe(before + 1);
    // A second flush rebuilds it again.
    await caches.flush(['search'], { user: null, source: 'cli' });
    await searchIndex.ready();
    await expect.poll(() => sum(rebuilt())).toBe(before + 2);
  });

  it('rebuild it one after the other when each is asked to', async () => {
    await Promise.all(indexes().map((index) => index.ready()));
    const before = sum(rebuilt());
    const start = performance.now();
    await Promise.all(indexes().map((index) => index.rebuild()));
    expect(sum(rebuilt())).toBe(before + 2);
    expect(performance.now() - start).toBeGreaterThan(5000);
  });

  it('stop waiting for the lock on close', async () => {
    const lease = await kb.host.locks.acquire('knowledge-base:search-index');
    const waiting = expect(indexes()[1]?.rebuild()).rejects.toThrow('aborted');
    await sleep(50);
    await other.close();
    await waiting;
    await lease?.release();
  });
});
