import { once } from 'node:events';
import { createTestHost } from '../../../src/testing.js';
import { die } from './die.js';
import { type Interruptions, order, ordersPlugin } from './orders-plugin.js';

/**
 * Orders an onion in its own process and prints `{status, data, headers}`. Arguments: database URL, key, and where to
 * stop: `nowhere`; `written`, which prints a line and continues after a line on stdin; `recorded` or `committed`, where
 * the process kills itself.
 */
const [url = '', key = '', stop = 'nowhere'] = process.argv.slice(2);

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
