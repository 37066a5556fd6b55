import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import type { SearchDocument } from '../../src/plugins/knowledge-base/search/engine.js';
import { createSearchEngine } from '../../src/plugins/knowledge-base/search/minisearch-engine.js';

/** Documents, queries and the relevant documents of each query, all by number. */
interface Collection {
  documents: SearchDocument[];
  queries: Map<string, string>;
  relevant: Map<string, Set<number>>;
}

const available = inject('services').includes('corpus');

describe.skipIf(!available)('relevance of search on judged collections', { timeout: 120_000 }, () => {
  it('reaches nDCG@10 of .65 on documentation pages', async () => {
    expect(await meanNdcg(readKnowledgeBase(corpusFolder('kb')))).toBeGreaterThanOrEqual(0.65);
  });

  it('keeps 88 % of it with one typo in every query', async () => {
    const collection = readKnowledgeBase(corpusFolder('kb'));
    const clean = await meanNdcg(collection);
    const misspelt = new Map([...collection.queries].map(([id, text], number) => [id, withTypo(text, number)]));
    expect(await meanNdcg({ ...collection, queries: misspelt })).toBeGreaterThanOrEqual(0.88 * clean);
  });

  it('reaches nDCG@10 of .44 on abstracts with long queries', async () => {
    expect(await meanNdcg(readVaswani(corpusFolder('vaswani')))).toBeGreaterThanOrEqual(0.44);
  });
});

function corpusFolder(name: string): string {
  return join(process.env.MORTISE_CORPUS ?? '', 'search', name);
}

/** Normalised discounted cumulative gain of the first ten hits with binary judgements, averaged over the queries. */
async function meanNdcg({ documents, queries, relevant }: Collection): Promise<number> {
  const engine = createSearchEngine();
  await engine.index(documents);
  const discount = (rank: number): number => 1 / Math.log2(rank + 2);
  let sum = 0;
  for (const [id, wanted] of relevant) {
    const { hits } = engine.search({ query: queries.get(id) ?? '', locale: 'en', page: 1, perPage: 10 });
    const gain = hits.reduce((total, hit, rank) => total + (wanted.has(hit.id) ? discount(rank) : 0), 0);
    let ideal = 0;
    for (let rank = 0; rank < Math.min(10, wanted.size); rank++) ideal += discount(rank);
    sum += gain / ideal;
  }
  return sum / relevant.size;
}

function readKnowledgeBase(folder: string): Collection {
  const numbers = new Map<string, number>();
  const documents = readLines(folder, 'docs.jsonl').map((line, number): SearchDocument => {
    const { id, title, body } = JSON.parse(line) as { id: string; title: string; body: string };
    numbers.set(id, number);
    return { id: number, locale: 'en', title, body, tags: [], categories: [] };
  });
  const queries = new Map<string, string>();
  for (const line of readLines(folder, 'queries.jsonl')) {
    const { id, text } = JSON.parse(line) as { id: string; text: string };
    queries.set(id, text);
  }
  const relevant = new Map<string, Set<number>>();
  for (const line of readLines(folder, 'qrels.jsonl')) {
    const { q, d } = JSON.parse(line) as { q: string; d: string };
    addJudgement(relevant, q, numbers.get(d) ?? -1);
  }
  return { documents, queries, relevant };
}

/** Abstracts without titles. */
function readVaswani(folder: string): Collection {
  const documents = readTrec(folder, 'doc-text.trec', /<DOCNO>(\d+)<\/DOCNO>\n([\s\S]*?)<\/DOC>/g).map(
    ([number, body]): SearchDocument => ({
      id: Number(number),
      locale: 'en',
      title: '',
      body,
      tags: [],
      categories: [],
    }),
  );
  const queries = new Map(readTrec(folder, 'query-text.trec', /<num>(\d+)<\/num><title>\n([\s\S]*?)<\/title>/g));
  const relevant = new Map<string, Set<number>>();
  for (const line of readLines(folder, 'qrels')) {
    const [query = '', , document = '', grade = '0'] = line.split(/\s+/);
    if (Number(grade) > 0) addJudgement(relevant, query, Number(document));
  }
  return { documents, queries, relevant };
}

function readTrec(folder: string, file: string, record: RegExp): [string, string][] {
  return [...readFileSync(join(folder, file), 'utf8').matchAll(record)].map(([, number = '', text = '']) => [
    number,
    text.trim(),
  ]);
}

function readLines(folder: string, file: string): string[] {
  return readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function addJudgement(relevant: Map<string, Set<number>>, query: string, document: number): void {
  const documents = relevant.get(query) ?? new Set();
  relevant.set(query, documents.add(document));
}

/** Misspells the longest word: drops, doubles, replaces or swaps a letter, in turn by query number, never the first. */
function withTypo(text: string, number: number): string {
  const [longest = ''] = (text.match(/[a-z]{4,}/gi) ?? []).sort((a, b) => b.length - a.length);
  if (longest === '') return text;
  const at = 1 + (number % (longest.length - 2));
  const typos = [
    longest.slice(0, at) + longest.slice(at + 1),
    longest.slice(0, at + 1) + longest.slice(at),
    `${longest.slice(0, at)}${longest[at] === 'x' ? 'y' : 'x'}${longest.slice(at + 1)}`,
    `${longest.slice(0, at)}${longest[at + 1]}${longest[at]}${longest.slice(at + 2)}`,
  ];
  return text.replace(longest, typos[number % 4] ?? longest);
}
