// The site as its visitors meet it: search against MiniSearch's documented example, and REST against bare Express.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import MiniSearch from 'minisearch';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createSearchEngine } from '../build/plugins/knowledge-base/search/minisearch-engine.js';
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
  for (const [name, { ours, theirs }] of Object.entries(await compareRest(quick))) {
    ratios[`${name}_requests_vs_express`] = round(ours / theirs);
    rows.push({
      what: `${name}, requests/s`,
      mortise: Math.round(ours),
      peer: Math.round(theirs),
      ratio: round(ours / theirs),
    });
  }
  return { rows, ratios, counts };
}

async function compareSearch(documents, count) {
  const queries = queriesFor(documents, count);
  const engine = createSearchEngine();
  const ours = { build: await timed(() => engine.index(documents)), times: [] };
  // The example of MiniSearch's documentation.
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

/** Both servers in turn, several rounds, on one database; the median round counts. */
async function compareRest(quick) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mortise-bench-'));
  const database = `sqlite:${path.join(folder, 'site.db')}`;
  const host = await createTestHost({ database, plugins: [knowledgeBase()] });
  await host
    .plugin('knowledge-base')
    .importFolder(fileURLToPath(new URL('../examples/demo-site/content', import.meta.url)), { name: 'bench' });
  const { data } = await host.request('GET', '/vendor-kb/v1/articles?per_page=1&orderby=title');
  await host.close();

  const servers = await Promise.all(['host', 'express'].map((side) => startServer(side, database)));
  const paths = { article: `/api/vendor-kb/v1/articles/${data[0].id}`, list: '/api/vendor-kb/v1/articles' };
  const results = {};
  for (const [name, target] of Object.entries(paths)) {
    const rounds = { host: [], express: [] };
    for (const { port } of servers) await load(port, target, 1);
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      for (const { side, port } of servers) rounds[side].push(await load(port, target, quick ? 2 : 5));
    }
    results[name] = { ours: median(rounds.host), theirs: median(rounds.express) };
  }
  for (const { child } of servers) child.disconnect();
  rmSync(folder, { recursive: true, force: true });
  return results;
}

async function startServer(side, database) {
  const child = fork(fileURLToPath(new URL('site-server.mjs', import.meta.url)), [side, database]);
  const [port] = await once(child, 'message');
  return { side, port, child };
}

async function load(port, target, duration) {
  const { requests, non2xx } = await autocannon({
    url: `http://127.0.0.1:${port}${target}`,
    connections: 10,
    duration,
  });
  if (non2xx > 0) throw new Error(`${target} answered ${non2xx} times with an error`);
  return requests.average;
}
