import { utc } from 'mortise/database';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

const DAY = 86_400_000;

describe('API key for recording conversions', () => {
  let site: ProgramSite;
  beforeEach(async () => {
    site = await openProgramSite();
    await site.add('ada');
    site.host.hooks.addFilter('vendor_affiliate_rate_limit', () => 1000);
  });
  afterEach(() => site.close());

  const admin = (method: string, path: string, body?: object) =>
    site.call(method, path, { as: site.admin.id, ...(body && { body }) });
  const issue = async (body: object = { label: 'Contact form' }) => (await admin('POST', '/api-keys', body)).data;
  const send = async (key: unknown) => {
    const headers = { 'X-Vendor-API-Key': String(key) };
    const json = { affiliate_code: 'ada', amount: 10 };
    return (await site.http.post('/api/vendor-affiliate/v1/track/conversion').set(headers).send(json)).status;
  };

  /** Moves an expiry into the past. */
  const pass = (column: 'expires_at' | 'previous_expires_at', id: unknown) =>
    site.host.db.query
      .updateTable('api_keys')
      .set({ [column]: utc.encode(new Date(Date.now() - 1000)) })
      .where('key_id', '=', String(id))
      .execute();

  it('shows a key only when it is created', async () => {
    const issued = await issue();
    expect(issued).toMatchObject({ label: 'Contact form', scopes: ['affiliate:track'], expires_at: null });
    expect(String(issued.key).startsWith(String(issued.prefix))).toBe(true);
    expect(await send(issued.key)).toBe(201);
    const { data } = await admin('GET', '/api-keys');
    expect(data).toMatchObject({ success: true, data: [{ id: issued.id }], pagination: { total: 1 } });
    expect(JSON.stringify(data)).not.toContain(String(issued.key));
    expect((data.data as { last_used_at: unknown }[])[0]?.last_used_at).toEqual(expect.any(String));
  });

  it('rejects a page past the end of the list', async () => {
    expect(await admin('GET', '/api-keys')).toMatchObject({ status: 200, data: { data: [] } });
    expect(await admin('GET', '/api-keys?page=2')).toMatchObject({
      status: 400,
      data: { code: 'vendor_affiliate_invalid_page' },
    });
  });

  it('keeps the old secret valid for a day after a rotation', async () => {
    const issued = await issue();
    const { data: next } = await admin('POST', `/api-keys/${issued.id}/rotate`);
    expect(await send(next.key)).toBe(201);
    expect(await send(issued.key)).toBe(201);
    const left = Date.parse(String(next.previous_expires_at)) - Date.now();
    expect(left).toBeGreaterThan(DAY - 60_000);
    expect(left).toBeLessThanOrEqual(DAY);
    await pass('previous_expires_at', next.id);
    expect(await send(issued.key)).toBe(401);
    expect(await send(next.key)).toBe(201);
  });

  it('rejects a revoked or expired key', async () => {
    const issued = await issue();
    expect((await admin('DELETE', `/api-keys/${issued.id}`)).data).toMatchObject({
      deleted: true,
      previous: { id: issued.id },
    });
    expect(await send(issued.key)).toBe(401);
    expect((await admin('DELETE', `/api-keys/${issued.id}`)).status).toBe(404);
    const short = await issue({ label: 'For a day', expires_at: new Date(Date.now() + DAY).toISOString() });
    expect(await send(short.key)).toBe(201);
    await pass('expires_at', short.id);
    expect(await send(short.key)).toBe(401);
  });

  it.each([
    ['a scope of others', { label: 'x', scopes: ['manage_options'] }],
    ['a scope that there is not', { label: 'x', scopes: ['affiliate:everything'] }],
    ['no scope', { label: 'x', scopes: [] }],
    ['no label', {}],
    ['a day that is over', { label: 'x', expires_at: '2020-01-01T00:00:00Z' }],
    ['what keys do not have', { label: 'x', user: 1 }],
  ])('rejects a new key with %s', async (_, body) => {
    expect((await admin('POST', '/api-keys', body)).status).toBe(400);
    expect((await admin('GET', '/api-keys')).data).toMatchObject({ data: [] });
  });

  it('does not list, rotate or delete keys of users and other plugins', async () => {
    const { apiKeys } = site.host;
    const own = await apiKeys.create({ name: 'mine', scopes: ['affiliate:track'], userId: site.admin.id });
    const other = await apiKeys.create({ name: 'other', scopes: ['manage_options'] });
    const mixed = await apiKeys.create({ name: 'mixed', scopes: ['affiliate:track', 'manage_options'] });
    expect((await admin('GET', '/api-keys')).data).toMatchObject({ data: [] });
    for (const { record } of [own, other, mixed]) {
      expect((await admin('POST', `/api-keys/${record.id}/rotate`)).status).toBe(404);
      expect((await admin('DELETE', `/api-keys/${record.id}`)).status).toBe(404);
      expect(await apiKeys.get(record.id)).not.toBeNull();
    }
  });

  it('allows only administrators, and logs the creator of a key', async () => {
    const { userId } = await site.add('eve');
    for (const as of [userId, undefined]) {
      const status = as === undefined ? 401 : 403;
      expect((await site.call('GET', '/api-keys', as === undefined ? {} : { as })).status).toBe(status);
      const body = { label: 'x' };
      expect((await site.call('POST', '/api-keys', as === undefined ? { body } : { as, body })).status).toBe(status);
    }
    await issue();
    const row = await site.host.db.query
      .selectFrom('auth_events')
      .select(['event', 'actor_id'])
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row).toMatchObject({ event: 'api_key_created', actor_id: site.admin.id });
  });
});
