import { describe, expect, it } from 'vitest';
import type {
  SearchDocument,
  SearchEngine,
  SearchQuery,
} from '../../../../src/plugins/knowledge-base/domain/search/engine.js';
import { createSearchEngine } from '../../../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { article, madeUpArticles } from './documents.js';

async function engineWith(...documents: SearchDocument[]): Promise<SearchEngine> {
  const engine = createSearchEngine();
  await engine.index(documents);
  return engine;
}

function find(engine: SearchEngine, query: string, options: Partial<SearchQuery> = {}) {
  return engine.search({ query, locale: 'en', page: 1, perPage: 10, ...options });
}

const idsOf = (result: { hits: readonly { id: number }[] }): number[] => result.hits.map(({ id }) => id);

describe('search', () => {
  it.each([
    ['en', 'Visit the cafés of Zürich', 'cafe zurich'],
    ['en', 'Visit the cafe\u0301s', 'cafés'],
    ['en', 'Choose a ﬁle', 'file'],
    ['en', 'Resetting passwords', 'reset password'],
    ['de', 'Hausnummer und Straße', 'STRASSE'],
    ['ja', '新しい検索機能を使う', '検索'],
    ['zh-cn', '什么是容器编排', '容器'],
    ['th', 'การค้นหาภาษาไทย', 'ภาษา'],
    ['ru', 'Ещё один контейнер', 'еще'],
    ['hi', 'क्लाउड कंप्यूटिंग', 'क्लाउड'],
    ['tr', 'İstanbul ısı', 'ISI'],
    ['ko', '컨테이너 오케스트레이션', '컨테이'],
  ])('finds in %s "%s" by "%s"', async (locale, title, query) => {
    const engine = await engineWith(article(1, { locale, title }), article(2, { locale, title: '1' }));
    expect(idsOf(await find(engine, query, { locale }))).toEqual([1]);
  });

  it('keeps locales apart and normalizes their spelling', async () => {
    const engine = await engineWith(
      article(1, { locale: 'pt-br', title: 'Animal' }),
      article(2, { locale: 'en', title: 'Animal' }),
    );
    expect(idsOf(await find(engine, 'animal', { locale: 'pt_BR' }))).toEqual([1]);
    expect(await find(engine, 'animal', { locale: 'fr' })).toEqual({
      total: 0,
      hits: [],
      corrections: [],
      facets: { categories: [], tags: [] },
    });
    expect(await engine.stats()).toMatchObject({ documents: 2, locales: ['en', 'pt-br'] });
  });

  it('ranks title matches above body matches, and an exact title first', async () => {
    const engine = await engineWith(
      article(1, { title: 'Other', body: 'webhooks webhooks and more webhooks' }),
      article(2, { title: 'Signing the webhooks of a payment provider', body: 'text' }),
      article(3, { title: 'Webhooks', body: 'text' }),
    );
    expect(idsOf(await find(engine, 'webhook'))).toEqual([3, 2, 1]);
  });

  it('completes the last word unless something follows it', async () => {
    const engine = await engineWith(article(1, { title: 'Kubernetes' }), article(2, { title: 'Cluster' }));
    expect(idsOf(await find(engine, 'cluster kuber'))).toEqual([2, 1]);
    expect((await find(engine, 'kuber cluster')).hits.map(({ id }) => id)).toEqual([2]);
    expect((await find(engine, 'kuber ', { fuzzy: 0 })).total).toBe(0);
  });

  it('completes a partial word longer than its stem', async () => {
    const engine = await engineWith(article(1, { body: 'installation' }), article(2, { body: 'other' }));
    expect(idsOf(await find(engine, 'installatio'))).toEqual([1]);
  });

  it('searches titles for queries of stop words only, and ignores stop words otherwise', async () => {
    const engine = await engineWith(
      article(1, { title: 'Who we are' }),
      article(2, { title: 'Prices', body: 'we are' }),
    );
    expect(idsOf(await find(engine, 'who are we'))).toEqual([1]);
    expect(idsOf(await find(engine, 'what are the prices'))).toEqual([2]);
  });

  it('returns the matched index terms of each hit', async () => {
    const engine = await engineWith(article(1, { body: 'policies' }), article(2, { body: 'policies for passwords' }));
    const matched = new Map(
      (await find(engine, 'password policy')).hits.map((hit) => [hit.id, [...hit.matched].sort()]),
    );
    expect(matched).toEqual(
      new Map([
        [1, ['polici']],
        [2, ['password', 'polici']],
      ]),
    );
  });

  it('returns pages without gaps or duplicates', async () => {
    const engine = await engineWith(...madeUpArticles(300, { words: 30, vocabulary: 100 }));
    const query = madeUpArticles(1, { words: 30, vocabulary: 100 })[0]?.title ?? '';
    const whole = await find(engine, query, { perPage: 300 });
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(whole.total / 40) }, (_, page) =>
        find(engine, query, { page: page + 1, perPage: 40 }),
      ),
    );
    expect(whole.total).toBeGreaterThan(100);
    expect(pages.flatMap(idsOf)).toEqual(idsOf(whole));
    expect((await find(engine, query, { page: 100 })).hits).toEqual([]);
  });

  it.each(['', '   ', '!?', '\u0301', '😀', '__proto__', 'constructor'])('returns nothing for %j', async (query) => {
    expect((await find(await engineWith(article(1, { body: 'text' })), query)).total).toBe(0);
  });
});

