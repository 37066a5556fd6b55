import { describe, expect, inject, it } from 'vitest';
import { type JudgedCollection, readAbstracts, readDocumentationPages } from '../../bench/judged-collections.mjs';
import { createSearchEngine } from '../../src/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { measure, misspell } from '../../src/plugins/knowledge-base/domain/search/relevance/measures.js';

const available = inject('services').includes('corpus');
const corpus = process.env.MORTISE_CORPUS ?? '';

describe.skipIf(!available)('search relevance on judged collections', { timeout: 120_000 }, () => {
  it('reaches an nDCG@10 of 0.65 on documentation pages', async () => {
    expect(await ndcgOf(readDocumentationPages(corpus))).toBeGreaterThanOrEqual(0.65);
  });

  it('keeps 88 % of it with one typo in every query', async () => {
    const { documents, questions } = readDocumentationPages(corpus);
    const clean = await ndcgOf({ documents, questions });
    const misspelt = questions.map(({ text, relevant }, number) => ({ text: misspell(text, number), relevant }));
    expect(await ndcgOf({ documents, questions: misspelt })).toBeGreaterThanOrEqual(0.88 * clean);
  });

  it('reaches an nDCG@10 of 0.44 on abstracts with long queries', async () => {
    expect(await ndcgOf(readAbstracts(corpus))).toBeGreaterThanOrEqual(0.44);
  });
});

async function ndcgOf({ documents, questions }: JudgedCollection): Promise<number> {
  const engine = createSearchEngine();
  await engine.index(documents);
  const { ndcg } = await measure(questions, async (query) => {
    const { hits } = await engine.search({ query, locale: 'en', page: 1, perPage: 10 });
    return hits.map(({ id }) => id);
  });
  return ndcg;
}
