// Our parsers vs a DOM parser that gets the whole file, each in its own process, in turn.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, round } from '../statistics.mjs';
import { writeStatement } from './statements.mjs';

const READER = fileURLToPath(new URL('reader.mjs', import.meta.url));

export async function measureReading(folder, { quick, count }) {
  const files = {};
  for (const format of ['camt', 'mt940']) {
    const file = path.join(folder, `reading.${format}`);
    files[format] = { file, megabytes: (await writeStatement(format, count, file)) / 1e6 };
  }
  const sides = { camt: files.camt, dom: files.camt, mt940: files.mt940 };
  const results = { camt: [], dom: [], mt940: [] };
  for (let turn = 0; turn < (quick ? 1 : 3); turn += 1) {
    for (const [side, { file }] of Object.entries(sides)) results[side].push(await read(side, file, count));
  }
  const seconds = (side) => median(results[side].map(({ cpu }) => cpu)) / 1000;
  const speed = (side) => round(sides[side].megabytes / seconds(side));
  const memory = (side) => Math.round(median(results[side].map(({ megabytes }) => megabytes)));
  const ratio = round(seconds('dom') / seconds('camt'));
  return {
    rows: [
      { what: 'read camt, DOM parser, MB/s of processor', mortise: speed('camt'), peer: speed('dom'), ratio },
      { what: 'read camt, DOM parser, most memory, MB', mortise: memory('camt'), peer: memory('dom') },
      { what: 'read MT940, MB/s of processor', mortise: speed('mt940') },
    ],
    ratios: { camt_vs_dom_parser: ratio },
    counts: { camt_megabytes_per_cpu_second: speed('camt'), mt940_megabytes_per_cpu_second: speed('mt940') },
  };
}

async function read(side, file, count) {
  const child = fork(READER, [side, file]);
  const results = [];
  child.on('message', (result) => results.push(result));
  const [code] = await once(child, 'exit');
  const [result] = results;
  if (code !== 0 || result?.entries !== count) throw new Error(`The reader ${side} ended with ${code}.`);
  return result;
}
