// Conversions over REST with an API key vs Express with a single insert.
import { median, round } from '../statistics.mjs';
import { load, SIDES, startServer } from './load.mjs';
import { AFFILIATES, BUSY, openSite } from './site.mjs';

/** Concurrent callers: a busy day of sales, and a few shops. */
const CALLERS = { '': 64, of_8_callers_: 8 };
const PATH = '/api/vendor-affiliate/v1/track/conversion';

export async function measureConversions(database, { quick }) {
  const key = await issueKey(database);
  const servers = await Promise.all(SIDES.map((side) => startServer(side, database)));
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
  const ask = (url, connections, duration) =>
    load(
      {
        url: url + PATH,
        method: 'POST',
        connections,
        duration,
        headers: { 'content-type': 'application/json', 'x-vendor-api-key': key },
        requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }],
      },
      201,
    );
  for (const { url } of servers) await ask(url, 64, 1);
  const result = { rows: [], ratios: {}, counts: {} };
  for (const [name, connections] of Object.entries(CALLERS)) {
    const rounds = { host: [], express: [] };
    for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
      for (const { side, url } of servers) {
        rounds[side].push((await ask(url, connections, quick ? 2 : 5)).requests.average);
      }
    }
    const [ours, theirs] = SIDES.map((side) => median(rounds[side]));
    const ratio = round(ours / theirs);
    const what = `conversions/s of ${connections} callers, one insert by hand`;
    result.rows.push({ what, mortise: Math.round(ours), peer: Math.round(theirs), ratio });
    result.ratios[`conversions_${name}vs_express_insert`] = ratio;
    result.counts[`conversions_${name}per_second`] = Math.round(ours);
  }
  for (const { child } of servers) child.disconnect();
  return result;
}

async function issueKey(database) {
  const { host } = await openSite(database);
  const { id } = await host.createUser('administrator');
  const { key } = await host.apiKeys.create({ createdBy: id, name: 'bench', scopes: ['affiliate:track'] });
  await host.close();
  return key;
}
