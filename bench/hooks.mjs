// Dispatch of actions and filters against @wordpress/hooks, tapable itself, hookable and a loop written by hand.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { subjects } from './hook-subjects.mjs';
import { median, round } from './statistics.mjs';

const CALLBACKS = [0, 1, 5, 20];
const SPREADS = { hot: 1, rotation: 64 };

export async function run({ quick }) {
  const measure = createMeasure(quick);
  const rows = [];
  const ratios = {};
  const add = (key, times) => {
    const [[, ours], ...peers] = Object.entries(times);
    for (const [peer, time] of peers) ratios[`${key}_vs_${peer}`] = round(ours / time);
    const cells = Object.entries(times).map(([name, time]) => [name, Math.round(time)]);
    rows.push({ 'ns per dispatch': key, ...Object.fromEntries(cells) });
  };

  for (const [spread, names] of Object.entries(SPREADS)) {
    for (const count of CALLBACKS) {
      const peers = ['mortise', 'wordpress', 'tapable', 'hookable', 'loop'];
      add(`sync_n${count}_${spread}`, measure.sync(subjects('sync', { count, names }, peers)));
    }
  }
  return { rows, ratios, counts: {} };
}

/** Nanoseconds per dispatch: all subjects in turn, several rounds, the median round of each. */
function createMeasure(quick) {
  const rounds = quick ? 5 : 15;
  const batchNs = quick ? 3e6 : 8e6;

  function batchSize(dispatchMany) {
    let size = 64;
    for (;;) {
      const time = timed(() => dispatchMany(size));
      if (time > batchNs) return size;
      size = Math.ceil((size * Math.min(10, (1.2 * batchNs) / Math.max(time, 1))) / 64) * 64;
    }
  }

  return {
    sync(candidates) {
      const runs = Object.entries(candidates).map(([name, dispatchMany]) => ({
        name,
        dispatchMany,
        size: batchSize(dispatchMany),
        times: [],
      }));
      for (let index = 0; index < rounds; index += 1) {
        for (const { dispatchMany, size, times } of runs) times.push(timed(() => dispatchMany(size)) / size);
      }
      return Object.fromEntries(runs.map(({ name, times }) => [name, median(times)]));
    },
  };
}

function timed(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start);
}
