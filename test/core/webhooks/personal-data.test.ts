import { afterEach, describe, expect, it } from 'vitest';
import { createTestHost, type TestHost } from '../../../src/testing.js';
import { dialects, migratedDatabase } from '../../support/databases.js';
import { parcels } from './announced-actions.js';

describe.each(dialects)('announcements with personal data on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  afterEach(async () => {
    await host.close();
    await drop();
  });

  it('are exported and erased with the person, except waiting ones and those of others', async () => {
    const database = await migratedDatabase(dialect);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [parcels()] });
    const user = await host.users.create({ login: 'ada', email: 'ada_l@example.com', emailVerified: true });
    const other = await host.users.create({ login: 'eve', email: 'adaxl@example.com' });
    const row = { topic: 'acme_x', attempts: 5, claimed_by: '', claimed_until: 0, due_at: 1e15, error: null };
    const events: [string, string, string][] = [
      ['a', 'failed', user.email],
      ['b', 'waiting', user.email],
      ['c', 'failed', other.email],
    ];
    for (const [event_id, state, email] of events) {
      const payload = JSON.stringify([{ email: email.toUpperCase() }]);
      await host.db.query
        .insertInto('outbox')
        .values({ ...row, event_id, state, payload, created_at: Date.now() })
        .execute();
    }
    const { id } = await host.webhooks.endpoints.create({ url: 'https://example.com/', topics: ['acme_parcel_lost'] });
    const message = {
      endpoint_id: id,
      topic: 'acme_x',
      attempts: 1,
      response_status: 200,
      response_body: '',
      error: null,
      duration: 1,
      created_at: '2026-11-21 12:00:00.000',
      attempted_at: null,
    };
    for (const [event_id, state, email] of events) {
      const status = state === 'failed' ? 'delivered' : 'waiting';
      const body = JSON.stringify({ email });
      await host.db.insertOne('webhook_deliveries', { ...message, event_id, status, body });
    }
    const person = await host.privacy.find('ada');
    const groups = await host.privacy.export(person);
    const group = groups.find(({ name }) => name === 'core/announcements');
    expect(group?.records).toMatchObject([{ topic: 'acme_x' }, { topic: 'acme_x', created_at: expect.any(String) }]);
    await host.privacy.erase(person);
    const left = async (table: 'outbox' | 'webhook_deliveries') =>
      (await host.db.query.selectFrom(table).select('event_id').orderBy('id').execute()).map((each) => each.event_id);
    expect(await left('outbox')).toEqual(['b', 'c']);
    expect(await left('webhook_deliveries')).toEqual(['b', 'c']);
  });
});
