import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecretBox, type SecretBox } from '../../../../src/core/crypto/secret-box.js';
import type { Database } from '../../../../src/core/database/database.js';
import { createLicences, type Licences } from '../../../../src/core/services/licence/licences.js';
import { createOfflineProvider } from '../../../../src/core/services/licence/offline-provider.js';
import { FRESH_FOR, GRACE } from '../../../../src/core/services/licence/record.js';
import { remoteLicences } from '../../../../src/core/services/licence/remote-provider.js';
import { describeDatabases } from '../../../support/databases.js';
import { createIssuer, NOW } from './issuer.js';
import { type LicenceServer, startLicenceServer } from './licence-server.js';

const issuer = createIssuer();
const SECRET = 'the secret of a site with licences';
const siteUrl = 'https://example.com';
const HOUR = 60 * 60 * 1000;

const refusal = (code: string, status = 422) => expect.objectContaining({ code, status });

describeDatabases('licences verified by signature', (database) => {
  let db: Database;
  let time: number;
  let licences: Licences;
  const now = () => time;
  const process = (secretBox: SecretBox) =>
    createLicences({ db, secretBox, provider: createOfflineProvider({ keys: issuer.ring, now }), siteUrl, now });

  beforeEach(async () => {
    db = await database();
    time = NOW;
    licences = process(createSecretBox({ secret: SECRET }));
  });

  it('are missing at first and have nothing to deactivate', async () => {
    expect(await licences.verify('acme')).toMatchObject({ valid: false, code: 'license_missing', license: null });
    const none = { product: 'acme', status: 'none', license_key_masked: null, features: [], expires_at: null };
    expect(await licences.info('acme')).toMatchObject(none);
    expect(await licences.deactivate('acme')).toMatchObject(none);
  });

  it('are shown with all details and a masked key', async () => {
    const key = issuer.issue();
    const record = await licences.activate('acme', `  ${key}\n`);
    expect(record).toEqual({
      product: 'acme',
      status: 'valid',
      source: 'offline',
      license_key_masked: `mortise1.****${key.slice(-4)}`,
      license_id: 'L-1',
      plan: 'standard',
      customer: 'Ada Lovelace',
      features: ['tiles'],
      domains: ['example.com'],
      site_limit: 1,
      issued_at: '2026-01-01T00:00:00Z',
      expires_at: '2027-01-01T00:00:00Z',
      updates_until: '2027-01-01T00:00:00Z',
      activated_at: new Date(NOW).toISOString(),
      checked_at: new Date(NOW).toISOString(),
      grace_until: null,
      code: null,
      message: null,
    });
    expect(await licences.info('acme')).toEqual(record);
    expect(await licences.verify('acme')).toEqual({ valid: true, code: null, message: null, license: record });
    expect(await licences.verify('acme', `${key} `)).toMatchObject({ valid: true, license: { license_id: 'L-1' } });
  });

  it('are independent for each product', async () => {
    await licences.activate('acme/pro', issuer.issue({ product: 'acme/pro' }));
    expect(await licences.info('acme/pro')).toMatchObject({ status: 'valid' });
    expect(await licences.info('acme')).toMatchObject({ status: 'none' });
  });

  it('are not stored if invalid, and the existing one is kept', async () => {
    await expect(licences.activate('acme', 'nonsense')).rejects.toEqual(refusal('license_malformed'));
    await expect(licences.activate('acme', ' ')).rejects.toEqual(refusal('license_missing', 400));
    await expect(licences.activate('acme', 'x'.repeat(3000))).rejects.toEqual(refusal('license_malformed'));
    expect(await db.query.selectFrom('licences').selectAll().execute()).toEqual([]);
    await licences.activate('acme', issuer.issue());
    expect(await licences.verify('acme', 'nonsense')).toMatchObject({ valid: false, code: 'license_malformed' });
    expect(await licences.verify('acme', 'x'.repeat(1e6))).toMatchObject({ valid: false, code: 'license_malformed' });
    expect(await licences.info('acme')).toMatchObject({ status: 'valid' });
  });

  it('are replaced only after the previous one has expired or is deactivated', async () => {
    const first = issuer.issue({ expires_at: '2026-07-01T00:00:00Z' });
    const second = issuer.issue({ license_id: 'L-2' });
    await licences.activate('acme', first);
    await licences.activate('acme', first);
    await expect(licences.activate('acme', second)).rejects.toEqual(refusal('license_conflict', 409));
    time = Date.parse('2026-08-01T00:00:00Z');
    expect(await licences.info('acme')).toMatchObject({ status: 'expired', code: 'license_expired' });
    expect(await licences.verify('acme')).toMatchObject({ valid: false, code: 'license_expired', license: null });
    expect(await licences.activate('acme', second)).toMatchObject({ status: 'valid', license_id: 'L-2' });
    expect(await licences.deactivate('acme')).toMatchObject({ status: 'none' });
    expect(await licences.activate('acme', first).catch((error) => error)).toEqual(refusal('license_expired'));
  });

  it('become invalid when their public key is removed from the key ring', async () => {
    await licences.activate('acme', issuer.issue());
    const rotated = createLicences({
      db,
      secretBox: createSecretBox({ secret: SECRET }),
      provider: createOfflineProvider({ keys: createIssuer().ring, now: () => time }),
      siteUrl,
      now: () => time,
    });
    expect(await rotated.verify('acme')).toMatchObject({ valid: false, code: 'license_signature_invalid' });
    expect(await rotated.info('acme')).toMatchObject({ status: 'invalid' });
    expect(await licences.verify('acme')).toMatchObject({ valid: true });
  });

  it('are encrypted, even if an earlier release stored them in clear text, and re-encrypted later', async () => {
    const key = issuer.issue();
    const stored = () =>
      db.query.selectFrom('licences').select(['license_key', 'pending_key']).where('product', '=', 'acme').execute();
    await licences.activate('acme', key);
    expect(await stored()).toEqual([{ license_key: expect.stringMatching(/^sealed1:/), pending_key: null }]);
    await db.query.updateTable('licences').set({ license_key: key, pending_key: 'half of it' }).execute();
    expect(await licences.verify('acme')).toMatchObject({ valid: true });
    await licences.sealStored();
    const sealed = await stored();
    expect(JSON.stringify(sealed)).not.toMatch(/mortise1|half of it/);
    await licences.sealStored();
    expect(await stored()).toEqual(sealed);
    const secret = 'the next secret of a site with licences';
    await process(createSecretBox({ secret, previousSecrets: [SECRET] })).sealStored();
    expect(await process(createSecretBox({ secret })).verify('acme')).toMatchObject({ valid: true });
  });

  it('become inactive without the secret, stay stored and can be activated again', async () => {
    const key = issuer.issue();
    await licences.activate('acme', key);
    const stored = await db.query.selectFrom('licences').select('license_key').execute();
    const elsewhere = process(createSecretBox({ secret: 'the secret of some other site altogether' }));
    expect(await elsewhere.verify('acme')).toMatchObject({ valid: false, code: 'license_inactive' });
    await elsewhere.sealStored();
    await elsewhere.activate('acme', 'no key at all').catch(() => undefined);
    expect(await db.query.selectFrom('licences').select('license_key').execute()).toEqual(stored);
    expect(await licences.verify('acme')).toMatchObject({ valid: true });
    expect(await elsewhere.activate('acme', key)).toMatchObject({ status: 'valid' });
  });

  it('are activated once by concurrent requests with one key, and only one of several keys wins', async () => {
    const key = issuer.issue();
    await Promise.all([1, 2, 3].map(() => licences.activate('acme', key)));
    await licences.deactivate('acme');
    const keys = [1, 2, 3].map((number) => issuer.issue({ license_id: `L-${number}` }));
    const outcomes = await Promise.allSettled(keys.map((each) => licences.activate('acme', each)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(refusal('license_conflict', 409));
    }
    expect(await db.query.selectFrom('licences').select('pending_hash').execute()).toEqual([{ pending_hash: null }]);
  });

  it('reject invalid product names', async () => {
    for (const product of ['', 'Acme', 'acme/', 'acme/../other', 'a'.repeat(65)]) {
      await expect(licences.info(product)).rejects.toEqual(refusal('license_product_invalid', 400));
    }
  });
});

describeDatabases('licences verified by a server', (database) => {
  let db: Database;
  let time: number;
  let server: LicenceServer;
  /** Services of two simulated processes. */
  let licences: Licences;
  let elsewhere: Licences;

  beforeEach(async () => {
    db = await database();
    server = await startLicenceServer();
    server.keys.set('the-first-licence-key', { status: 'valid', limit: 1, expires: '2027-01-31 23:59:59' });
    server.keys.set('the-other-licence-key', { status: 'valid', limit: 1 });
    time = NOW;
    const now = () => time;
    const create = () =>
      createLicences({
        db,
        secretBox: createSecretBox({ secret: SECRET }),
        provider: remoteLicences({ url: server.url, items: { acme: 17 }, timeout: 1000 }),
        siteUrl,
        now,
      });
    licences = create();
    elsewhere = create();
  });
  afterEach(() => server.close());

  const activate = () => licences.activate('acme', 'the-first-licence-key');
  const away = refusal('license_server_unavailable', 503);

  it('are checked once a day for all callers', async () => {
    await activate();
    server.requests.length = 0;
    await licences.verify('acme');
    await licences.info('acme');
    expect(server.requests).toEqual([]);
    time += FRESH_FOR;
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => licences.verify('acme')));
    expect(verdicts.every(({ valid }) => valid)).toBe(true);
    expect(server.requests).toEqual(['check_license']);
  });

  it('become invalid when the server reports it', async () => {
    await activate();
    server.keys.set('the-first-licence-key', { status: 'disabled', limit: 1 });
    time += FRESH_FOR;
    expect(await licences.verify('acme')).toMatchObject({ valid: false, code: 'license_disabled' });
    expect(await licences.info('acme')).toMatchObject({ status: 'disabled', code: 'license_disabled' });
  });

  it('stay valid for 14 days while the server is down, then are unknown until it is back', async () => {
    await activate();
    server.behaviour = 'failing';
    time += FRESH_FOR;
    const graceUntil = new Date(NOW + GRACE).toISOString();
    expect(await licences.verify('acme')).toMatchObject({
      valid: true,
      license: { status: 'grace', grace_until: graceUntil },
    });
    expect(await licences.verify('acme', 'the-first-licence-key')).toMatchObject({ valid: true });
    await expect(licences.verify('acme', 'the-other-licence-key')).rejects.toEqual(away);
    time = NOW + GRACE + 1;
    await expect(licences.verify('acme')).rejects.toEqual(away);
    expect(await licences.info('acme')).toMatchObject({ status: 'inactive', license_id: '4711' });
    server.behaviour = 'well';
    time += HOUR;
    expect(await licences.verify('acme')).toMatchObject({
      valid: true,
      license: { status: 'valid', grace_until: null },
    });
  });

  it('are not checked again immediately after the server was unavailable', async () => {
    await activate();
    server.behaviour = 'failing';
    time += FRESH_FOR;
    await licences.verify('acme');
    server.requests.length = 0;
    await licences.verify('acme');
    await elsewhere.verify('acme');
    expect(server.requests).toEqual([]);
  });

  it('expire at their time, even between checks and while the server is down', async () => {
    server.keys.set('the-first-licence-key', { status: 'valid', limit: 1, expires: '2026-06-15 13:00:00' });
    await activate();
    time += 2 * HOUR;
    expect(await licences.verify('acme')).toMatchObject({ valid: false, code: 'license_expired' });
    server.behaviour = 'hang';
    time += FRESH_FOR;
    expect(await licences.verify('acme')).toMatchObject({ valid: false, code: 'license_expired' });
  });

  it('do not change when activation or deactivation cannot reach the server', async () => {
    server.behaviour = 'broken';
    await expect(activate()).rejects.toEqual(away);
    expect(await licences.info('acme')).toMatchObject({ status: 'inactive', code: 'license_inactive' });
    server.behaviour = 'well';
    await activate();
    server.behaviour = 'redirect';
    await expect(licences.deactivate('acme')).rejects.toEqual(away);
    expect(await licences.info('acme')).toMatchObject({ status: 'valid' });
    server.behaviour = 'well';
    await licences.deactivate('acme');
    expect(server.places.size).toBe(0);
  });

  it('use one activation for concurrent processes, and none after a concurrent deactivation', async () => {
    await Promise.all([activate(), elsewhere.activate('acme', 'the-first-licence-key')]);
    expect(server.places.size).toBe(1);
    await Promise.all([licences.deactivate('acme'), elsewhere.deactivate('acme')]);
    expect(server.places.size).toBe(0);

    server.beforeAnswer = async () => {
      server.beforeAnswer = () => undefined;
      await elsewhere.deactivate('acme');
      // The server activates the site after the other process has deactivated it.
      server.places.add(`the-first-licence-key ${siteUrl}`);
    };
    await expect(activate()).rejects.toEqual(refusal('license_changed', 409));
    expect(server.places.size).toBe(0);
    expect(await licences.info('acme')).toMatchObject({ status: 'none' });
  });

  it('accept a second key only after the first is deactivated', async () => {
    await activate();
    await expect(elsewhere.activate('acme', 'the-other-licence-key')).rejects.toEqual(refusal('license_conflict', 409));
    await elsewhere.deactivate('acme');
    expect(await elsewhere.activate('acme', 'the-other-licence-key')).toMatchObject({ status: 'valid' });
    expect(server.places).toEqual(new Set([`the-other-licence-key ${siteUrl}`]));
  });

  it('are never checked within a transaction, which would hold its locks during the request', async () => {
    await activate();
    time += FRESH_FOR;
    server.requests.length = 0;
    const inside = refusal('license_in_transaction', 500);
    for (const call of [
      () => licences.verify('acme'),
      () => licences.verify('acme', 'the-first-licence-key'),
      () => licences.activate('acme', 'the-first-licence-key'),
      () => licences.deactivate('acme'),
    ]) {
      await expect(db.transaction<unknown>(call)).rejects.toEqual(inside);
    }
    expect(server.requests).toEqual([]);
    expect(await db.transaction(() => licences.info('acme'))).toMatchObject({ status: 'valid' });
  });
});

describe('time limits', () => {
  it('are one day and fourteen days', () => {
    expect([FRESH_FOR, GRACE]).toEqual([86_400_000, 1_209_600_000]);
  });
});
