// A process of its own that imports and matches what lies in a folder, so that its memory is that of a run alone.
import { openSite } from './site.mjs';

const [database, folder] = process.argv.slice(2);
const site = await openSite(database, folder);
const before = process.cpuUsage();
const start = performance.now();
const { totals } = await site.run();
const wall = performance.now() - start;
const { user, system } = process.cpuUsage(before);
await site.host.close();
// The kernel counts the most memory in kilobytes.
process.send({ totals, wall, cpu: (user + system) / 1000, megabytes: process.resourceUsage().maxRSS / 1024 }, () =>
  process.disconnect(),
);
