import { describe, expect, it } from 'vitest';
import { visibilityOf } from '../../../../src/plugins/knowledge-base/access/visibility.js';
import type { SearchDocument } from '../../../../src/plugins/knowledge-base/search/engine.js';
import { createSearchEngine } from '../../../../src/plugins/knowledge-base/search/minisearch-engine.js';
import type { SynonymGroup } from '../../../../src/plugins/knowledge-base/search/synonyms.js';
import { createVocabulary } from '../../../../src/plugins/knowledge-base/search/vocabulary.js';
import { article } from './documents.js';

async function found(
  words: { readonly synonyms?: readonly SynonymGroup[]; readonly stopWords?: readonly string[] },
  query: string,
  ...documents: SearchDocument[]
): Promise<number[]> {
  const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, words) });
  await engine.index(documents);
  const { hits } = await engine.search({ query, locale: documents[0]?.locale ?? 'en', page: 1, perPage: 10 });
  return hits.map(({ id }) => id);
}

describe('synonyms', () => {
  const both = [article(1, { body: 'a car of ours' }), article(2, { body: 'a vehicle of ours' })];

  it('come behind the word itself', async () => {
    const synonyms = [{ words: ['car', 'vehicle'] }];
    expect(await found({ synonyms }, 'car', ...both)).toEqual([1, 2]);
    expect(await found({ synonyms }, 'vehicle', ...both)).toEqual([2, 1]);
  });

  it('are the same in other spellings and forms', async () => {
    const synonyms = [{ words: ['CARS', 'Véhicles'] }];
    expect(await found({ synonyms }, 'vehicle', ...both)).toEqual([2, 1]);
  });

  it('lead one way where they are said to', async () => {
    const synonyms = [{ words: ['car'], also: ['vehicle'] }];
    expect(await found({ synonyms }, 'car', ...both)).toEqual([1, 2]);
    expect(await found({ synonyms }, 'vehicle', ...both)).toEqual([2]);
  });

  it('of several groups add up, and do not lead on from one to the next', async () => {
    const synonyms = [{ words: ['car', 'auto'] }, { words: ['auto', 'vehicle'] }];
    expect(await found({ synonyms }, 'auto', ...both)).toHaveLength(2);
    expect(await found({ synonyms }, 'car', ...both)).toEqual([1]);
  });

  describe('of several words', () => {
    const synonyms = [{ words: ['virtual private network', 'VPN'] }];
    const short = article(1, { body: 'Ask for the vpn.' });
    const long = article(2, { body: 'The virtual and private network of ours.' });
    const part = article(3, { body: 'A private network.' });

    it('are found by one word, where all of them are in one field', async () => {
      expect(await found({ synonyms }, 'vpn', part, long, short)).toEqual([1, 2]);
      const split = article(4, { title: 'Virtual', body: 'private network' });
      expect(await found({ synonyms }, 'vpn', split, short)).toEqual([1]);
    });

    it('find one word where they stand together in the query, as well as an article that has them', async () => {
      expect(await found({ synonyms }, 'virtual private network', part, short, long)).toEqual([2, 1, 3]);
      expect(await found({ synonyms }, 'our virtual private network setup', short)).toEqual([1]);
      expect(await found({ synonyms }, 'private network', short)).toEqual([]);
      expect(await found({ synonyms }, 'virtual machine private network', short)).toEqual([]);
    });

    it('find several others', async () => {
      const wordy = [{ words: ['motor car', 'road vehicle'] }];
      const documents = [article(1, { body: 'a motor car' }), article(2, { body: 'a vehicle for the road' })];
      expect(await found({ synonyms: wordy }, 'motor car', ...documents)).toEqual([1, 2]);
      expect(await found({ synonyms: wordy }, 'road vehicles', ...documents)).toEqual([2, 1]);
    });

    it('are the same after the spelling of one of them was repaired', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([short, part, article(5, { body: 'a virtual machine' })]);
      const query = { query: 'virtaul private network', locale: 'en', page: 1, perPage: 10 };
      const { hits, corrections } = await engine.search(query);
      expect(corrections).toEqual([{ from: 'virtaul', to: 'virtual' }]);
      expect(hits.map(({ id }) => id)).toContain(1);
    });

    it('are no misspelling of what others have written', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([short, article(6, { body: 'something virtuel' })]);
      const query = { query: 'virtual private network', locale: 'en', page: 1, perPage: 10 };
      expect((await engine.search({ ...query, query: 'virtual' })).corrections).toEqual([
        { from: 'virtual', to: 'virtuel' },
      ]);
      expect((await engine.search(query)).corrections).toEqual([]);
    });

    it('count without their stop words, and in pieces that a hyphen makes', async () => {
      const terms = [{ words: ['terms of service', 'Wi-Fi'] }];
      const documents = [article(1, { body: 'The service and its terms.' }), article(2, { body: 'the wi-fi here' })];
      expect(await found({ synonyms: terms }, 'wi-fi', ...documents)).toEqual([2, 1]);
      expect(await found({ synonyms: terms }, 'terms of the service', ...documents)).toEqual([1, 2]);
    });

    it('mark each of their words', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([long]);
      const {
        hits: [hit],
      } = await engine.search({ query: 'vpn', locale: 'en', page: 1, perPage: 1 });
      expect(hit?.matched).toEqual(['virtual', 'privat', 'network']);
    });

    it('cover a title as one of its words does', async () => {
      const documents = [
        article(1, { title: 'Virtual private network' }),
        article(2, { title: 'VPN for us and for guests' }),
      ];
      expect(await found({ synonyms }, 'virtual private network', ...documents)).toEqual([1, 2]);
    });

    it('do not tell what only a closed article has', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([long, article(7, { body: 'virtual things' }), article(8, { body: 'a private network' })]);
      const nothing: ReadonlySet<number> = new Set();
      const stranger = visibilityOf({
        ...{ policy: 'all', categories: nothing, hidden: nothing, openRules: nothing, opened: nothing, author: null },
        denied: new Set([2]),
      });
      const query = { query: 'vpn', locale: 'en', page: 1, perPage: 10 };
      expect((await engine.search(query)).total).toBe(1);
      expect(await engine.search({ ...query, visibility: stranger })).toMatchObject({ total: 0, corrections: [] });
    });
  });

  it('of scripts without spaces are words, too', async () => {
    const documents = [article(1, { locale: 'ja', body: '検索' }), article(2, { locale: 'ja', body: '調査' })];
    expect(await found({ synonyms: [{ words: ['検索', '調査'] }] }, '検索', ...documents)).toEqual([1, 2]);
  });

  it('count a document once that has them all', async () => {
    const synonyms = [{ words: ['car', 'vehicle'] }];
    expect(await found({ synonyms }, 'car', article(1, { body: 'car vehicle' }))).toEqual([1]);
  });
});

describe('stop words of its own', () => {
  it('are the same in other spellings, and in the pieces that an apostrophe makes', async () => {
    const documents = [article(1, { body: 'Büro qu’acme' }), article(2, { title: 'Büro' })];
    expect(await found({ stopWords: ['BÜRO'] }, 'buro', ...documents)).toEqual([2]);
    expect(await found({ stopWords: ["qu'acme"] }, 'acme', ...documents)).toEqual([]);
  });

  it('take the place of those of the language', async () => {
    expect(await found({ stopWords: [] }, 'it support', article(1, { body: 'Ask IT.' }))).toEqual([1]);
  });
});
