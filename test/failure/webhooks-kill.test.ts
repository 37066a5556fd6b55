import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestHost, type TestHost } from '../../src/testing.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { parcels } from '../core/webhooks/announced-actions.js';
import { type Receiver, startReceiver } from '../core/webhooks/receiver.js';
import { dialects, migratedDatabase } from '../support/databases.js';

const PATIENCE = { timeout: 30_000, interval: 50 };

describe.each(dialects)('webhooks under kills on $name', { timeout: 120_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  /** Creates and inspects data, but runs no jobs. */
  let host: TestHost;
  let receiver: Receiver;
  let endpointId: number;
  let scripts: Script[];

  beforeEach(async () => {
    scripts = [];
    ({ url, drop } = await migratedDatabase(dialect));
    host = await createTestHost({ database: url, plugins: [parcels()], webhooks: { allowPrivate: true } });
    receiver = await startReceiver();
    const topics = ['acme_parcel_delivered'];
    endpointId = (await host.webhooks.endpoints.create({ url: receiver.url, topics })).id;
  });
  afterEach(async () => {
    await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
    await host.close();
    await receiver.close();
    await drop();
  });

  async function start(mode: 'work' | 'announce-and-die', says: string): Promise<Script> {
    const script = startScript('../../../failure/processes/send-webhooks.ts', [url, mode]);
    scripts.push(script);
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
