// Conversions over REST with a key, against Express with one insert.
import { median, round } from '../statistics.mjs';
import { load, SIDES, startServer } from './load.mjs';
import { AFFILIATES, BUSY, openSite } from './site.mjs';

/** Callers at once: a few shops, and as many as come on a day of sales. */
const CONNECTIONS = [8, 64];
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
        ...{ url: url + PATH, method: 'POST', connections, duration },
        headers: { 'content-type': 'application/json', 'x-vendor-api-key': key },
        requests: [{ setupRequest: (request) => ({ ...request, body: body() }) }],
      },
      201,
    );
  for (const { url } of servers) await ask(url, CONNECTIONS.at(-1), 1);
  const measured = [];
  for (const connections of CONNECTIONS) {
    const rounds = { host: [], express: [] };
    for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
      for (const { side, url } of servers) {
        rounds[side].push((await ask(url, connections, quick ? 2 : 5)).requests.average);
      }
    }
    const [ours, theirs] = SIDES.map((side) => median(rounds[side]));
    measured.push({ connections, ours: Math.round(ours), theirs: Math.round(theirs), ratio: round(ours / theirs) });
  }
  for (const { child } of servers) child.disconnect();
  return {
    rows: measured.map(({ connections, ours, theirs, ratio }) => ({
      what: `conversions/s of ${connections} callers, one insert by hand`,
      mortise: ours,
      peer: theirs,
      ratio,
    })),
    ratios: Object.fromEntries(measured.map((one) => [nameOf('conversions_vs_express_insert', one), one.ratio])),
    counts: Object.fromEntries(measured.map((one) => [nameOf('conversions_per_second', one), one.ours])),
  };
}

async function issueKey(database) {
  const { host } = await openSite(database);
  const { id } = await host.createUser('administrator');
  const { key } = await host.apiKeys.create({ createdBy: id, name: 'bench', scopes: ['affiliate:track'] });
  await host.close();
  return key;
}

function nameOf(figure, { connections }) {
  return `${figure}_${connections}_callers`;
}
