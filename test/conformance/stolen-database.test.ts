import { sql } from 'kysely';
import { definePlugin } from 'mortise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIssuer } from '../core/services/licence/issuer.js';
import { BrowserAgent } from '../support/browser-agent.js';
import { createOutboxFolder, linkIn, type Outbox } from '../support/outbox.js';
import { type OAuthSite, obtainCode, obtainTokens, openOAuthSite } from './oauth-site.js';

const SETTING = 'a secret of a setting for another service';
const SECRET = 'the secret of the site, which is not in its database';

/** Creates every kind of secret that the site uses, then reads all rows of the database. */
describe('copy of the database', () => {
  let site: OAuthSite;
  let outbox: Outbox;
  const issuer = createIssuer();
  const secrets = new Map<string, string>();

  beforeAll(async () => {
    outbox = await createOutboxFolder();
    const shop = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup({ settings }) {
        const schema = { properties: { key: { type: 'string', title: 'Key', writeOnly: true } } } as const;
        settings.register({ name: 'acme', title: 'Acme', capability: 'manage_options', schema });
      },
    });
    site = await openOAuthSite({
      secret: SECRET,
      plugins: [shop],
      mail: outbox.url,
      licences: { keys: { main: issuer.publicKey } },
    });
    const { host, user, browser } = site;
    secrets.set('the password', user.password);
    secrets.set('the session token', browser.cookies.get('cms_session') ?? '');
    secrets.set('the secret of the site', SECRET);
    secrets.set('the secret of an OAuth client', site.client.client_secret);
    secrets.set('an OAuth code that was not used', (await obtainCode(site)).code);
    const tokens = await obtainTokens(site);
    secrets.set('an access token', tokens.access_token);
    secrets.set('a refresh token', tokens.refresh_token);
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Phone' });
    secrets.set('an application password', password.replaceAll(' ', ''));
    secrets.set('an application password as it is shown', password);
    secrets.set('an API key', (await host.apiKeys.create({ name: 'Printer', scopes: ['read'] })).key);
    const { id, secret } = await host.webhooks.endpoints.create({
      url: 'https://example.com/',
      topics: ['save_post'],
    });
    secrets.set('the secret of a webhook', secret);
    secrets.set('the next one', (await host.webhooks.endpoints.rotateSecret(id)).secret);
    await host.settings.save('acme', { key: SETTING });
    secrets.set('a setting', SETTING);
    const licence = issuer.issue({ domains: [], expires_at: null, updates_until: null });
    await host.licences.activate('acme', licence);
    secrets.set('a licence key', licence);
    // Use forms as well, because their tickets and responses are stored for a while.
    const path = '/admin/profile/application-passwords';
    const form = await browser.hiddenFields(`${path}/add`, 'create');
    const { text } = await browser.postForm(path, { ...form, name: 'Tablet' });
    secrets.set('an application password of a form', /<input id="secret"[^>]* value="([^"]*)"/.exec(text)?.[1] ?? '');
    const existing = await host.createUser('subscriber');
    await new BrowserAgent(site.url).submit('/admin/lost-password', { login: existing.login });
    const link = linkIn((await outbox.waitFor(1))[0]);
    secrets.set('the token of a link for a new password', link.searchParams.get('token') ?? link.href.slice(-43));
    await new BrowserAgent(site.url).logIn(existing.login, 'not the password but nearly');
    secrets.set('a wrong password', 'not the password but nearly');
  });
  afterAll(async () => {
    await site.close();
    await outbox.remove();
  });

  it('contains no usable form of any secret', async () => {
    const { query } = site.host.db;
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`.execute(query);
    let read = 0;
    for (const { name } of rows) {
      const found = await sql`select * from ${sql.table(name)}`.execute(query);
      const text = JSON.stringify(found.rows);
      read += text.length;
      for (const [what, secret] of secrets) {
        expect([what, secret.length > 15]).toEqual([what, true]);
        const forms = [secret, Buffer.from(secret).toString('base64url'), Buffer.from(secret).toString('hex')];
        expect([what, name, forms.some((form) => text.includes(form))]).toEqual([what, name, false]);
      }
    }
    expect(read).toBeGreaterThan(5_000);
  });
});
