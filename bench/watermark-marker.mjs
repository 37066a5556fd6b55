// Marks the library in a folder and reports the peak memory before and after each batch of images.
import { openSite, PAGE } from './watermark/site.mjs';

const [folder, userId, every] = process.argv.slice(2);
const site = await openSite(folder);
const admin = await site.host.users.get(Number(userId));
const total = await site.plugin.rows.total();
/** Megabytes. `maxRSS` is the kernel's value in kilobytes. */
const tell = () => process.send(Math.round(process.resourceUsage().maxRSS / 1024));

tell();
for (let offset = 0, reported = 0; offset < total; offset += PAGE) {
  await site.call('apply-watermarks', admin, { offset, limit: PAGE });
  while (reported + Number(every) <= offset + PAGE) {
    reported += Number(every);
    tell();
  }
}
await site.host.close();
process.disconnect();