describe('spelling correction', () => {
  const articles = [article(1, { title: 'Kubernetes clusters' }), article(2, { title: 'Authentication' })];

  it.each([
    ['kuberntes', 'Kubernetes', 1],
    ['kubenretes ', 'Kubernetes', 1],
    ['authetcation ', 'Authentication', 2],
    ['cluxters', 'clusters', 1],
  ])('corrects %s to %s', async (typed, meant, id) => {
    const result = await find(await engineWith(...articles), typed);
    expect(idsOf(result)).toEqual([id]);
    expect(result.corrections).toEqual([{ from: typed.trim(), to: meant.toLowerCase() }]);
  });

  it('skips known, short, numbered or segmented words, and follows the fuzzy option', async () => {
    const engine = await engineWith(...articles, article(3, { title: 'cat v20 検索' }));
    for (const query of ['clusters', 'cet', 'v21 ', '検察'])
      expect((await find(engine, query)).corrections).toEqual([]);
    expect(await find(engine, 'kuberntes', { fuzzy: 0 })).toMatchObject({ total: 0, corrections: [] });
    expect((await find(engine, 'kubernxxs ', { fuzzy: 1 })).total).toBe(0);
    expect((await find(engine, 'kubernxxes ', { fuzzy: 'auto' })).total).toBe(1);
  });

  it('adds the common spelling to a rare misspelling, which stays first', async () => {
    const common = Array.from({ length: 60 }, (_, index) => article(index + 10, { body: 'kubernetes' }));
    const result = await find(await engineWith(article(1, { body: 'kubernates' }), ...common), 'kubernates ');
    expect(result).toMatchObject({ total: 61, corrections: [{ from: 'kubernates', to: 'kubernetes' }] });
    expect(result.hits[0]?.id).toBe(1);
  });

  it('offers no word of deleted articles', async () => {
    const engine = await engineWith(...articles);
    await engine.remove([1]);
    expect(await find(engine, 'kuberntes')).toMatchObject({ total: 0, corrections: [] });
  });
});

describe('filters and facets', () => {
  it('count the same as a scan of all matches', async () => {
    const documents = madeUpArticles(500, { words: 20, vocabulary: 300 });
    const engine = await engineWith(...documents);
    const byId = new Map(documents.map((document) => [document.id, document]));
    for (const { title } of documents.slice(0, 20)) {
      for (const filter of [
        {},
        { category: [2, 3] },
        { tag: 'tag1' },
        { category: [1, 4], tag: 'tag0' },
        { category: [99] },
      ]) {
        const everything = idsOf(await find(engine, title, { perPage: 500 })).map((id) => byId.get(id));
        const matching = everything.filter(
          (document) =>
            (filter.category === undefined || document?.categories.some((id) => filter.category?.includes(id))) &&
            (filter.tag === undefined || document?.tags.includes(filter.tag)),
        );
        const { total, facets, hits } = await find(engine, title, { ...filter, perPage: 500 });
        expect(total).toBe(matching.length);
        expect(new Set(idsOf({ hits }))).toEqual(new Set(matching.map((document) => document?.id)));
        expect(new Map(facets.categories.map(({ id, count }) => [id, count]))).toEqual(
          countEach(matching.flatMap((document) => document?.categories ?? [])),
        );
        expect(new Map(facets.tags.map(({ tag, count }) => [tag, count]))).toEqual(
          countEach(matching.flatMap((document) => [...new Set(document?.tags)])),
        );
      }
    }
  });

  it('do not change scores', async () => {
    const engine = await engineWith(...madeUpArticles(100, { words: 20, vocabulary: 100 }));
    const query = madeUpArticles(1, { words: 20, vocabulary: 100 })[0]?.title ?? '';
    const scores = new Map((await find(engine, query, { perPage: 50 })).hits.map(({ id, score }) => [id, score]));
    for (const { id, score } of (await find(engine, query, { tag: 'tag1', perPage: 5 })).hits)
      expect(score).toBe(scores.get(id));
  });
});

