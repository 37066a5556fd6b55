import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { createEvaluator } from '../../../../src/plugins/knowledge-base/domain/search/evaluate.js';
import { expandQuery } from '../../../../src/plugins/knowledge-base/domain/search/expand.js';
import {
  createLocaleIndex,
  type LocaleIndex,
} from '../../../../src/plugins/knowledge-base/domain/search/locale-index.js';
import { parseQuery } from '../../../../src/plugins/knowledge-base/domain/search/parse-query.js';
import {
  aliasField,
  bodyField,
  titleField,
} from '../../../../src/plugins/knowledge-base/domain/search/posting-index.js';
import { madeUpArticles, pseudoRandom } from './documents.js';

/** Ids of the articles with a word of the query, as found by our evaluator. */
function evaluated(index: LocaleIndex, query: string): number[] {
  const scope = { visible: index.postings.live, size: index.postings.documentCount };
  const { words } = expandQuery(index, parseQuery(`${query} `, index.analyzer), scope, {
    edits: 0,
    synonyms: new Map(),
  });
  const { matches } = createEvaluator(index)(words, { scope, limit: 10 });
  return [...matches].map((slot) => index.postings.idAt(slot)).sort((a, b) => a - b);
}

function byMiniSearch(index: LocaleIndex, query: string): number[] {
  return index.postings
    .search(query)
    .map(({ id }) => Number(id))
    .sort((a, b) => a - b);
}

describe('posting index', () => {
  const articles = madeUpArticles(400, { words: 60, vocabulary: 1500 }).map((article) => ({
    ...article,
    aliases: article.id % 4 === 0 ? article.body.slice(0, 30) : '',
  }));
  const random = pseudoRandom(7);
  const queries = Array.from({ length: 60 }, () => {
    const { title, body } = articles[Math.floor(random() * articles.length)] ?? { title: '', body: '' };
    const words = `${title} ${body}`.split(' ');
    return Array.from({ length: 1 + Math.floor(random() * 4) }, () => words[Math.floor(random() * words.length)]).join(
      ' ',
    );
  });

  it('finds the same as MiniSearch, before and after articles are removed and replaced', () => {
    const index = createLocaleIndex(createAnalyzer('en'));
    for (const article of articles) index.add(article);
    for (const query of queries) {
      expect(evaluated(index, query)).toEqual(byMiniSearch(index, query));
      expect(evaluated(index, query).length).toBeGreaterThan(0);
    }

    for (const article of articles) if (article.id % 3 === 0) index.postings.discard(article.id);
    for (const article of articles) {
      if (article.id % 5 !== 0) continue;
      if (index.postings.has(article.id)) index.postings.discard(article.id);
      index.add({ ...article, body: articles[0]?.body ?? '' });
    }
    for (const query of queries) expect(evaluated(index, query)).toEqual(byMiniSearch(index, query));
  });

  it('has the field lengths behind the MiniSearch averages', () => {
    const index = createLocaleIndex(createAnalyzer('en'));
    for (const article of articles) index.add(article);
    for (const field of [titleField, bodyField, aliasField]) {
      const sum = index.postings.lengths(field).reduce((total, length) => total + length, 0);
      expect(sum / articles.length).toBeCloseTo(index.postings.averageLength(field), 6);
    }
  });

  it('vacuums the terms of removed articles during updates', () => {
    const index = createLocaleIndex(createAnalyzer('en'));
    for (const article of articles) index.add(article);
    const terms = index.postings.termCount;
    for (let round = 0; round < 40; round++) {
      for (const { id } of articles) {
        if (index.postings.has(id)) index.postings.discard(id);
        if (id <= 20) index.add({ id, title: 'Kept', body: `kept ${round}`, aliases: '' });
      }
    }
    expect(index.postings.documentCount).toBe(20);
    expect(index.postings.termCount).toBeLessThan(terms / 10);
    expect(index.postings.dirtCount).toBeLessThan(400);
  });
});
