// Redirects at 200 requests per second vs a redirect that stores nothing.
import { round } from '../statistics.mjs';
import { load, SIDES, startServer } from './load.mjs';
import { BUSY } from './site.mjs';

const RATE = 200;
const HEADERS = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

export async function measureRedirects(database, { quick }) {
  const servers = await Promise.all(SIDES.map((side) => startServer(side, database)));
  const latency = {};
  for (const { side, url } of servers) {
    const options = { url: `${url}/go/${BUSY}`, headers: HEADERS, connections: 10, overallRate: RATE };
    await load({ ...options, duration: 1 }, 302);
    const { latency: times } = await load({ ...options, duration: quick ? 3 : 20 }, 302);
    latency[side] = times;
  }
  for (const { child } of servers) child.disconnect();
  const { host, express } = latency;
  // autocannon reports no p95. p97.5 is stricter.
  return {
    rows: [{ what: `redirect at ${RATE}/s, p97.5 ms`, mortise: host.p97_5, peer: express.p97_5 }],
    ratios: { redirect_average_vs_express: round(Math.max(express.average, 0.1) / Math.max(host.average, 0.1)) },
    counts: { redirect_p97_5_ms: host.p97_5 },
  };
}
