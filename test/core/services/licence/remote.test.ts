import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remoteLicences } from '../../../../src/core/services/licence/remote-provider.js';
import { type Behaviour, type LicenceServer, startLicenceServer } from './licence-server.js';

const SITE = { product: 'acme', siteUrl: 'https://example.com' };
const OTHER_SITE = { ...SITE, siteUrl: 'https://example.org' };

describe('remote licence provider', () => {
  let server: LicenceServer;
  beforeEach(async () => {
    server = await startLicenceServer();
    server.keys.set('good', { status: 'valid', limit: 1, expires: '2027-01-31 23:59:59' });
    server.keys.set('old', { status: 'expired', limit: 1 });
    server.keys.set('withdrawn', { status: 'disabled', limit: 1 });
  });
  afterEach(() => server.close());

  const provider = (timeout = 5000, items: Record<string, number | string> = { acme: 17 }) =>
    remoteLicences({ url: server.url, items, timeout });

  it('activates, verifies and deactivates a key repeatedly', async () => {
    const licences = provider();
    expect(await licences.verify('good', SITE)).toMatchObject({ valid: false, code: 'license_inactive' });
    for (let round = 0; round < 2; round += 1) {
      expect(await licences.activate('good', SITE)).toEqual({
        valid: true,
        details: {
          license_id: '4711',
          plan: 'Acme',
          customer: 'Ada Lovelace',
          features: [],
          domains: [],
          site_limit: 1,
          issued_at: null,
          expires_at: '2027-01-31T23:59:59.000Z',
          updates_until: '2027-01-31T23:59:59.000Z',
        },
      });
    }
    expect(await licences.verify('good', SITE)).toMatchObject({ valid: true });
    expect(server.places).toEqual(new Set(['good https://example.com']));
    for (let round = 0; round < 2; round += 1) await licences.deactivate('good', SITE);
    expect(server.places.size).toBe(0);
    await licences.deactivate('unknown', SITE);
  });

  it('returns the reason why a key is invalid', async () => {
    const licences = provider();
    await licences.activate('good', SITE);
    expect(await licences.activate('good', OTHER_SITE)).toMatchObject({
      code: 'license_limit_reached',
      status: 'inactive',
    });
    expect(await licences.activate('old', SITE)).toMatchObject({ code: 'license_expired', status: 'expired' });
    expect(await licences.verify('old', SITE)).toMatchObject({ code: 'license_expired', status: 'expired' });
    expect(await licences.verify('withdrawn', SITE)).toMatchObject({ code: 'license_disabled', status: 'disabled' });
    expect(await licences.verify('unknown', SITE)).toMatchObject({ code: 'license_unknown', status: 'invalid' });
    expect(await provider(5000, { acme: 18 }).verify('good', SITE)).toMatchObject({ code: 'license_wrong_product' });
    expect(await provider(5000, { acme: 'Acme' }).verify('good', SITE)).toMatchObject({
      code: 'license_wrong_product',
    });
  });

  it.each<Behaviour>(['hang', 'drip', 'huge', 'broken', 'strange', 'endless', 'redirect', 'failing', 'reset'])(
    'reports the server as unavailable and decides on no key when the server behavior is: %s',
    async (behaviour) => {
      server.behaviour = behaviour;
      const licences = provider(300);
      const absent = expect.objectContaining({ code: 'license_server_unavailable', status: 503 });
      await expect(licences.verify('good', SITE)).rejects.toEqual(absent);
      await expect(licences.activate('good', SITE)).rejects.toEqual(absent);
      await expect(licences.deactivate('good', SITE)).rejects.toEqual(absent);
      expect(server.strayed).toBe(0);
    },
  );

  it('reports the server as unavailable when it is down', async () => {
    await server.close();
    await expect(provider().verify('good', SITE)).rejects.toMatchObject({ code: 'license_server_unavailable' });
    server = await startLicenceServer();
  });

  it('rejects unencrypted URLs of other machines', () => {
    for (const url of ['http://shop.example.com/', 'http://127.0.0.1.evil.org/', 'ftp://localhost/', 'shop']) {
      expect(() => remoteLicences({ url, items: {} })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    }
  });

  it('sends no request for a product that is not configured', async () => {
    await expect(provider().verify('good', { ...SITE, product: 'constructor' })).rejects.toMatchObject({
      code: 'license_product_unknown',
    });
    expect(server.requests).toEqual([]);
  });
});
