import { Writable } from 'node:stream';
import { definePlugin, type PluginContext } from 'mortise';
import { createTestHost } from 'mortise/testing';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createIssuer } from './issuer.js';

const issuer = createIssuer();
const FAR = { expires_at: null, not_before: null };

/** Starts a host with the plugin `acme`. Returns the host, the plugin context and the log output. */
async function start() {
  let context: PluginContext | undefined;
  let logged = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const setup = (pluginContext: PluginContext) => {
    context = pluginContext;
  };
  const host = await createTestHost({
    url: 'https://example.com',
    licences: { keys: { main: issuer.publicKey } },
    plugins: [definePlugin({ name: 'acme', version: '1.0.0', setup })],
    log: pino({ level: 'trace' }, stream),
  });
  if (!context) throw new Error('The plugin was not set up.');
  return { host, context, logged: () => logged };
}

describe('plugin licences', () => {
  it('are limited to its own product and editions', async () => {
    const { host, context } = await start();
    const { licences } = context;
    expect(await licences.activate('acme', issuer.issue(FAR))).toMatchObject({ status: 'valid' });
    expect(await licences.verify('acme')).toMatchObject({ valid: true });
    expect(await licences.info('acme/pro')).toMatchObject({ status: 'none' });
    await host.licences.activate('other', issuer.issue({ ...FAR, product: 'other' }));
    for (const product of ['other', 'acme2', 'acme-pro', '']) {
      const foreign = expect.objectContaining({ code: 'license_foreign_product', status: 403 });
      await expect(licences.info(product)).rejects.toEqual(foreign);
      await expect(licences.verify(product)).rejects.toEqual(foreign);
      await expect(licences.activate(product, issuer.issue(FAR))).rejects.toEqual(foreign);
      await expect(licences.deactivate(product)).rejects.toEqual(foreign);
    }
    expect(await host.licences.info('other')).toMatchObject({ status: 'valid' });
    expect(await licences.deactivate('acme')).toMatchObject({ status: 'none' });
    await host.close();
  });

  it('are never logged, whether valid or invalid', async () => {
    const { host, context, logged } = await start();
    const good = issuer.issue(FAR);
    const bad = createIssuer().issue();
    await context.licences.activate('acme', good);
    const error = await context.licences.activate('acme', bad).catch((reason: unknown) => reason);
    context.log.error({ err: error }, 'A licence was refused');
    context.log.info({ licence: await context.licences.info('acme') }, 'A licence');
    expect(logged()).toContain('A licence was refused');
    for (const key of [good, bad]) {
      for (const part of key.split('.').slice(1)) expect(logged()).not.toContain(part);
    }
    await host.close();
  });

  it('require valid public keys at the start', async () => {
    await expect(createTestHost({ licences: { keys: { main: 'nonsense' } } })).rejects.toMatchObject({
      code: 'config_invalid',
      data: { option: 'licences' },
    });
  });
});
