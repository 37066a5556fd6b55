import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchDocument, SearchEngine } from '../../../../src/plugins/knowledge-base/search/engine.js';
import { createFullTextEngine } from '../../../../src/plugins/knowledge-base/search/full-text/full-text-engine.js';
import { termOf, wordOf } from '../../../../src/plugins/knowledge-base/search/full-text/words.js';
import { createVocabulary } from '../../../../src/plugins/knowledge-base/search/vocabulary.js';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { dialects, MARIADB } from '../../../support/databases.js';
import { article } from './documents.js';

describe('words of a full-text index', () => {
  const term = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });

  it('are letters and digits that no server leaves out', () => {
    fc.assert(
      fc.property(term, (text) => {
        expect(wordOf(text, 'term')).toMatch(/^[a-z0-9]{3,80}$/);
      }),
    );
  });

  it('are the terms again, where these are not too long', () => {
    fc.assert(
      fc.property(term, (text) => {
        const word = wordOf(text, 'term');
        expect(termOf(word)).toBe(word.length < 78 ? text : null);
      }),
    );
    expect(termOf(wordOf('written', 'form'))).toBeNull();
  });

  it('of another kind are others', () => {
    fc.assert(
      fc.property(term, term, (one, other) => {
        expect(wordOf(one, 'term')).not.toBe(wordOf(other, 'form'));
      }),
    );
  });
});

describe.skipIf(!dialects.includes(MARIADB))('building the index in the database', () => {
  let kb: KbHost;
  let engine: SearchEngine;
  let heron: SearchDocument;

  beforeAll(async () => {
    kb = await openKbHost(MARIADB);
    engine = createFullTextEngine({ db: kb.host.db, vocabularyOf: createVocabulary });
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

  it('goes on with what is there, if it is made from the same', async () => {
    expect(await engine.resume(origin.madeFrom)).toBeNull();
    await engine.rebuild(batches(heron), origin);
    expect(await engine.resume(origin.madeFrom)).toBe(7);
    await engine.advance(9);
    await engine.advance(8);
    expect(await engine.resume(origin.madeFrom)).toBe(9);
    expect(await engine.resume('b'.repeat(64))).toBeNull();
  });

  it('leaves the former one where it fails, and nothing of itself', async () => {
    async function* failing(): AsyncGenerator<readonly SearchDocument[]> {
      yield [{ ...heron, title: 'Stork' }];
      throw new Error('The database is away.');
    }
    await expect(engine.rebuild(failing(), origin)).rejects.toThrow('away');
    expect(await found('heron')).toEqual([heron.id]);
    expect(await found('stork')).toEqual([]);
    expect(await builds()).toHaveLength(1);
  });

  it('is not harmed by one that was cut off, which the next but one clears away', async () => {
    const { db } = kb.host;
    const id = await db.insert('kb_search_builds', {
      ...{ made_from: origin.madeFrom, last_change: 0, is_whole: 0, touched_at: '2020-01-01 00:00:00.000' },
    });
    await db.query
      .insertInto('kb_search_texts')
      .values({ build_id: id, id: 99, heading_words: 'x', body_words: '' })
      .execute();
    expect(await found('heron')).toEqual([heron.id]);
    await engine.rebuild(batches(heron), origin);
    expect(await builds()).toMatchObject([{ is_whole: 1 }]);
    const texts = await db.query.selectFrom('kb_search_texts').select(['build_id', 'id']).execute();
    expect(texts).toEqual([{ build_id: (await builds())[0]?.id, id: heron.id }]);
  });

  it('keeps what changed while it was under way', async () => {
    const gone = article(await kb.article({ title: 'Gone' }), { title: 'Gone' });
    async function* changing(): AsyncGenerator<readonly SearchDocument[]> {
      await engine.index([{ ...heron, title: 'Egret' }]);
      yield [heron, gone];
      await engine.remove([gone.id]);
    }
    await engine.rebuild(changing(), origin);
    expect([await found('egret'), await found('heron'), await found('gone')]).toEqual([[heron.id], [], []]);
  });
});
