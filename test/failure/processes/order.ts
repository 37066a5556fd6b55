import { once } from 'node:events';
import { createTestHost } from '../../../src/testing.js';
import { type Interruptions, order, ordersPlugin } from './orders-plugin.js';

/**
 * Orders an onion in a process of its own and prints `{status, data, headers}`. Arguments: address of the database, key,
 * where to stop: `nowhere`; `written` prints so and goes on when told to by a line; at `recorded` and `committed` the
 * process kills itself.
 */
const [url = '', key = '', stop = 'nowhere'] = process.argv.slice(2);

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

const INTERRUPTIONS: Readonly<Record<string, Interruptions>> = {
  written: {
    async written() {
      console.log('written');
      await once(process.stdin, 'data');
    },
  },
  recorded: { recorded: die },
  committed: { committed: die },
};

const host = await createTestHost({ database: url, plugins: [ordersPlugin(INTERRUPTIONS[stop])] });
if (stop === 'nowhere') {
  console.log('ready');
  await once(process.stdin, 'data');
}
const { status, data, headers } = await order(host, key);
console.log(JSON.stringify({ status, data, headers }));
await host.close();
process.stdin.destroy();
