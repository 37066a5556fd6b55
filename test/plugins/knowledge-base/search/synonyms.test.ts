import { describe, expect, it } from 'vitest';
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
  const { hits } = engine.search({ query, locale: documents[0]?.locale ?? 'en', page: 1, perPage: 10 });
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

  it('of several words are left out', async () => {
    expect(await found({ synonyms: [{ words: ['motor car', 'vehicle'] }] }, 'car', ...both)).toEqual([1]);
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
