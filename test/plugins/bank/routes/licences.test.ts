import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bank } from '../../../../src/plugins/bank/index.js';
import { createIssuer } from '../../../core/services/licence/issuer.js';

const issuer = createIssuer();
const key = (changes: object = {}): string =>
  issuer.issue({ product: 'bank', plan: 'team', not_before: null, expires_at: null, ...changes });

describe('bank licence endpoints', () => {
  let host: TestHost;
  let admin: { readonly id: number };
  beforeEach(async () => {
    host = await createTestHost({
      url: 'https://example.com',
      licences: { keys: { main: issuer.publicKey } },
      plugins: [bank()],
    });
    admin = await host.createUser('administrator');
  });
  afterEach(() => host.close());

  async function call(method: string, path: string, body?: object, as = admin.id) {
    const { status, data } = await host.request(method, `/vendor-bank/v1/license/${path}`, {
      as,
      ...(body && { body }),
    });
    return { status, data: data as Record<string, unknown> };
  }

  it('activate a key, show it masked, and deactivate it, with one event each', async () => {
    const calls: string[] = [];
    host.hooks.addAction('vendor_bank_license_changed', ({ status }) => void calls.push(status));
    const secret = key();
    const { status, data } = await call('POST', 'activate', { license_key: secret });
    expect([status, data]).toMatchObject([
      200,
      { success: true, status: 'active', plan: 'team', site: 'https://example.com', expires_at: null, message: null },
    ]);
    expect(data.license_key).toMatch(/\*{4}.{4}$/);
    expect(JSON.stringify(data)).not.toContain(secret.slice(10, 60));
    expect((await call('GET', 'verify')).data).toEqual({ ...data, valid: true, last_checked_at: expect.any(String) });
    expect((await call('POST', 'deactivate')).data).toMatchObject({
      success: true,
      status: 'inactive',
      license_key: null,
    });
    expect((await call('POST', 'deactivate')).status).toBe(200);
    expect(calls).toEqual(['active', 'inactive', 'inactive']);
  });

  it('report a site without a licence as inactive, which is not an error', async () => {
    const { status, data } = await call('GET', 'verify');
    expect([status, data]).toMatchObject([200, { success: true, valid: false, status: 'inactive', license_key: null }]);
    expect(data.message).toContain('No license key');
  });

  it.each([
    ['without a key', {}, 400, 'vendor_bank_missing_license_key'],
    ['of blanks', { license_key: '   ' }, 400, 'vendor_bank_missing_license_key'],
    ['that is none', { license_key: 'ABCD-1234' }, 422, 'vendor_bank_invalid_license'],
    ['of another product', { license_key: key({ product: 'watermark' }) }, 422, 'vendor_bank_invalid_license'],
    [
      'that has expired',
      { license_key: key({ expires_at: '2020-01-01T00:00:00Z' }) },
      422,
      'vendor_bank_invalid_license',
    ],
    ['that is no text', { license_key: 7 }, 400, 'rest_invalid_param'],
    ['with something else beside it', { license_key: 'x', force: true }, 400, 'rest_invalid_param'],
  ])('refuse an activation %s', async (_, body, status, code) => {
    expect(await call('POST', 'activate', body)).toMatchObject({ status, data: { code } });
    expect((await call('GET', 'verify')).data).toMatchObject({ status: 'inactive' });
  });

  it('refuse another key while one is active, which is kept', async () => {
    await call('POST', 'activate', { license_key: key() });
    const other = await call('POST', 'activate', { license_key: key({ license_id: 'L-2' }) });
    expect(other).toMatchObject({ status: 409, data: { code: 'vendor_bank_license_conflict' } });
    expect((await call('GET', 'verify')).data).toMatchObject({ valid: true, status: 'active' });
  });

  it('require the permission to manage options', async () => {
    const { id } = await host.createUser('editor');
    for (const [method, path] of [
      ['POST', 'activate'],
      ['GET', 'verify'],
      ['POST', 'deactivate'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      const denied = await host.request(method, `/vendor-bank/v1/license/${path}`, body && { body });
      expect([path, denied.status]).toEqual([path, 401]);
      expect([path, (await call(method, path, body, id)).status]).toEqual([path, 403]);
    }
  });
});
