// Memory of a process that marks a library, and its growth with the number of images.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { round } from '../statistics.mjs';
import { openSite } from './site.mjs';

const MARKER = fileURLToPath(new URL('../watermark-marker.mjs', import.meta.url));

export async function measureMemory({ quick, pictures, folder }) {
  const home = path.join(folder, 'memory');
  mkdirSync(home);
  // Repeats the same images, so only their number differs.
  const times = quick ? 2 : 4;
  const files = pictures.map(({ file }) => file);
  const site = await openSite(home);
  const admin = await site.host.createUser('administrator');
  for (let time = 0; time < times; time += 1) await site.upload(files);
  await site.host.close();

  // Separate process that never rendered a size.
  const child = fork(MARKER, [home, String(admin.id), String(files.length)]);
  const peaks = [];
  child.on('message', (megabytes) => peaks.push(megabytes));
  const [code] = await once(child, 'exit');
  if (code !== 0 || peaks.length !== times + 1) throw new Error(`The marking process ended with ${code}.`);
  const [idle, ...after] = peaks;
  const growth = round(after.at(-1) / after[0]);
  const rows = [
    {
      what: `most memory, ${files.length} pictures, idle, MB`,
      mortise: after[0],
      peer: idle,
      ratio: round(after[0] / idle),
    },
    { what: `most memory, ${times} times as many, MB`, mortise: after.at(-1), peer: after[0], ratio: growth },
  ];
  return {
    rows,
    ratios: { [`most_memory_of_${times}_times_as_many_pictures`]: growth },
    counts: { most_memory_megabytes: after.at(-1), idle_memory_megabytes: idle },
  };
}
