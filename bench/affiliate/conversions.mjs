// Conversions over REST with a key, against Express with one insert.
import { median, round } from '../statistics.mjs';
import { load, SIDES, startServer } from './load.mjs';
import { AFFILIATES, BUSY, openSite } from './site.mjs';

const PATH = '/api/vendor-affiliate/v1/track/conversion';

export async function measureConversions(database, { quick }) {
  const key = await issueKey(database);
  const servers = await Promise.all(SIDES.map((side) => startServer(side, database)));
  const rounds = { host: [], express: [] };
  let count = 0;
  const body = () => {
    count += 1;
    const person = `customer-${count}@example.com`;
    return JSON.stringify({
      affiliate_code: count % 10 === 0 ? BUSY : `partner-${1 + (count % (AFFILIATES - 1))}`,
      amount: 49.9,
      customer_email: person,
      external_id: `order-${count}`,
    });
  };
  const ask = (url, duration) =>
    load(
      {
        ...{ url: url + PATH, method: 'POST', connections: 8, duration },
        headers: { 'content-type': 'application/json', 'x-vendor-api-key': key },
        requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }],
      },
      201,
    );
  for (const { url } of servers) await ask(url, 1);
  for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
    for (const { side, url } of servers) rounds[side].push((await ask(url, quick ? 2 : 5)).requests.average);
  }
  for (const { child } of servers) child.disconnect();
  const [ours, theirs] = SIDES.map((side) => median(rounds[side]));
  return {
    rows: [
      {
        what: 'conversions/s, one insert by hand',
        mortise: Math.round(ours),
        peer: Math.round(theirs),
        ratio: round(ours / theirs),
      },
    ],
    ratios: { conversions_vs_express_insert: round(ours / theirs) },
    counts: { conversions_per_second: Math.round(ours) },
  };
}

async function issueKey(database) {
  const { host } = await openSite(database);
  const { id } = await host.createUser('administrator');
  const { key } = await host.apiKeys.create({ createdBy: id, name: 'bench', scopes: ['affiliate:track'] });
  await host.close();
  return key;
}
