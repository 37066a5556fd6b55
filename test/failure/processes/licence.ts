import { remoteLicences } from '../../../src/licences.js';
import { createTestHost } from '../../../src/testing.js';

/**
 * Activates or deactivates a license in its own process and prints its status. Arguments: database URL, license server
 * URL, `activate` or `deactivate`, key.
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
