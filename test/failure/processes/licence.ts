import { remoteLicences } from '../../../src/index.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Activates or deactivates a licence in a process of its own and prints its status. Arguments: address of the database,
 * address of the licence server, `activate` or `deactivate`, key.
 */
const [database = '', url = '', action = '', key = ''] = process.argv.slice(2);

const host = await createTestHost({
  database,
  url: 'https://example.com',
  licences: { provider: remoteLicences({ url, items: { acme: 17 } }) },
});
const { status } =
  action === 'activate' ? await host.licences.activate('acme', key) : await host.licences.deactivate('acme');
console.log(status);
await host.close();