describe('index updates', () => {
  it('replace an article, even across locales', async () => {
    const engine = await engineWith(article(1, { title: 'Old words', categories: [1] }), article(2, { title: 'Old' }));
    await engine.index([article(1, { title: 'New words', categories: [2] })]);
    expect(idsOf(await find(engine, 'old'))).toEqual([2]);
    expect((await find(engine, 'words')).facets.categories).toEqual([{ id: 2, count: 1 }]);
    await engine.index([article(1, { locale: 'de', title: 'Neu' })]);
    expect((await find(engine, 'new')).total).toBe(0);
    expect(idsOf(await find(engine, 'neu', { locale: 'de' }))).toEqual([1]);
    expect((await engine.stats()).documents).toBe(2);
  });

  it('remove articles and ignore unknown ids', async () => {
    const engine = await engineWith(article(1, { title: 'Gone' }), article(2, { title: 'Here' }));
    await engine.remove([1, 1, 77]);
    expect((await find(engine, 'gone')).total).toBe(0);
    expect(await engine.suggest('go', { locale: 'en', limit: 5 })).toEqual([]);
    expect(await engine.stats()).toMatchObject({ documents: 1 });
  });

  it('do not restore articles removed or replaced while queued', async () => {
    const engine = createSearchEngine({ chunkDuration: 0 });
    const first = engine.index([1, 2, 3, 4].map((id) => article(id, { title: 'Before' })));
    const removal = engine.remove([3]);
    const second = engine.index([article(4, { title: 'After' })]);
    await Promise.all([first, removal, second]);
    expect(idsOf(await find(engine, 'before')).sort()).toEqual([1, 2]);
    expect(idsOf(await find(engine, 'after'))).toEqual([4]);
  });

  it('yield to other work while indexing', async () => {
    const engine = createSearchEngine({ chunkDuration: 0 });
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await engine.index(madeUpArticles(200));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect((await engine.stats()).documents).toBe(200);
  });
});

describe('index rebuild', () => {
  const origin = { madeFrom: '', change: 0 };

  it('answers from the old index until complete, and keeps concurrent changes', async () => {
    const engine = await engineWith(article(1, { title: 'Heron' }), article(2, { title: 'Old' }));
    async function* batches() {
      yield [article(1, { title: 'Heron' }), article(3, { title: 'New' })];
      expect(idsOf(await find(engine, 'old'))).toEqual([2]);
      expect(idsOf(await find(engine, 'new'))).toEqual([]);
      await engine.index([article(1, { title: 'Egret' })]);
      await engine.remove([3]);
      expect(idsOf(await find(engine, 'egret'))).toEqual([1]);
    }
    await engine.rebuild(batches(), origin);
    expect(idsOf(await find(engine, 'egret'))).toEqual([1]);
    expect((await engine.stats()).documents).toBe(1);
    for (const query of ['heron', 'old', 'new']) expect(idsOf(await find(engine, query))).toEqual([]);
  });

  it('keeps the old index when it fails', async () => {
    const engine = await engineWith(article(1, { title: 'Heron' }));
    async function* batches() {
      yield [article(2, { title: 'Stork' })];
      throw new Error('The database is away.');
    }
    await expect(engine.rebuild(batches(), origin)).rejects.toThrow('away');
    expect(idsOf(await find(engine, 'heron'))).toEqual([1]);
    expect(idsOf(await find(engine, 'stork'))).toEqual([]);
  });
});

function countEach<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
