import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExampleBrowser as Browser, type ExampleSite, startExample } from '../support/example-site.js';

describe('existing Express site example', { timeout: 60_000 }, () => {
  let shop: ExampleSite;
  let ada: Browser;
  let bob: Browser;
  let visitor: Browser;

  beforeAll(async () => {
    shop = await startExample('existing-express-site');
    [ada, bob, visitor] = [new Browser(shop.site), new Browser(shop.site), new Browser(shop.site)];
    expect((await ada.logIn('ada', 'iron-skillet')).headers.location).toBe('/help/kb');
    await bob.logIn('bob', 'tea-kettle');
  });
  afterAll(() => shop.stop());

  const codeOf = ({ status, body }: Response): [number, string] => [status, body.code];

  it("keeps the shop's pages unchanged", async () => {
    const first = await visitor.get('/');
    expect(first.text).toContain('<h1>Pots and Pans</h1>');
    const policy = first.headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
    expect(policy).not.toContain("default-src 'none'");
    const missing = await visitor.get('/nowhere');
    expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('Page not found')]);
    expect((await visitor.logIn('ada', 'tea-kettle')).status).toBe(401);
  });

  it("displays the knowledge base in the shop's layout with the signed-in user", async () => {
    const html = (await ada.get('/help/kb')).text;
    expect(html).toContain('Pots and Pans, since 1974');
    expect(html).toContain('ada <a href="/logout">');
    expect((await visitor.get('/help/kb')).text).toContain('<a href="/login">');
    const stylesheet = /href="(\/help\/_mortise\/\w+\/kb\/kb\.css)"/.exec(html)?.[1] ?? '';
    expect((await visitor.get(stylesheet)).status).toBe(200);
  });

  it("allows the layout's script and the shop's videos under both policies", async () => {
    const answer = await visitor.get('/help/kb');
    const policies = (answer.headers['content-security-policy'] ?? '').split(', ');
    expect(policies).toHaveLength(2);
    const [, nonce = 'none'] = /<script nonce="([^"]+)">/.exec(answer.text) ?? [];
    for (const policy of policies) {
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
      expect(policy).toContain('frame-src https://www.youtube-nocookie.com');
    }
    expect((await visitor.get('/help/kb')).text).not.toContain(nonce);
  });

  it('rejects invalid JSON with its own parser and error page', async () => {
    const refused = await visitor.post('/help/api/vendor-kb/v1/articles').type('json').send('{');
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Something went wrong')]);
  });

  it("redirects the admin area to the shop's login and disables Mortise's own login", async () => {
    const sent = await visitor.get('/help/admin');
    expect([sent.status, sent.headers.location]).toEqual([302, '/login?redirect_to=%2Fhelp%2Fadmin']);
    const form = (await visitor.get(sent.headers.location ?? '')).text;
    expect(form).toContain('name="redirect_to" value="/help/admin"');
    expect((await visitor.get('/help/admin/login')).headers.location).toMatch(/^\/login\?/);
    expect((await visitor.postForm('/help/admin/login', { login: 'ada', password: 'iron-skillet' })).status).toBe(404);
    expect((await ada.get('/help/admin/logout')).headers.location).toBe('/logout?redirect_to=%2Fhelp%2F');
    expect((await ada.get('/help/admin')).status).toBe(200);
  });

  it("lets the shop's administrator write with a nonce", async () => {
    expect(codeOf(await ada.write())).toEqual([401, 'rest_forbidden']);
    expect((await ada.write(await ada.nonce())).status).toBe(201);
    expect((await visitor.get('/help/kb/care-of-pans')).text).toContain('No soap.');
  });

  it('rejects the nonce of another session, even of the same user', async () => {
    const elsewhere = new Browser(shop.site);
    await elsewhere.logIn('ada', 'iron-skillet');
    for (const nonce of [await bob.nonce(), await elsewhere.nonce()]) {
      expect(codeOf(await ada.write(nonce))).toEqual([403, 'rest_cookie_invalid_nonce']);
    }
  });

  it('names the permission that a customer lacks', async () => {
    const refused = await bob.write(await bob.nonce());
    expect(refused.body).toMatchObject({ data: { status: 403, missing_capability: 'edit_kb_articles' } });
  });

  it('checks the permission and the nonce in a route of the shop', async () => {
    const nonceOf = async (browser: Browser) =>
      /name="nonce" value="([^"]+)"/.exec((await browser.get('/')).text)?.[1] ?? '';
    const nonce = await nonceOf(ada);
    expect(nonce).not.toBe('');
    expect(await nonceOf(bob)).toBe('');
    expect(await nonceOf(visitor)).toBe('');
    expect((await bob.postForm('/staff', { name: 'bob', nonce })).status).toBe(403);
    expect((await visitor.postForm('/staff', { name: 'bob', nonce })).status).toBe(403);
    for (const wrong of ['', 'x'.repeat(22), await ada.nonce()]) {
      expect((await ada.postForm('/staff', { name: 'bob', nonce: wrong })).status).toBe(403);
    }
    expect((await bob.write(await bob.nonce())).status).toBe(403);
    expect((await ada.postForm('/staff', { name: 'bob', nonce })).status).toBe(303);
  });

  it('uses changed shop roles from the next request on', async () => {
    expect((await bob.write(await bob.nonce())).status).toBe(201);
  });

  it('invalidates the nonces of a session permanently on logout', async () => {
    const nonce = await ada.nonce();
    const cookie = ada.cookieHeader;
    await ada.postForm('/logout', { redirect_to: '//evil.example' }).then((answer) => {
      expect(answer.headers.location).toBe('/');
    });
    ada = new Browser(shop.site);
    expect((await ada.write(nonce).set('Cookie', cookie)).status).toBe(401);
    await ada.logIn('ada', 'iron-skillet');
    expect(codeOf(await ada.write(nonce))).toEqual([403, 'rest_cookie_invalid_nonce']);
  });

  it('exits cleanly on request', async () => {
    expect(await shop.end()).toBe(0);
  });
});

describe('existing Express site example with other options', { timeout: 60_000 }, () => {
  const shops: ExampleSite[] = [];
  afterAll(() => {
    for (const shop of shops) shop.stop();
  });

  async function startWith(options: string): Promise<Browser> {
    const shop = await startExample(
      'existing-express-site',
      `import { startShop } from './shop.js'; await startShop(${options});`,
    );
    shops.push(shop);
    const browser = new Browser(shop.site);
    await browser.logIn('ada', 'iron-skillet');
    return browser;
  }

  it('treats users without a local account as visitors with provision: false', async () => {
    const ada = await startWith('{ provision: false }');
    expect((await ada.get('/help/api/nonce')).status).toBe(401);
    expect((await ada.get('/help/admin')).status).toBe(302);
    expect((await ada.get('/')).text).toContain('Hello, ada');
  });

  it('fails the first request with a clear error when identify omits the session', async () => {
    const ada = await startWith("{ debug: true, identify: () => ({ provider: 'shop', id: 1 }) }");
    const answer = await ada.get('/help/api/');
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      code: 'identify_session_missing',
      message: expect.stringContaining('req.sessionID'),
    });
    expect((await ada.write()).status).toBe(500);
    expect((await ada.get('/help/kb')).status).toBe(500);
  });
});
