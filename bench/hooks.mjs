// Dispatch of actions and filters against @wordpress/hooks, tapable itself, hookable and a loop written by hand.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { ASYNC, CHURN, createOurs, distinctCallbacks, hookNames, SYNC } from './hook-subjects.mjs';
import { median, round } from './statistics.mjs';

const SPREADS = { hot: 1, rotation: 64 };
const CALLBACKS = [0, 1, 5, 20];
/** Dispatches between two changes of a list. */
const CHURN_RATES = [1, 10, 100, 1200, 5000];

export async function run({ quick }) {
  const results = { ...(await measureAll(quick)), ...(await inContext(quick)) };
  const rows = [];
  const ratios = {};
  for (const [key, { mortise, ...peers }] of Object.entries(results)) {
    const rounded = Object.entries({ mortise, ...peers }).map(([name, time]) => [name, Math.round(time)]);
    rows.push({ 'ns per dispatch': key, ...Object.fromEntries(rounded) });
    for (const [peer, time] of Object.entries(peers)) ratios[`${key}_vs_${peer}`] = round(mortise / time);
  }
  return { rows, ratios, counts: { dynamic_names_growth_kib: dynamicNamesGrowth() } };
}

async function measureAll(quick) {
  const results = {};
  const pace = { rounds: quick ? 7 : 21, batchNs: quick ? 2e6 : 6e6 };
  for (const [spread, names] of Object.entries(SPREADS)) {
    for (const count of CALLBACKS) {
      results[`sync_n${count}_${spread}`] = await compare(SYNC, hooked(count, names), pace);
    }
  }
  for (const perChange of CHURN_RATES) {
    results[`churn_every_${perChange}`] = await compare(CHURN, { ...hooked(5, 1), perChange }, pace);
  }
  results.profiling_n20_hot = await compareProfiling(pace);
  Object.assign(results, await measureAsync('', {}, { ...pace, warmUp: WARM_UP_ASYNC }));
  return results;
}

/** Synchronous and asynchronous callbacks, awaited. */
async function measureAsync(prefix, options, pace) {
  const results = {};
  for (const [spread, names] of Object.entries(SPREADS)) {
    for (const count of CALLBACKS) {
      results[`${prefix}async_sync_callbacks_n${count}_${spread}`] = await compare(
        ASYNC,
        { ...hooked(count, names), ...options },
        pace,
      );
      if (count > 0) {
        results[`${prefix}async_n${count}_${spread}`] = await compare(
          ASYNC,
          { ...hooked(count, names, true), ...options },
          pace,
        );
      }
    }
  }
  return results;
}

function hooked(count, names, isAsync = false) {
  return { names: hookNames(names), callbacks: hookNames(names).map(() => distinctCallbacks(count, isAsync)) };
}

/** The price of measuring one call in 64, against not measuring. */
async function compareProfiling(pace) {
  const subjects = {
    mortise: (options) => SYNC.mortise(options),
    unprofiled: (options) => SYNC.mortise({ ...options, sampleEvery: Number.POSITIVE_INFINITY }),
  };
  return compare(subjects, hooked(20, 1), pace);
}

/** Nanoseconds per dispatch: all subjects in turn, several rounds, the median round of each. */
async function compare(subjects, hooks, pace) {
  const runs = [];
  for (const [name, create] of Object.entries(subjects)) {
    const dispatchMany = create(hooks);
    runs.push({ name, dispatchMany, size: await batchSize(dispatchMany, pace), times: [] });
  }
  for (let index = 0; index < pace.rounds; index += 1) {
    for (const { dispatchMany, size, times } of runs) times.push((await timed(() => dispatchMany(size))) / size);
  }
  return Object.fromEntries(runs.map(({ name, times }) => [name, median(times)]));
}

/** Enough for 64 hooks to be compiled, and for the engine to have optimised what it runs. */
const WARM_UP = 80_000;
/** Asynchronous runs are never compiled. */
const WARM_UP_ASYNC = 15_000;

async function batchSize(dispatchMany, { batchNs, warmUp = WARM_UP }) {
  await dispatchMany(warmUp);
  let size = 2000;
  for (;;) {
    const time = await timed(() => dispatchMany(size));
    if (time > batchNs) return size;
    size = Math.ceil((size * Math.min(8, (1.2 * batchNs) / Math.max(time, 1))) / 1000) * 1000;
  }
}

async function timed(work) {
  const start = process.hrtime.bigint();
  const pending = work();
  if (pending instanceof Promise) await pending;
  return Number(process.hrtime.bigint() - start);
}

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');

/** What is left of 10,000 names that had a callback each, in KiB of heap. */
function dynamicNamesGrowth() {
  const hooks = createOurs({ names: [], callbacks: [] });
  const cycle = () => {
    for (let index = 0; index < 10_000; index += 1) hooks.addFilter(`bench_dynamic_${index}`, () => 1).remove();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = [cycle(), cycle(), cycle()].at(-1);
  return Math.round((cycle() - before) / 1024);
}

/**
 * With `asyncContext`, as in a host, code knows after waiting which hook it runs in. That takes an AsyncLocalStorage,
 * which before Node 24 makes every promise of the process dearer: a process of its own, where the peer pays it too.
 */
async function inContext(quick) {
  const child = fork(fileURLToPath(import.meta.url), [quick ? '--quick' : '--full']);
  const [results] = await once(child, 'message');
  return results;
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const quick = process.argv[2] === '--quick';
  const results = await measureAsync(
    'context_',
    { asyncContext: true },
    { rounds: quick ? 3 : 15, batchNs: quick ? 2e6 : 5e6, warmUp: quick ? 4_000 : WARM_UP_ASYNC },
  );
  process.send(results, () => process.disconnect());
}
