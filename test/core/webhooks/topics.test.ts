import { describe, expect, it } from 'vitest';
import { createTestHost } from '../../../src/testing.js';
import { parcels } from './announced-actions.js';
import { startReceiver } from './receiver.js';

describe('webhook topics', () => {
  it('are removed with their plugin, while receivers and waiting messages stay', async () => {
    const receiver = await startReceiver();
    const host = await createTestHost({ plugins: [parcels()], webhooks: { allowPrivate: true } });
    try {
      const { id } = await host.webhooks.endpoints.create({ url: receiver.url, topics: ['acme_parcel_delivered'] });
      await host.outbox.announce('acme_parcel_delivered', { number: 1 });
      await host.plugins.deactivate('acme-parcels');
      expect(host.webhooks.topics().filter(({ owner }) => owner === 'acme-parcels')).toEqual([]);
      await host.outbox.announce('acme_parcel_delivered', { number: 2 });
      host.jobs.work();
      await expect.poll(() => receiver.messages.length).toBe(1);
      const { total } = await host.webhooks.deliveries.list({ endpointId: id, page: 1, perPage: 10 });
      expect(total).toBe(1);
    } finally {
      await host.close();
      await receiver.close();
    }
  });

  it('have one owner each, and require an action and a payload', async () => {
    const topic = { action: 'acme_parcel_lost', title: '', payload: () => ({}), sample: {} } as const;
    const other = { ...parcels(({ webhooks }) => webhooks.topic(topic)), name: 'acme-other' };
    await expect(createTestHost({ plugins: [parcels(), other] })).rejects.toThrow('acme_parcel_delivered');
    for (const wrong of [{ ...topic, action: 'webhook_test' }, { ...topic, payload: undefined }, {}]) {
      const host = createTestHost({ plugins: [parcels(({ webhooks }) => webhooks.topic(wrong as never))] });
      await expect(host).rejects.toThrow(/needs the name of an action/);
    }
  });

  it('keep an event whose payload throws, and still call its listeners', async () => {
    const host = await createTestHost({
      plugins: [
        parcels(({ webhooks, hooks }) => {
          hooks.addAction('acme_parcel_taken', () => void heard.push(1));
          webhooks.topic({
            action: 'acme_parcel_taken',
            title: 'Taken',
            payload: () => {
              throw new Error('a mistake');
            },
            sample: {},
          });
        }),
      ],
    });
    const heard: number[] = [];
    try {
      await host.webhooks.endpoints.create({ url: 'https://example.com/', topics: ['acme_parcel_taken'] });
      await host.outbox.announce('acme_parcel_taken');
      expect(heard).toEqual([1]);
      expect(await host.outbox.list()).toMatchObject([{ topic: 'acme_parcel_taken', error: 'a mistake' }]);
    } finally {
      await host.close();
    }
  });
});
