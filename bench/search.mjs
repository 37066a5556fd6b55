// Search times with typos and restricted articles on 1,000, 10,000 and 100,000 articles, and the cost of an index.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { queriesFor, syntheticDocuments } from './collections.mjs';
import { fts5Porter, miniSearchExample, ours } from './search/peers.mjs';
import { quantile, round } from './statistics.mjs';

const SIDES = { mortise: ours, minisearch_example: miniSearchExample, fts5_porter: fts5Porter };
const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 };
/** Uncounted warm-up searches: the first run of code is slow. */
const WARMING = 20;
/** One article in ten is restricted for the searching user. */
const visibility = { key: 'bench', closed: {}, admits: ({ id }) => id % 10 !== 0 };

v8.setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

export async function run({ quick }) {
  const results = { rows: [], ratios: {}, counts: {} };
  for (const size of quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]) await measureSize(size, quick, results);
  return results;
}

async function measureSize(size, quick, { rows, ratios, counts }) {
  const documents = syntheticDocuments(size);
  const queries = queriesFor(documents, WARMING + (quick ? 200 : 1000)).map(({ query }) => query);
  const sides = {};
  for (const [side, build] of Object.entries(SIDES)) sides[side] = await built(build, documents);
  const { engine } = sides.mortise;
  const times = {
    search: await inTurn(sides, queries, ({ rank }, query) => rank(query, 10)),
    update: await inTurn(sides, documents.slice(0, WARMING + (quick ? 100 : 500)), ({ update }, document) =>
      update({ ...document, title: `${document.title} again` }),
    ),
    suggest: await inTurn({ mortise: engine }, beginningsOf(queries), (_, prefix) =>
      engine.suggest(prefix, { locale: 'en', limit: 5, visibility }),
    ),
  };
  const tell = (what, unit, ofSide) => {
    const values = Object.fromEntries(Object.keys(SIDES).map((side) => [side, ofSide(side)]));
    rows.push({ articles: size, what: `${what}, ${unit}`, ...values });
    counts[`${size}_${what}_${unit}`] = values.mortise;
    return values;
  };
  for (const [work, bySide] of Object.entries(times)) {
    for (const [name, share] of Object.entries(SHARES)) {
      const values = tell(`${work}_${name}`, 'ms', (side) => bySide[side] && round(quantile(bySide[side], share)));
      for (const [side, value] of Object.entries(values)) {
        if (side === 'mortise' || value === undefined) continue;
        ratios[`${size}_${work}_${name}_of_${side}_vs_ours`] = round(value / values.mortise);
      }
    }
  }
  tell('build', 'ms', (side) => round(sides[side].build));
  tell('longest_block_while_building', 'ms', (side) => round(sides[side].block));
  // FTS5 keeps its index outside the JavaScript heap.
  tell('heap', 'MB', (side) => (side === 'fts5_porter' ? undefined : round(sides[side].heap)));
}

async function built(build, documents) {
  collectGarbage();
  const before = memory();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  const side = await build(documents);
  const duration = performance.now() - start;
  // The next timer records the last block.
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  collectGarbage();
  const rank = side.engine ? (query, limit) => hitsOf(side.engine, query, limit) : side.rank;
  return { ...side, rank, build: duration, block: delay.max / 1e6, heap: (memory() - before) / 2 ** 20 };
}

/** Searches with restricted articles and typos, like readers of a site. */
const hitsOf = async (engine, query, limit) =>
  (await engine.search({ query, locale: 'en', page: 1, perPage: limit, visibility })).hits;

function memory() {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Runs each task on all sides in turn, so other load on the machine affects them equally. */
async function inTurn(sides, inputs, work) {
  const times = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (const [index, input] of inputs.entries()) {
    for (const [name, side] of Object.entries(sides)) {
      const start = performance.now();
      await work(side, input);
      if (index >= WARMING) times[name].push(performance.now() - start);
      // Keeps work left behind by one side out of the next side's time.
      await new Promise(setImmediate);
    }
  }
  return times;
}

/** First word of a query and the start of the second. */
function beginningsOf(queries) {
  return queries.map((query) => query.split(' ').slice(0, 2).join(' ').slice(0, 9));
}
