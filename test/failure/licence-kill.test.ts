import { remoteLicences } from 'mortise/licences';
import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LicenceServer, startLicenceServer } from '../core/services/licence/licence-server.js';
import { dialects } from '../support/databases.js';
import { type SharedSite, shareSite } from '../support/shared-database.js';

const KEY = 'the-key-of-the-first-licence';
const OTHER = 'the-key-of-the-other-licence';

/** The server has done its part when the process dies unanswered. No place may be lost by that. */
describe.each(dialects)('license under kills on $name', { timeout: 240_000 }, (dialect) => {
  let site: SharedSite;
  let host: TestHost;
  let server: LicenceServer;

  beforeEach(async () => {
    server = await startLicenceServer();
    server.keys.set(KEY, { status: 'valid', limit: 1 });
    server.keys.set(OTHER, { status: 'valid', limit: 1 });
    site = await shareSite(dialect, {
      url: 'https://example.com',
      licences: { provider: remoteLicences({ url: server.url, items: { acme: 17 } }) },
    });
    host = site.host;
  });
  afterEach(async () => {
    await site.close();
    await server.close();
  });

  async function killedBeforeAnswer(action: 'activate' | 'deactivate'): Promise<void> {
    const script = site.start('licence', server.url, action, KEY);
    server.beforeAnswer = async () => {
      server.beforeAnswer = () => undefined;
      await script.kill('SIGKILL');
    };
    await script.killed();
  }

  it('stays inactive when killed during activation, and a second activation completes it', async () => {
    await killedBeforeAnswer('activate');
    expect(server.places.size).toBe(1);
    expect(await host.licences.verify('acme')).toMatchObject({ valid: false, code: 'license_inactive' });
    await expect(host.licences.activate('acme', OTHER)).rejects.toMatchObject({ code: 'license_conflict' });
    expect(await host.licences.activate('acme', KEY)).toMatchObject({ status: 'valid' });
    expect(server.places.size).toBe(1);
  });

  it('gives its place back on deactivation after a killed activation, and allows another key', async () => {
    await killedBeforeAnswer('activate');
    expect(await host.licences.deactivate('acme')).toMatchObject({ status: 'none' });
    expect(server.places.size).toBe(0);
    expect(await host.licences.activate('acme', OTHER)).toMatchObject({ status: 'valid' });
  });

  it('is deactivated by a second attempt when killed during deactivation', async () => {
    await host.licences.activate('acme', KEY);
    await killedBeforeAnswer('deactivate');
    expect(server.places.size).toBe(0);
    expect(await host.licences.info('acme')).toMatchObject({ status: 'valid' });
    expect(await host.licences.deactivate('acme')).toMatchObject({ status: 'none' });
    expect(await host.db.query.selectFrom('licences').selectAll().execute()).toEqual([]);
  });
});
