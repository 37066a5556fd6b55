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
    expect([entered.status, entered.headers.location]).toEqual([303, '/help/kb']);
  });
  afterAll(() => shop.stop());

  it('keeps its own pages and recognizes the signed-in user there', async () => {
    expect((await visitor.get('/')).text).not.toContain('Hello');
    expect((await ada.get('/')).text).toContain('<p>Hello, ada.</p>');
    for (const path of ['/nowhere', '/kb', '/help/nowhere']) {
      const missing = await visitor.get(path);
      expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('Page not found')]);
    }
  });

  it('lets its owner write with a nonce and displays the article in its layout', async () => {
    expect((await ada.write()).status).toBe(401);
    expect((await visitor.write(await ada.nonce())).status).toBe(401);
    expect((await ada.write(await ada.nonce())).status).toBe(201);
    const html = (await visitor.get('/help/kb/care-of-pans')).text;
    expect(html).toContain('No soap.');
    expect(html).toContain('Pots and Pans, since 1974');
    expect(html).toContain('<a href="/login">Sign in</a>');
    expect((await ada.get('/help/kb')).text).toContain('ada <a href="/logout">');
  });

  it('accepts an image upload and serves the image', async () => {
    const nonce = await ada.nonce();
    const sent = await ada
      .post('/help/api/mortise/v1/media')
      .set('X-CMS-Nonce', nonce)
      .attach('file', PICTURE, 'pan.png');
    expect(sent.status).toBe(201);
    const { source_url: address } = sent.body as { source_url: string };
    const page = await visitor.get(new URL(address).pathname);
    expect(page.headers['content-type']).toBe('image/png');
    expect(page.body.equals(PICTURE)).toBe(true);
  });

  it('responds to HEAD like GET', async () => {
    for (const path of ['/help/kb', '/help/api/']) {
      const [got, head] = [await visitor.get(path), await visitor.head(path)];
      expect([head.status, head.text]).toEqual([got.status, undefined]);
      expect(head.headers['content-length']).toBe(got.headers['content-length']);
    }
  });

  it('invalidates the nonces of a session on logout', async () => {
    const nonce = await ada.nonce();
    expect((await ada.postForm('/logout', { redirect_to: '//evil.example' })).headers.location).toBe('/');
    ada = new ExampleBrowser(shop.site);
    expect((await ada.write(nonce)).status).toBe(401);
    await ada.logIn('ada', 'iron-skillet');
    expect((await ada.write(nonce)).body).toMatchObject({ code: 'rest_cookie_invalid_nonce' });
  });

  it('exits cleanly on request', async () => {
    expect(await shop.end()).toBe(0);
  });
});
