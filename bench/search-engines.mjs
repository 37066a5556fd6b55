// Search engines on the same articles in MariaDB: search times and the cost of an index per process.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { createPool } from 'mysql2/promise';
import { queriesFor, syntheticDocuments } from './collections.mjs';
import { storeArticles } from './search/store-articles.mjs';
import { quantile, round } from './statistics.mjs';

const SERVER = process.env.MORTISE_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306';
const ENGINES = ['memory', 'worker', 'database'];
const SHARES = { p50: 0.5, p95: 0.95 };
/** Uncounted warm-up searches: the first run of code is slow. */
const WARMING = 20;

export async function run({ quick }) {
  const results = { rows: [], ratios: {}, counts: {} };
  for (const size of quick ? [1_000] : [1_000, 10_000, 30_000]) await measureSize(size, results);
  return results;
}

async function measureSize(size, { rows, ratios, counts }) {
  const admin = createPool(SERVER);
  const name = `mortise_bench_${process.pid}_${size}`;
  await admin.query(`create database ${name}`);
  try {
    const documents = syntheticDocuments(size);
    const queries = queriesFor(documents, WARMING + 200).map(({ query }) => query);
    const sides = {};
    for (const engine of ENGINES) {
      const url = `${SERVER.replace(/\/?$/, '')}/${name}`;
      const host = await createTestHost({
        database: url,
        debug: false,
        plugins: [knowledgeBase({ searchEngine: engine })],
      });
      if (engine === ENGINES[0]) await storeArticles(host, documents);
      sides[engine] = await measureEngine(host.plugin('knowledge-base').searchIndex, queries);
      await host.close();
    }
    for (const what of Object.keys(sides.memory)) {
      const values = Object.fromEntries(ENGINES.map((engine) => [engine, round(sides[engine][what])]));
      rows.push({ articles: size, what, ...values });
      counts[`${size}_${what}`] = values.memory;
      for (const engine of ENGINES.slice(1)) {
        ratios[`${size}_${what}_of_${engine}_vs_memory`] = round(values[engine] / values.memory);
      }
    }
  } finally {
    await admin.query(`drop database if exists ${name}`);
    await admin.end();
  }
}

async function measureEngine(index, queries) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = performance.eventLoopUtilization();
  const start = performance.now();
  await index.ready();
  const build = performance.now() - start;
  const { active } = performance.eventLoopUtilization(before);
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  const times = [];
  for (const [number, query] of queries.entries()) {
    const begin = performance.now();
    await index.query({ query, locale: 'en', page: 1, perPage: 10 });
    if (number >= WARMING) times.push(performance.now() - begin);
  }
  return {
    ...Object.fromEntries(Object.entries(SHARES).map(([share, of]) => [`search_${share}_ms`, quantile(times, of)])),
    build_ms: build,
    loop_busy_while_building_ms: active,
    longest_block_while_building_ms: delay.max / 1e6,
  };
}
