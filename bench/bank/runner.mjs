// Imports and matches the files of a folder in its own process, so its memory is that of one run.
import { openSite } from './site.mjs';

const [database, folder] = process.argv.slice(2);
const site = await openSite(database, folder);
const before = process.cpuUsage();
const start = performance.now();
const { totals } = await site.run();
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(before);
await site.host.close();
// The kernel reports peak memory in kilobytes.
process.send({ totals, wall, cpu: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }, () =>
  process.disconnect(),
);
