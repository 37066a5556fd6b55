import { describe, expect, it } from 'vitest';
import { createTestHost } from '../../../src/testing.js';
import { parcels } from './announced-actions.js';
import { startReceiver } from './receiver.js';

describe('receivers in a private network', () => {
  it('are rejected by their address, and detected when a name resolves to one', async () => {
    const receiver = await startReceiver();
    const host = await createTestHost({ plugins: [parcels()] });
    try {
      const topics = ['acme_parcel_delivered'];
      const create = (url: string) => host.webhooks.endpoints.create({ url, topics });
      for (const url of [receiver.url, 'http://[::1]/', 'http://169.254.169.254/', 'http://10.0.0.1/']) {
        await expect(create(url)).rejects.toMatchObject({ code: 'webhook_address_private', status: 422 });
      }
      const { id } = await create(`http://localhost:${new URL(receiver.url).port}/`);
      const delivery = await host.webhooks.deliveries.get(await host.webhooks.test(id));
      expect(delivery).toMatchObject({ status: 'failed', error: expect.stringContaining('allowPrivate') });
      expect(receiver.messages).toEqual([]);
    } finally {
      await host.close();
      await receiver.close();
    }
  });
});
