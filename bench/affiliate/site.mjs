// Host with the affiliate plugin on a shared database.
import { affiliate } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';

/** Code of the affiliate with a tenth of all clicks. */
export const BUSY = 'busy';
export const AFFILIATES = 100;

export async function openSite(database) {
  const host = await createTestHost({
    database: { url: database, tablePrefix: '' },
    plugins: [affiliate()],
    debug: false,
  });
  const program = host.plugin('affiliate');
  return {
    host,
    program,
    /** Calls a plugin route and throws on an error status. */
    async call(method, path, as, body) {
      const { status, data } = await host.request(method, `/vendor-affiliate/v1${path}`, { as, body });
      if (status >= 400) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(data)}`);
      return data;
    },
  };
}

/** Runs the work repeatedly. @returns milliseconds of each turn */
export async function timesOf(turns, work) {
  const times = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    await work(turn);
    times.push(performance.now() - start);
  }
  return times;
}
