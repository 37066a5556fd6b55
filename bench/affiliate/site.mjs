// A host with the plugin, on a database that others use too.
import { affiliate } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

/** The affiliate whom a tenth of all clicks belong to. */
export const BUSY = 'busy';
export const AFFILIATES = 100;

export async function openSite(database) {
  const host = await createTestHost({ database, plugins: [affiliate()], debug: false });
  const programme = host.plugin('affiliate');
  return {
    host,
    programme,
    /** Calls a route of the plugin, which has to answer. */
    async call(method, path, as, body) {
      const { status, data } = await host.request(method, `/vendor-affiliate/v1${path}`, { as, body });
      if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(data)}`);
      return data;
    },
  };
}

/** Milliseconds of each turn. */
export async function timesOf(turns, work) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    await work(turn);
    times.push(performance.now() - start);
  }
  return times;
}
