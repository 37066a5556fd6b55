import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestHost } from '../../src/testing.js';
import type { Script } from '../core/database/processes/start-script.js';
import { parcels } from '../core/webhooks/announced-actions.js';
import { type Receiver, startReceiver } from '../core/webhooks/receiver.js';
import { dialects } from '../support/databases.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const PATIENCE = { timeout: 30_000, interval: 50 };

describe.each(dialects)('webhooks under kills on $name', { timeout: 120_000 }, (dialect) => {
  let site: SharedSite;
  /** Creates and inspects data, but runs no jobs. */
  let host: TestHost;
  let receiver: Receiver;
  let endpointId: number;

  beforeEach(async () => {
    site = await shareSite(dialect, { plugins: [parcels()], webhooks: { allowPrivate: true } });
    host = site.host;
    receiver = await startReceiver();
    const topics = ['acme_parcel_delivered'];
    endpointId = (await host.webhooks.endpoints.create({ url: receiver.url, topics })).id;
  });
  afterEach(async () => {
    await site.close();
    await receiver.close();
  });

  async function start(mode: 'work' | 'announce-and-die', says: string): Promise<Script> {
    const script = site.start('send-webhooks', mode);
    expect(await script.line()).toBe(says);
    return script;
  }

  const states = async () => {
    const { items } = await host.webhooks.deliveries.list({ endpointId, page: 1, perPage: 10 });
    return items.map(({ status }) => status);
  };

  it('send a message again with the same id when a worker dies before it records the delivery', async () => {
    await host.outbox.announce('acme_parcel_delivered', { number: 1 });
    const killed = await start('work', 'working');
    receiver.answer(() => undefined);
    await expect.poll(() => receiver.messages.length, PATIENCE).toBe(1);
    await killed.kill('SIGKILL');
    expect(await states()).toEqual(['waiting']);
    receiver.answer((response) => response.end());
    // As if half a minute had passed and the lease of the killed process had expired.
    await host.db.query.updateTable('jobs').set({ lease_until: 0 }).execute();
    await start('work', 'working');
    await expect.poll(states, PATIENCE).toEqual(['delivered']);
    expect(receiver.messages).toHaveLength(2);
    const [first, second] = receiver.messages;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['x-cms-webhook-id']).toBe(first?.headers['x-cms-webhook-id']);
  });

  it('lose nothing when a process dies between its commit and the delivery', async () => {
    await start('announce-and-die', 'announced');
    await expect.poll(async () => (await host.outbox.list()).length, PATIENCE).toBe(1);
    expect(receiver.messages).toEqual([]);
    await start('work', 'working');
    await expect.poll(states, PATIENCE).toEqual(['delivered']);
    expect(JSON.parse(receiver.messages[0]?.body ?? '')).toMatchObject({ data: { number: 7 } });
  });
});
