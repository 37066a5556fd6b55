import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExampleBrowser, type ExampleSite, startExample } from '../support/example-site.js';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(['express-4-site', 'node-http-site', 'fastify-site', 'koa-site'])('example %s', (name) => {
  let shop: ExampleSite;
  let ada: ExampleBrowser;
  let visitor: ExampleBrowser;

  beforeAll(async () => {
    shop = await startExample(name);
    [ada, visitor] = [new ExampleBrowser(shop.site), new ExampleBrowser(shop.site)];
    expect((await visitor.logIn('ada', 'tea-kettle')).status).toBe(401);
    const entered = await ada.logIn('ada', 'iron-skillet');
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/help/kb']);
  });
  afterAll(() => shop.stop());

  it('keeps its own pages and recognizes the logged-in user there', async () => {
    expect(await (await visitor.ask('/')).text()).not.toContain('Hello');
    expect(await (await ada.ask('/')).text()).toContain('<p>Hello, ada.</p>');
    for (const path of ['/nowhere', '/kb', '/help/nowhere']) {
      const missing = await visitor.ask(path);
      expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Page not found')]);
    }
  });

  it('lets its owner write with a nonce and displays the article in its layout', async () => {
    expect((await ada.write()).status).toBe(401);
    expect((await visitor.write(await ada.restNonce())).status).toBe(401);
    expect((await ada.write(await ada.restNonce())).status).toBe(201);
    const html = await (await visitor.ask('/help/kb/care-of-pans')).text();
    expect(html).toContain('No soap.');
    expect(html).toContain('Pots and Pans, since 1974');
    expect(html).toContain('<a href="/login">Sign in</a>');
    expect(await (await ada.ask('/help/kb')).text()).toContain('ada <a href="/logout">');
  });

  it('accepts an image upload and serves the image', async () => {
    const form = new FormData();
    form.append('file', new Blob([PICTURE], { type: 'image/png' }), 'pan.png');
    const sent = await ada.ask('/help/api/mortise/v1/media', {
      method: 'POST',
      body: form,
      headers: { 'X-CMS-Nonce': await ada.restNonce() },
    });
    expect(sent.status).toBe(201);
    const { source_url: address } = (await sent.json()) as { source_url: string };
    const shown = await visitor.ask(new URL(address).pathname);
    expect(shown.headers.get('Content-Type')).toBe('image/png');
    expect(Buffer.from(await shown.arrayBuffer()).equals(PICTURE)).toBe(true);
  });

  it('responds to HEAD like GET', async () => {
    for (const path of ['/help/kb', '/help/api/']) {
      const [got, head] = [await visitor.ask(path), await visitor.ask(path, { method: 'HEAD' })];
      expect([head.status, await head.text()]).toEqual([got.status, '']);
      expect(head.headers.get('Content-Length')).toBe(got.headers.get('Content-Length'));
    }
  });

  it('invalidates the nonces of a session on logout', async () => {
    const nonce = await ada.restNonce();
    expect((await ada.post('/logout', { redirect_to: '//evil.example' })).headers.get('Location')).toBe('/');
    ada.cookie = '';
    expect((await ada.write(nonce)).status).toBe(401);
    await ada.logIn('ada', 'iron-skillet');
    expect(await (await ada.write(nonce)).json()).toMatchObject({ code: 'rest_cookie_invalid_nonce' });
  });

  it('exits cleanly on request', async () => {
    expect(await shop.end()).toBe(0);
  });
});
