// Dispatch of actions and filters vs @wordpress/hooks, tapable, hookable and a handwritten loop.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import { createOurs, distinctCallbacks, hookNames, SUBJECTS } from './hook-subjects.mjs';
import { median, round } from './statistics.mjs';

const SPREADS = { hot: 1, rotation: 64 };
const CALLBACKS = [0, 1, 5, 20];
/** Dispatches between two changes of a list. */
const CHURN_RATES = [1, 10, 100, 1200, 5000];

/** Measures every row in its own process, so no row depends on the engine's optimizations from another. */
export async function run({ quick }) {
  const rows = [];
  const ratios = {};
  for (const row of rowsToMeasure()) {
    const { mortise, ...peers } = await inProcess({ ...row, ...paceOf(row, quick) });
    const rounded = Object.entries({ mortise, ...peers }).map(([name, time]) => [name, Math.round(time)]);
    rows.push({ 'ns per dispatch': row.key, ...Object.fromEntries(rounded) });
    for (const [peer, time] of Object.entries(peers)) ratios[`${row.key}_vs_${peer}`] = round(mortise / time);
  }
  return { rows, ratios, counts: { dynamic_names_growth_kib: dynamicNamesGrowth() } };
}

function rowsToMeasure() {
  const grid = Object.entries(SPREADS).flatMap(([spread, names]) =>
    CALLBACKS.map((count) => ({ place: `n${count}_${spread}`, count, names })),
  );
  const async = (prefix, options) =>
    grid.flatMap(({ place, ...cell }) => [
      { key: `${prefix}async_sync_callbacks_${place}`, subjects: 'async', ...cell, ...options },
      ...(cell.count > 0
        ? [{ key: `${prefix}async_${place}`, subjects: 'async', isAsync: true, ...cell, ...options }]
        : []),
    ]);
  return [
    ...grid.map(({ place, ...cell }) => ({ key: `sync_${place}`, subjects: 'sync', ...cell })),
    ...CHURN_RATES.map((perChange) => ({
      key: `churn_every_${perChange}`,
      subjects: 'churn',
      count: 5,
      names: 1,
      perChange,
    })),
    { key: 'profiling_n20_hot', subjects: 'profiling', count: 20, names: 1 },
    ...async('', {}),
    // As in a host, where async code knows its current hook. Before Node 24 the required AsyncLocalStorage slows every
    // promise of the process down, including the peers'.
    ...async('context_', { asyncContext: true }),
  ];
}

/** The warm-up (nanoseconds) is long enough to compile and optimize 64 hooks. */
function paceOf({ subjects }, quick) {
  const warmUpNs = subjects === 'async' ? 40e6 : 300e6;
  return quick ? { rounds: 7, batchNs: 2e6, warmUpNs } : { rounds: 21, batchNs: 6e6, warmUpNs: 2 * warmUpNs };
}

async function inProcess(row) {
  const child = fork(fileURLToPath(import.meta.url));
  child.send(row);
  const [times] = await once(child, 'message');
  return times;
}

/** Nanoseconds per dispatch: all subjects in turn, several rounds, median per subject. */
async function measure({ subjects, names, count, isAsync, rounds, batchNs, warmUpNs, ...options }) {
  const hooks = {
    names: hookNames(names),
    callbacks: hookNames(names).map(() => distinctCallbacks(count, isAsync)),
    isAsync,
    ...options,
  };
  const runs = [];
  for (const [name, create] of Object.entries(SUBJECTS[subjects])) {
    const dispatchMany = create(hooks);
    for (let spent = 0; spent < warmUpNs; ) spent += await timed(() => dispatchMany(10_000));
    runs.push({ name, dispatchMany, size: await batchSize(dispatchMany, batchNs), times: [] });
  }
  for (let index = 0; index < rounds; index += 1) {
    for (const { dispatchMany, size, times } of runs) times.push((await timed(() => dispatchMany(size))) / size);
  }
  return Object.fromEntries(runs.map(({ name, times }) => [name, median(times)]));
}

async function batchSize(dispatchMany, batchNs) {
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

/** KiB of heap left behind by 10,000 names that each had a callback. */
function dynamicNamesGrowth() {
  v8.setFlagsFromString('--expose-gc');
  const collectGarbage = vm.runInNewContext('gc');
  const hooks = createOurs({ names: [], callbacks: [] });
  const cycle = () => {
    for (let index = 0; index < 10_000; index += 1) hooks.addFilter(`bench_dynamic_${index}`, () => 1).remove();
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = [cycle(), cycle(), cycle()].at(-1);
  return Math.round((cycle() - before) / 1024);
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [row] = await once(process, 'message');
  const times = await measure(row);
  process.send(times, () => process.disconnect());
}
