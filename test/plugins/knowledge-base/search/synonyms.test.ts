import { describe, expect, it } from 'vitest';
import { visibilityOf } from '../../../../src/plugins/knowledge-base/domain/access/visibility.js';
import type { SearchDocument } from '../../../../src/plugins/knowledge-base/domain/search/engine.js';
import { createSearchEngine } from '../../../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import type { SynonymGroup } from '../../../../src/plugins/knowledge-base/domain/search/synonyms.js';
import { createVocabulary } from '../../../../src/plugins/knowledge-base/domain/search/vocabulary.js';
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

  it('rank below the word itself', async () => {
    const synonyms = [{ words: ['car', 'vehicle'] }];
    expect(await found({ synonyms }, 'car', ...both)).toEqual([1, 2]);
    expect(await found({ synonyms }, 'vehicle', ...both)).toEqual([2, 1]);
  });

  it('match other spellings and inflected forms', async () => {
    const synonyms = [{ words: ['CARS', 'Véhicles'] }];
    expect(await found({ synonyms }, 'vehicle', ...both)).toEqual([2, 1]);
  });

  it('apply in one direction if defined so', async () => {
    const synonyms = [{ words: ['car'], also: ['vehicle'] }];
    expect(await found({ synonyms }, 'car', ...both)).toEqual([1, 2]);
    expect(await found({ synonyms }, 'vehicle', ...both)).toEqual([2]);
  });

  it('from several groups combine but do not chain', async () => {
    const synonyms = [{ words: ['car', 'auto'] }, { words: ['auto', 'vehicle'] }];
    expect(await found({ synonyms }, 'auto', ...both)).toHaveLength(2);
    expect(await found({ synonyms }, 'car', ...both)).toEqual([1]);
  });

  describe('synonyms of several words', () => {
    const synonyms = [{ words: ['virtual private network', 'VPN'] }];
    const short = article(1, { body: 'Ask for the vpn.' });
    const long = article(2, { body: 'The virtual and private network of ours.' });
    const part = article(3, { body: 'A private network.' });

    it('match by a single word if one field has all of them', async () => {
      expect(await found({ synonyms }, 'vpn', part, long, short)).toEqual([1, 2]);
      const split = article(4, { title: 'Virtual', body: 'private network' });
      expect(await found({ synonyms }, 'vpn', split, short)).toEqual([1]);
    });

    it('match a single word if adjacent in the query, and still match literally', async () => {
      expect(await found({ synonyms }, 'virtual private network', part, short, long)).toEqual([2, 1, 3]);
      expect(await found({ synonyms }, 'our virtual private network setup', short)).toEqual([1]);
      expect(await found({ synonyms }, 'private network', short)).toEqual([]);
      expect(await found({ synonyms }, 'virtual machine private network', short)).toEqual([]);
    });

    it('match other synonyms of several words', async () => {
      const wordy = [{ words: ['motor car', 'road vehicle'] }];
      const documents = [article(1, { body: 'a motor car' }), article(2, { body: 'a vehicle for the road' })];
      expect(await found({ synonyms: wordy }, 'motor car', ...documents)).toEqual([1, 2]);
      expect(await found({ synonyms: wordy }, 'road vehicles', ...documents)).toEqual([2, 1]);
    });

    it('apply after one of their words was corrected', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([short, part, article(5, { body: 'a virtual machine' })]);
      const query = { query: 'virtaul private network', locale: 'en', page: 1, perPage: 10 };
      const { hits, corrections } = await engine.search(query);
      expect(corrections).toEqual([{ from: 'virtaul', to: 'virtual' }]);
      expect(hits.map(({ id }) => id)).toContain(1);
    });

    it('are not treated as misspellings', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([short, article(6, { body: 'something virtuel' })]);
      const query = { query: 'virtual private network', locale: 'en', page: 1, perPage: 10 };
      expect((await engine.search({ ...query, query: 'virtual' })).corrections).toEqual([
        { from: 'virtual', to: 'virtuel' },
      ]);
      expect((await engine.search(query)).corrections).toEqual([]);
    });

    it('ignore their stop words and match hyphenated parts', async () => {
      const terms = [{ words: ['terms of service', 'Wi-Fi'] }];
      const documents = [article(1, { body: 'The service and its terms.' }), article(2, { body: 'the wi-fi here' })];
      expect(await found({ synonyms: terms }, 'wi-fi', ...documents)).toEqual([2, 1]);
      expect(await found({ synonyms: terms }, 'terms of the service', ...documents)).toEqual([1, 2]);
    });

    it('apply to compounds however they are written', async () => {
      const wireless = article(1, { body: 'Wireless networks.' });
      for (const word of ['Wi-Fi', 'wifi']) {
        const groups = [{ words: [word, 'wireless'] }];
        for (const query of ['wifi', 'wi-fi', 'Wi-Fi networks']) {
          expect(await found({ synonyms: groups }, query, wireless)).toEqual([1]);
        }
      }
    });

    it('report each matched word', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([long]);
      const {
        hits: [hit],
      } = await engine.search({ query: 'vpn', locale: 'en', page: 1, perPage: 1 });
      expect(hit?.matched).toEqual(['virtual', 'privat', 'network']);
    });

    it('cover a title as a single word does', async () => {
      const documents = [
        article(1, { title: 'Virtual private network' }),
        article(2, { title: 'VPN for us and for guests' }),
      ];
      expect(await found({ synonyms }, 'virtual private network', ...documents)).toEqual([1, 2]);
    });

    it('reveal nothing about a restricted article', async () => {
      const engine = createSearchEngine({ vocabularyOf: (locale) => createVocabulary(locale, { synonyms }) });
      await engine.index([long, article(7, { body: 'virtual things' }), article(8, { body: 'a private network' })]);
      const nothing: ReadonlySet<number> = new Set();
      const stranger = visibilityOf({
        policy: 'all',
        categories: nothing,
        hidden: nothing,
        openRules: nothing,
        opened: nothing,
        author: null,
        denied: new Set([2]),
      });
      const query = { query: 'vpn', locale: 'en', page: 1, perPage: 10 };
      expect((await engine.search(query)).total).toBe(1);
      expect(await engine.search({ ...query, visibility: stranger })).toMatchObject({ total: 0, corrections: [] });
    });
  });

  it('work in scripts without spaces', async () => {
    const documents = [article(1, { locale: 'ja', body: '検索' }), article(2, { locale: 'ja', body: '調査' })];
    expect(await found({ synonyms: [{ words: ['検索', '調査'] }] }, '検索', ...documents)).toEqual([1, 2]);
  });

  it('count a document with several of them once', async () => {
    const synonyms = [{ words: ['car', 'vehicle'] }];
    expect(await found({ synonyms }, 'car', article(1, { body: 'car vehicle' }))).toEqual([1]);
  });
});

describe('custom stop words', () => {
  it('match other spellings, with and without apostrophes', async () => {
    const documents = [article(1, { body: 'Büro qu’acme' }), article(2, { title: 'Büro' })];
    expect(await found({ stopWords: ['BÜRO'] }, 'buro', ...documents)).toEqual([2]);
    expect(await found({ stopWords: ["qu'acme"] }, 'quacme', ...documents)).toEqual([]);
  });

  it('replace the stop words of the language', async () => {
    expect(await found({ stopWords: [] }, 'it support', article(1, { body: 'Ask IT.' }))).toEqual([1]);
  });
});
