import { createHmac } from 'node:crypto';
import { DefaultQueryExecutor } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSecretBox } from '../../../src/core/crypto/secret-box.js';
import { utc } from '../../../src/core/database/codec.js';
import { createDeliveries, type WebhookDelivery } from '../../../src/core/webhooks/deliveries.js';
import { createEndpoints, type WebhookEndpoint } from '../../../src/core/webhooks/endpoints.js';
import { createTestHost, type TestHost } from '../../../src/testing.js';
import { verifyWebhook } from '../../../src/webhooks.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { parcels } from './announced-actions.js';
import { type ReceivedMessage, type Receiver, startReceiver } from './receiver.js';

describe.each(dialects)('webhooks on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  let receiver: Receiver;

  beforeAll(async () => {
    const database = await migratedDatabase(dialect);
    drop = database.drop;
    host = await createTestHost({
      database: database.url,
      plugins: [parcels()],
      webhooks: { allowPrivate: true },
      debug: false,
    });
    // Starts delivering announced actions and working on jobs.
    host.handler();
  });
  afterAll(async () => {
    await host.close();
    await drop();
  });
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    for (const { id } of await host.webhooks.endpoints.list()) await host.webhooks.endpoints.delete(id);
    await host.db.query.deleteFrom('jobs').execute();
    await receiver.close();
  });

  const addReceiver = (topics = ['acme_parcel_delivered']): Promise<WebhookEndpoint> =>
    host.webhooks.endpoints.create({ url: `${receiver.url}/hook`, topics });

  it('keep their secrets encrypted, including those that an earlier release stored in plain text', async () => {
    const { id, secret } = await addReceiver();
    const stored = async () =>
      (await host.db.query.selectFrom('webhook_endpoints').select('secret').where('id', '=', id).executeTakeFirst())
        ?.secret ?? '';
    const sealed = await stored();
    expect(sealed).toMatch(/^sealed1:/);
    expect(sealed).not.toContain(secret);
    expect((await host.webhooks.endpoints.get(id))?.secret).toBe(secret);
    await host.db.query.updateTable('webhook_endpoints').set({ secret }).execute();
    expect((await host.webhooks.endpoints.get(id))?.secret).toBe(secret);
    await createEndpoints({
      db: host.db,
      isTopic: () => true,
      allowPrivate: true,
      versions: { bump: async () => {}, watch: () => ({ remove: () => {} }) },
      secretBox: createSecretBox({ secret: 'another secret of thirty-two letters' }),
    }).sealStored();
    // This host lacks the other secret: nothing is signed with an empty one.
    expect((await host.webhooks.endpoints.get(id))?.secret).toBe('');
    const delivery = await host.webhooks.deliveries.get(await host.webhooks.test(id));
    expect(delivery).toMatchObject({ status: 'failed', error: expect.stringContaining('previousSecrets') });
    expect(receiver.messages).toEqual([]);
  });

  const announce = (number: number) => host.outbox.announce('acme_parcel_delivered', { number, secret: 'inside' });

  async function deliveriesOf({ id }: WebhookEndpoint): Promise<WebhookDelivery[]> {
    const { items } = await host.webhooks.deliveries.list({ endpointId: id, page: 1, perPage: 50 });
    const all = await Promise.all(items.map((item) => host.webhooks.deliveries.get(item.id)));
    return all.filter((delivery) => delivery !== null);
  }

  /** Waits until the only delivery reaches a status. */
  async function settled(endpoint: WebhookEndpoint, status: WebhookDelivery['status'] = 'delivered') {
    await expect
      .poll(async () => (await deliveriesOf(endpoint)).map((delivery) => delivery.status), { timeout: 20_000 })
      .toEqual([status]);
    const [delivery] = await deliveriesOf(endpoint);
    if (!delivery) throw new Error('It was there a moment ago.');
    return delivery;
  }

  /** Waits for this number of attempts and makes each waiting job due. */
  async function attempts(count: number): Promise<void> {
    const arrived = async (): Promise<number> => {
      await host.db.query.updateTable('jobs').set({ due_at: 0 }).where('status', '=', 'waiting').execute();
      return receiver.messages.length;
    };
    await expect.poll(arrived, { timeout: 25_000, interval: 50 }).toBe(count);
  }

  it('cost no query per announcement, and notice a new receiver immediately', async () => {
    const questions = async (work: () => Promise<void>): Promise<number> => {
      const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery');
      try {
        await work();
        return execute.mock.calls.filter(([{ sql }]) => sql.includes('webhook_endpoints')).length;
      } finally {
        execute.mockRestore();
      }
    };
    // The first announcement queries the endpoints; the result is cached a moment later.
    await expect.poll(() => questions(() => announce(1))).toBe(0);
    expect(await questions(() => host.db.transaction(() => announce(2)))).toBe(0);
    await addReceiver();
    await announce(4);
    await expect.poll(() => receiver.messages.length, { timeout: 20_000 }).toBe(1);
  });

  it('send a signed announcement with the payload of the topic', async () => {
    const endpoint = await addReceiver();
    await announce(7);
    const { body, eventId, ...delivery } = await settled(endpoint);
    expect(delivery).toMatchObject({ attempts: 1, responseStatus: 200, responseBody: 'thanks', error: null });
    expect(receiver.messages).toHaveLength(1);
    const [message] = receiver.messages as [ReceivedMessage];
    expect(message).toMatchObject({ method: 'POST', path: '/hook', body });
    expect(JSON.parse(body)).toEqual({
      id: eventId,
      topic: 'acme_parcel_delivered',
      site: 'http://localhost:8080/',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { number: 7 },
    });
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': expect.stringMatching(/^Mortise\/\d/),
      'x-cms-webhook-id': eventId,
      'x-cms-webhook-topic': 'acme_parcel_delivered',
    });
    const timestamp = String(message.headers['x-cms-webhook-timestamp']);
    const byHand = createHmac('sha256', endpoint.secret).update(`${timestamp}.${message.body}`).digest('hex');
    expect(message.headers['x-cms-webhook-signature']).toBe(`sha256=${byHand}`);
    expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60);
    expect(verifyWebhook(endpoint.secret, message.headers, message.body)).toBe(true);
    expect(verifyWebhook(endpoint.secret, message.headers, `${message.body} `)).toBe(false);
  });

  it('go only to active receivers of the topic, and not for events without a payload', async () => {
    const [wants, other, off] = [await addReceiver(), await addReceiver(['acme_parcel_lost']), await addReceiver()];
    await host.webhooks.endpoints.update(off.id, { isActive: false });
    await announce(-1);
    await announce(1);
    await settled(wants);
    expect(await deliveriesOf(other)).toEqual([]);
    expect(await deliveriesOf(off)).toEqual([]);
  });

  it('store nothing of an event without a receiver', async () => {
    await addReceiver(['acme_parcel_lost']);
    await host.db.transaction(async () => {
      await announce(1);
      expect(await host.outbox.list()).toEqual([]);
    });
  });

  it('send nothing of a transaction that is rolled back', async () => {
    const endpoint = await addReceiver();
    const failing = host.db.transaction(async () => {
      await announce(1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await deliveriesOf(endpoint)).toEqual([]);
  });

  it('send an event once to each receiver, no matter how often its listeners fail', async () => {
    const endpoint = await addReceiver();
    const other = await addReceiver();
    let calls = 0;
    const { remove } = host.hooks.addAction('acme_parcel_delivered', () => {
      calls += 1;
      if (calls < 3) throw new Error('not yet');
    });
    await announce(1);
    const callsUntilNow = async (): Promise<number> => {
      await host.db.query.updateTable('outbox').set({ due_at: 0 }).execute();
      return calls;
    };
    await expect.poll(callsUntilNow, { timeout: 20_000 }).toBe(3);
    await expect.poll(host.outbox.list).toEqual([]);
    remove();
    await settled(endpoint);
    await settled(other);
    expect(receiver.messages).toHaveLength(2);
  });

  it('are enqueued even when other listeners fail', async () => {
    const endpoint = await addReceiver();
    const { remove } = host.hooks.addAction('acme_parcel_delivered', () => {
      throw new Error('never');
    });
    await announce(1);
    await settled(endpoint);
    expect(await host.outbox.list()).toMatchObject([{ topic: 'acme_parcel_delivered', error: 'never' }]);
    remove();
    await host.db.query.updateTable('outbox').set({ due_at: 0 }).execute();
    await expect.poll(host.outbox.list, { timeout: 10_000 }).toEqual([]);
    expect(receiver.messages).toHaveLength(1);
  });

  it('are given up after six attempts', async () => {
    const endpoint = await addReceiver();
    receiver.answer((response) => response.writeHead(500).end(`no ${receiver.messages.length}`));
    await announce(1);
    await attempts(6);
    const failed = await settled(endpoint, 'failed');
    expect(failed).toMatchObject({ attempts: 6, responseStatus: 500, responseBody: 'no 6' });
    expect((await host.jobs.list({ name: 'webhook_delivery' })).jobs).toMatchObject([{ status: 'failed' }]);
    const ids = receiver.messages.map(({ headers }) => headers['x-cms-webhook-id']);
    expect(ids).toEqual(Array(6).fill(failed.eventId));
  }, 60_000);

  it('delay the next attempt of a rejected message', async () => {
    const endpoint = await addReceiver();
    receiver.answer((response) => response.writeHead(500).end());
    await announce(1);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(1);
    expect(await settled(endpoint, 'waiting')).toMatchObject({ attempts: 1, responseStatus: 500 });
    const job = async () => (await host.jobs.list({ name: 'webhook_delivery' })).jobs[0];
    await expect.poll(async () => (await job())?.error).toContain('500');
    const { maxAttempts, dueAt } = (await job()) ?? {};
    expect(maxAttempts).toBe(6);
    expect(dueAt?.getTime()).toBeLessThan(Date.now() + 301_000);
  });

  it('do not count an attempt that was interrupted by a shutdown', async () => {
    const endpoint = await addReceiver();
    receiver.answer(() => undefined);
    await announce(1);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(1);
    await host.jobs.work().stop();
    expect(await settled(endpoint, 'waiting')).toMatchObject({ attempts: 0, error: null });
    receiver.answer((response) => response.end());
    host.jobs.work();
    expect(await settled(endpoint)).toMatchObject({ attempts: 1 });
  });

  it.each([
    ['refuses', (): number => 400],
    ['leads elsewhere', (): number => 302],
  ])(
    'retry when a receiver %s, until it accepts the message',
    async (_what, status) => {
      const endpoint = await addReceiver();
      receiver.answer((response) =>
        receiver.messages.length < 3
          ? response.writeHead(status(), { Location: `${receiver.url}/elsewhere` }).end()
          : response.end('at last'),
      );
      await announce(1);
      await attempts(3);
      expect(await settled(endpoint)).toMatchObject({ attempts: 3, responseBody: 'at last' });
      expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook', '/hook', '/hook']);
    },
    40_000,
  );

  it('report the network error of an attempt', async () => {
    const endpoint = await addReceiver();
    await receiver.close();
    await announce(1);
    await expect.poll(async () => (await deliveriesOf(endpoint))[0]?.attempts, { timeout: 10_000 }).toBeGreaterThan(0);
    const [delivery] = await deliveriesOf(endpoint);
    expect(delivery).toMatchObject({ status: 'waiting', responseStatus: null, error: expect.stringMatching(/ECONN/) });
    receiver = await startReceiver();
  });

  it('deactivate a receiver that responds with 410 Gone', async () => {
    const endpoint = await addReceiver();
    receiver.answer((response) => response.writeHead(410).end('unsubscribed'));
    await announce(1);
    const failed = await settled(endpoint, 'failed');
    expect(failed).toMatchObject({ attempts: 1, responseStatus: 410, responseBody: 'unsubscribed' });
    expect(await host.webhooks.endpoints.get(endpoint.id)).toMatchObject({ isActive: false });
    await announce(2);
    expect(await deliveriesOf(endpoint)).toHaveLength(1);
    await expect(host.webhooks.redeliver(failed.id)).rejects.toMatchObject({
      code: 'webhook_switched_off',
      status: 409,
    });
  });

  it('do not send waiting messages of a receiver that was deactivated or deleted', async () => {
    const [off, deleted] = [await addReceiver(), await addReceiver()];
    receiver.answer((response) => response.writeHead(500).end());
    await announce(1);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(2);
    await host.webhooks.endpoints.update(off.id, { isActive: false });
    await host.webhooks.endpoints.delete(deleted.id);
    const jobsLeft = async () => {
      await host.db.query.updateTable('jobs').set({ due_at: 0 }).where('status', '=', 'waiting').execute();
      return (await host.jobs.list({ name: 'webhook_delivery', status: 'completed' })).total;
    };
    await expect.poll(jobsLeft, { timeout: 20_000 }).toBe(2);
    expect(receiver.messages).toHaveLength(2);
    expect(await settled(off, 'failed')).toMatchObject({ error: expect.stringContaining('disabled') });
    expect(await deliveriesOf(deleted)).toEqual([]);
  });

  it('sign messages after a rotation with the new secret, including waiting ones', async () => {
    const endpoint = await addReceiver();
    receiver.answer((response) => response.writeHead(401).end());
    await announce(1);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(1);
    const { secret } = await host.webhooks.endpoints.rotateSecret(endpoint.id);
    expect(secret).not.toBe(endpoint.secret);
    receiver.answer((response) => response.end());
    await attempts(2);
    const [before, after] = receiver.messages as [ReceivedMessage, ReceivedMessage];
    expect(verifyWebhook(endpoint.secret, before.headers, before.body)).toBe(true);
    expect(verifyWebhook(endpoint.secret, after.headers, after.body)).toBe(false);
    expect(verifyWebhook(secret, after.headers, after.body)).toBe(true);
  });

  it('redeliver a message on request with the same ID, and only once for two concurrent requests', async () => {
    const endpoint = await addReceiver();
    await announce(1);
    const { id, body, eventId } = await settled(endpoint);
    await Promise.all([host.webhooks.redeliver(id), host.webhooks.redeliver(id)]);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(2);
    expect(await settled(endpoint)).toMatchObject({ id, attempts: 1 });
    expect(receiver.messages[1]).toMatchObject({ body, headers: { 'x-cms-webhook-id': eventId } });
    await expect(host.webhooks.redeliver(id + 1_000)).rejects.toMatchObject({ code: 'webhook_missing', status: 404 });
    expect(receiver.messages).toHaveLength(2);
  });

  it('send a waiting message immediately on request', async () => {
    const endpoint = await addReceiver();
    receiver.answer((response) => response.writeHead(503).end());
    await announce(1);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(1);
    await host.db.query.updateTable('jobs').set({ due_at: 1e15 }).where('status', '=', 'waiting').execute();
    const { id } = await settled(endpoint, 'waiting');
    receiver.answer((response) => response.end());
    await expect.poll(async () => (await host.webhooks.deliveries.get(id))?.attempts).toBe(1);
    await host.webhooks.redeliver(id);
    await settled(endpoint);
    expect(receiver.messages).toHaveLength(2);
  });

  it('test a receiver immediately, even an inactive one, and report the result', async () => {
    const endpoint = await host.webhooks.endpoints.create({
      url: receiver.url,
      topics: ['acme_parcel_lost'],
      isActive: false,
    });
    receiver.answer((response) => response.writeHead(418).end('a teapot'));
    const delivery = await host.webhooks.deliveries.get(await host.webhooks.test(endpoint.id));
    expect(delivery).toMatchObject({
      topic: 'webhook_test',
      status: 'failed',
      attempts: 1,
      responseStatus: 418,
      responseBody: 'a teapot',
      duration: expect.any(Number),
    });
    expect(JSON.parse(delivery?.body ?? '')).toMatchObject({ topic: 'webhook_test', data: { number: 2 } });
    expect(verifyWebhook(endpoint.secret, receiver.messages[0]?.headers ?? {}, delivery?.body ?? '')).toBe(true);
    await expect(host.webhooks.test(endpoint.id + 1_000)).rejects.toMatchObject({ code: 'webhook_missing' });
  });

  it('end when their job is canceled', async () => {
    const endpoint = await addReceiver();
    receiver.answer(() => undefined);
    await announce(1);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(1);
    const [job] = (await host.jobs.list({ name: 'webhook_delivery', status: 'running' })).jobs;
    await host.jobs.cancel(job?.id ?? '');
    expect(await settled(endpoint, 'failed')).toMatchObject({ attempts: 1 });
  });

  it('list messages by status and know the latest message of each receiver', async () => {
    const [one, other, none] = [await addReceiver(), await addReceiver(), await addReceiver(['acme_parcel_lost'])];
    for (const number of [1, 2]) await announce(number);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(4);
    const latest = await host.webhooks.deliveries.latest();
    expect([...latest.keys()].toSorted((a, b) => a - b)).toEqual([one.id, other.id]);
    expect(latest.get(one.id)?.id).toBe((await deliveriesOf(one))[0]?.id);
    expect(latest.has(none.id)).toBe(false);
    const filter = { endpointId: one.id, page: 2, perPage: 1 };
    const { items, total } = await host.webhooks.deliveries.list(filter);
    expect([items.length, total]).toEqual([1, 2]);
    expect(await host.webhooks.deliveries.list({ ...filter, status: 'failed' })).toEqual({ items: [], total: 0 });
  });

  it('delete messages after 30 days in a nightly job', async () => {
    const endpoint = await addReceiver();
    for (const number of [1, 2]) await announce(number);
    await expect.poll(() => receiver.messages.length, { timeout: 10_000 }).toBe(2);
    const [newer, older] = await deliveriesOf(endpoint);
    const before = (days: number): string => utc.encode(new Date(Date.now() - days * 86_400_000));
    for (const [delivery, days] of [[newer, 29] as const, [older, 31] as const]) {
      await host.db.query
        .updateTable('webhook_deliveries')
        .set({ created_at: before(days) })
        .where('id', '=', delivery?.id ?? 0)
        .execute();
    }
    expect((await host.schedules.list()).map(({ name }) => name)).toContain('core_forget_webhook_messages');
    await createDeliveries(host.db).sweep();
    expect((await deliveriesOf(endpoint)).map(({ id }) => id)).toEqual([newer?.id]);
  });

  it('keep the topics of an inactive plugin and reject unknown topics and invalid URLs', async () => {
    const endpoint = await addReceiver(['acme_parcel_delivered', 'acme_parcel_lost', 'acme_parcel_lost']);
    expect(endpoint.topics).toEqual(['acme_parcel_delivered', 'acme_parcel_lost']);
    await host.db.query
      .updateTable('webhook_endpoints')
      .set({ topics: '["acme_gone"]' })
      .where('id', '=', endpoint.id)
      .execute();
    const topics = ['acme_gone', 'acme_parcel_lost'];
    expect(await host.webhooks.endpoints.update(endpoint.id, { topics })).toMatchObject({ topics });
    for (const [changes, code] of [
      [{ topics: [] }, 'webhook_topics_missing'],
      [{ topics: ['acme_other'] }, 'webhook_topic_unknown'],
      [{ topics: ['webhook_test'] }, 'webhook_topic_unknown'],
      [{ url: 'ftp://example.com/' }, 'webhook_url_invalid'],
      [{ url: 'https://ada@example.com/' }, 'webhook_url_invalid'],
      [{ url: 'https://:secret@example.com/' }, 'webhook_url_invalid'],
      [{ url: 'https://example.com/#x' }, 'webhook_url_invalid'],
      [{ url: `https://example.com/${'x'.repeat(2000)}` }, 'webhook_url_invalid'],
      [{ url: '/hook' }, 'webhook_url_invalid'],
    ] as const) {
      await expect(host.webhooks.endpoints.update(endpoint.id, changes)).rejects.toMatchObject({ code, status: 400 });
    }
    const { update, rotateSecret, delete: remove } = host.webhooks.endpoints;
    for (const change of [() => update(0, {}), () => rotateSecret(0), () => remove(0)]) {
      await expect(change()).rejects.toMatchObject({ code: 'webhook_missing', status: 404 });
    }
  });
});
