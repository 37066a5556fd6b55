import { describe, expect, it } from 'vitest';
import type { SearchDocument } from '../../../../src/plugins/knowledge-base/domain/search/engine.js';
import { createSearchEngine } from '../../../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { article } from './documents.js';

async function engineWith(...documents: SearchDocument[]) {
  const engine = createSearchEngine();
  await engine.index(documents);
  const search = (query: string) => engine.search({ query, locale: 'en', page: 1, perPage: 10 });
  return { engine, search, found: async (query: string) => (await search(query)).hits.map(({ id }) => id) };
}

describe('article aliases', () => {
  it('rank below a matching title and above a matching text', async () => {
    const { found } = await engineWith(
      article(1, { body: 'wifi, among many other things that are here' }),
      article(2, { aliases: ['wifi', 'no internet'] }),
      article(3, { title: 'Wifi' }),
    );
    expect(await found('wifi')).toEqual([3, 2, 1]);
    expect(await found('internet')).toEqual([2]);
  });

  it('score the same with any number of other aliases', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `other${index}`);
    const { search } = await engineWith(
      article(1, { aliases: ['wifi'] }),
      article(2, { aliases: ['wifi', ...many] }),
      article(3, {}),
    );
    const [one, other] = (await search('wifi')).hits;
    expect(one?.score).toBe(other?.score);
  });

  it('count a document once if title and text match as well', async () => {
    const { search } = await engineWith(article(1, { title: 'Wifi', body: 'wifi', aliases: ['wifi'] }));
    expect((await search('wifi')).total).toBe(1);
  });

  it('match inflected forms and misspellings until the article drops them', async () => {
    const { engine, found, search } = await engineWith(article(1, { aliases: ['Connécting printers'] }));
    expect(await found('connected printer')).toEqual([1]);
    expect((await search('conecting')).corrections).toEqual([{ from: 'conecting', to: 'connecting' }]);
    await engine.index([article(1, {})]);
    expect(await found('printer')).toEqual([]);
  });

  it('are never suggested', async () => {
    const { engine } = await engineWith(article(1, { title: 'Network', aliases: ['wifi'] }));
    expect(await engine.suggest('wifi', { locale: 'en', limit: 5 })).toEqual([]);
  });
});
