import { createTestHost } from '../../../src/testing.js';
import { parcels } from '../../core/webhooks/announced-actions.js';
import { die } from './die.js';

/**
 * Process of a site with webhooks. Arguments: database URL; `work`, which delivers announced actions and messages, or
 * `announce-and-die`, which announces an action and dies between the commit and the delivery.
 */
const [url = '', mode = ''] = process.argv.slice(2);
const host = await createTestHost({ database: url, plugins: [parcels()], webhooks: { allowPrivate: true } });

if (mode === 'announce-and-die') {
  await host.db.transaction(async () => {
    host.db.afterCommit(die);
    await host.outbox.announce('acme_parcel_delivered', { number: 7 });
    console.log('announced');
  });
}
host.handler();
console.log('working');
setInterval(() => undefined, 60_000);
