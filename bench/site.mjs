// Search as visitors use it vs MiniSearch's documented example.
import MiniSearch from 'minisearch';
import { createSearchEngine } from '../build/plugins/knowledge-base/domain/search/minisearch-engine.js';
import { importedDocuments, queriesFor, syntheticDocuments } from './collections.mjs';
import { median, quantile, round } from './statistics.mjs';

export async function run({ quick }) {
  const rows = [];
  const ratios = {};
  const counts = {};
  const collections = [
    ['imported', await importedDocuments()],
    ['synthetic', syntheticDocuments(10_000)],
  ];
  for (const [name, documents] of collections) {
    const result = await compareSearch(documents, quick ? 60 : 300);
    counts[`${name}_documents`] = documents.length;
    for (const measure of ['build', 'p50', 'p95']) {
      const ours = result.ours[measure];
      const theirs = result.theirs[measure];
      ratios[`search_${name}_${measure}_vs_minisearch_example`] = round(ours / theirs);
      rows.push({
        what: `search ${name} ${measure}, ms`,
        mortise: round(ours),
        peer: round(theirs),
        ratio: round(ours / theirs),
      });
    }
  }
  return { rows, ratios, counts };
}

async function compareSearch(documents, count) {
  const queries = queriesFor(documents, count);
  const engine = createSearchEngine();
  const ours = { build: await timed(() => engine.index(documents)), times: [] };
  // Example of MiniSearch's documentation.
  const peer = new MiniSearch({
    fields: ['title', 'body'],
    searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
  });
  const theirs = { build: await timed(() => peer.addAllAsync(documents)), times: [] };
  for (const { query, locale } of queries) {
    ours.times.push(await timed(() => engine.search({ query, locale, page: 1, perPage: 10 })));
    theirs.times.push(await timed(() => peer.search(query).slice(0, 10)));
  }
  return { ours: summary(ours), theirs: summary(theirs) };
}

const summary = ({ build, times }) => ({ build, p50: median(times), p95: quantile(times, 0.95) });

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
