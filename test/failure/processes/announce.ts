import { pino } from 'pino';
import { createDatabase } from '../../../src/core/database/database.js';
import { createOutbox } from '../../../src/core/outbox/outbox.js';
import { createHooks } from '../../../src/hooks/hooks.js';
import '../../core/outbox/announced-actions.js';
import '../orders-tables.js';

/**
 * Stores and announces orders one after the other, and listens to them as every process of a site does. Prints a line
 * for each. Arguments: database URL, first number, count (omitted: only listens).
 */
const [url = '', first = '0', count = '0'] = process.argv.slice(2);
const db = createDatabase({ url });
const hooks = createHooks();
const outbox = createOutbox({ db, hooks, log: pino({ level: 'silent' }), interval: 50 });
hooks.addAction('acme_ordered', async ({ number }) => {
  await db.query
    .insertInto('heard_orders')
    .values({ number, event_id: outbox.current()?.id ?? '' })
    .execute();
  console.log(`heard ${number}`);
});
outbox.start();
for (let number = Number(first); number < Number(first) + Number(count); number++) {
  await db.transaction(async () => {
    await db.query.insertInto('announced_orders').values({ number }).execute();
    await outbox.announce('acme_ordered', { number });
  });
  console.log(`stored ${number}`);
}
setInterval(() => undefined, 1000);
