import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { definePlugin, type HostOptions } from 'mortise';
import { escapeHtml } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startHost(options: HostOptions = {}): Promise<TestHost> {
  const host = await createTestHost({ plugins: [knowledgeBase()], ...options });
  closing.push(host.close);
  return host;
}

/** Serves a site on its own port. @returns its URL without a trailing slash */
async function serve(site: RequestListener): Promise<string> {
  const server: Server = createServer(site);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function publish(host: TestHost, title: string, body: Record<string, unknown> = {}): Promise<void> {
  const administrator = await host.createUser('administrator');
  const answer = await host.request('POST', '/vendor-kb/v1/articles', {
    as: administrator,
    body: { title, content: `All about ${title}.`, status: 'publish', ...body },
  });
  expect(answer.status).toBe(201);
}

/** Local URLs that a page links to, submits to or loads. */
function localAddresses(html: string): string[] {
  const found = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, address = '']) => address);
  return [...new Set(found.map((address) => address.replaceAll('&#38;', '&')))];
}

async function writer(host: TestHost): Promise<{ Authorization: string }> {
  const editor = await host.createUser('editor');
  const { password } = await host.applicationPasswords.create(editor.id, { name: 'test' });
  return basic(editor.login, password);
}

describe('Express site', () => {
  it('serves its paths and leaves everything else to the site, including pages and 404', async () => {
    const host = await startHost();
    const app = express();
    app.get('/', (_request, response) => void response.send('my shop'));
    app.use(host.handler());
    app.get('/after', (_request, response) => void response.send('behind the host'));
    app.use((_request: Request, response: Response) => void response.status(404).send('my own 404'));
    const site = await serve(app);

    const ask = async (path: string, init?: RequestInit): Promise<[number, string]> => {
      const response = await fetch(site + path, init);
      return [response.status, await response.text()];
    };
    expect(await ask('/')).toEqual([200, 'my shop']);
    expect(await ask('/after')).toEqual([200, 'behind the host']);
    expect(await ask('/nowhere')).toEqual([404, 'my own 404']);
    expect(await ask('/kbx')).toEqual([404, 'my own 404']);
    expect(await ask('/kb', { method: 'POST' })).toEqual([404, 'my own 404']);
    expect((await ask('/kb'))[0]).toBe(200);
    expect((await ask('/admin/login'))[0]).toBe(200);
    expect(await ask('/api/')).toEqual([200, expect.stringContaining('vendor-kb/v1')]);
    expect(await ask('/api/nowhere')).toEqual([404, expect.stringContaining('rest_no_route')]);
    expect(await ask('/kb/nowhere')).toEqual([404, expect.not.stringContaining('my own 404')]);
  });

  it('serves its paths where the options say', async () => {
    const host = await startHost({ root: '/rest', admin: '/office', plugins: [knowledgeBase({ path: '/docs' })] });
    await publish(host, 'Soup');
    const site = await serve(express().use(host.handler()));
    for (const path of ['/rest/', '/office/login', '/docs', '/docs/soup']) {
      expect((await fetch(site + path)).status, path).toBe(200);
    }
    for (const path of ['/api/', '/admin/login', '/kb']) expect((await fetch(site + path)).status, path).toBe(404);
    expect(await (await fetch(`${site}/docs`)).text()).not.toMatch(/"\/(?:api|admin|kb)\b/);
  });

  it('works with and without earlier body parsers', async () => {
    const host = await startHost();
    const Authorization = (await writer(host)).Authorization;
    const parsers = [express.json(), express.urlencoded({ extended: true }), express.text(), express.raw()];
    const sites = [
      await serve(express().use(host.handler())),
      await serve(express().use(express.json()).use(host.handler())),
      await serve(express().use(express.urlencoded()).use(host.handler())),
      await serve(express().use(parsers).use(host.handler())),
      await serve(
        express()
          .use(express.raw({ type: '*/*' }))
          .use(host.handler()),
      ),
    ];
    for (const [index, site] of sites.entries()) {
      const post = (type: string, body: string) =>
        fetch(`${site}/api/vendor-kb/v1/articles`, {
          method: 'POST',
          headers: { 'Content-Type': type, Authorization },
          body,
        });
      const asJson = await post('application/json', JSON.stringify({ title: 'Soup', content: 'Onions' }));
      expect(asJson.status, `JSON, site ${index}`).toBe(201);
      expect(await asJson.json()).toMatchObject({ title: { raw: 'Soup' } });
      const asForm = await post('application/x-www-form-urlencoded', 'title=Form&content=Onions');
      expect(asForm.status, `form, site ${index}`).toBe(201);
      expect(await asForm.json()).toMatchObject({ title: { raw: 'Form' } });
      expect((await fetch(`${site}/api/vendor-kb/v1/articles`)).status).toBe(200);
    }
  });

  it('signs in through its own page, with and without earlier parsers', async () => {
    const host = await startHost();
    const editor = await host.createUser('editor');
    for (const app of [express(), express().use(express.json(), express.urlencoded({ extended: false }))]) {
      const site = await serve(app.use(host.handler()));
      const form = await (await fetch(`${site}/admin/login?redirect_to=%2Fkb`)).text();
      const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(form)?.[1] ?? '';
      const body = new URLSearchParams({
        nonce: field('nonce'),
        redirect_to: field('redirect_to'),
        login: editor.login,
        password: editor.password,
      });
      const answer = await fetch(`${site}/admin/login`, { method: 'POST', body, redirect: 'manual' });
      expect(answer.status).toBe(303);
      expect(answer.headers.get('Location')).toBe('/kb');
      const [cookie = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';');
      expect(await (await fetch(`${site}/kb`, { headers: { cookie } })).text()).toContain(editor.name);
    }
  });

  it("passes unexpected errors to the site's error handler", async () => {
    const host = await startHost({
      identify: (request) => {
        if (request.headers['x-break']) throw new Error('the session store is down');
        return null;
      },
      layout: () => {
        throw new Error('the layout is broken');
      },
    });
    await publish(host, 'Soup');
    const app = express();
    app.use(host.handler());
    app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
      response.status(503).send(`the site says: ${error.message}`);
    });
    const site = await serve(app);
    const broken = await fetch(`${site}/admin/login`, { headers: { 'X-Break': '1' } });
    expect([broken.status, await broken.text()]).toEqual([503, 'the site says: the session store is down']);
    const unframed = await fetch(`${site}/kb/soup`);
    expect([unframed.status, await unframed.text()]).toEqual([503, 'the site says: the layout is broken']);
    const rest = await fetch(`${site}/api/vendor-kb/v1/articles`, { headers: { 'X-Break': '1' } });
    expect([rest.status, await rest.json()]).toMatchObject([500, { code: 'rest_internal_error' }]);
  });
});

describe('host mounted below a path', () => {
  const URL_OF_SITE = 'https://x.example/help';

  async function start(): Promise<{ host: TestHost; site: string }> {
    const host = await startHost({ url: URL_OF_SITE });
    const app = express();
    app.use('/help', host.handler());
    app.use((_request: Request, response: Response) => void response.status(404).send('my own 404'));
    return { host, site: await serve(app) };
  }

  it('links, loads and submits below that path only, without broken links', async () => {
    const { host, site } = await start();
    await publish(host, 'Soup', { tags: ['warm'] });
    await publish(host, 'Salad');
    for (const path of [
      '/help/kb',
      '/help/kb/soup',
      '/help/kb/search?q=soup',
      '/help/kb/nowhere',
      '/help/admin/login',
    ]) {
      const html = await (await fetch(site + path)).text();
      const addresses = localAddresses(html);
      expect(addresses.length, path).toBeGreaterThan(3);
      expect(
        addresses.filter((address) => !/^\/help(?:\/|$)/.test(address)),
        path,
      ).toEqual([]);
      const own = addresses.filter((address) => address !== '/help/' && address !== '/help');
      for (const address of own) expect((await fetch(site + address)).status, `${path} -> ${address}`).toBe(200);
    }
  });

  it('uses the full public URL for canonical URLs and Location and Link headers', async () => {
    const { host, site } = await start();
    await publish(host, 'Soup');
    await publish(host, 'Salad');
    expect(await (await fetch(`${site}/help/kb/soup`)).text()).toContain(
      `<link rel="canonical" href="${URL_OF_SITE}/kb/soup">`,
    );
    const list = await fetch(`${site}/help/api/vendor-kb/v1/articles?per_page=1`);
    expect(list.headers.get('Link')).toBe(
      `<${URL_OF_SITE}/api/>; rel="https://api.w.org/", <${URL_OF_SITE}/api/openapi.json>; rel="service-desc", ` +
        `<${URL_OF_SITE}/api/vendor-kb/v1/articles?per_page=1&page=2>; rel="next", ` +
        `<${URL_OF_SITE}/api/vendor-kb/v1/articles?per_page=1&page=2>; rel="last"`,
    );
    const [article] = (await list.json()) as { link: string; _links: { self: { href: string }[] } }[];
    expect(article?.link).toMatch(new RegExp(`^${URL_OF_SITE}/kb/`));
    expect(article?._links.self[0]?.href).toMatch(new RegExp(`^${URL_OF_SITE}/api/vendor-kb/v1/articles/\\d+$`));
    const administrator = await host.createUser('administrator');
    const created = await host.request('POST', '/vendor-kb/v1/articles', { as: administrator, body: { title: 'New' } });
    expect(created.headers.Location).toBe(
      `${URL_OF_SITE}/api/vendor-kb/v1/articles/${(created.data as { id: number }).id}`,
    );
    const root = (await (await fetch(`${site}/help/api/`)).json()) as { url: string; home: string };
    expect(root).toMatchObject({ url: `${URL_OF_SITE}/`, home: `${URL_OF_SITE}/` });
  });

  it('redirects below that path, to the login and from old URLs', async () => {
    const { host, site } = await start();
    await publish(host, 'Soup');
    const administrator = await host.createUser('administrator');
    await host.request('PUT', '/vendor-kb/v1/articles/1', { as: administrator, body: { slug: 'onion-soup' } });
    const locationOf = async (path: string): Promise<string | null> =>
      (await fetch(site + path, { redirect: 'manual' })).headers.get('Location');
    expect(await locationOf('/help/admin')).toBe('/help/admin/login?redirect_to=%2Fhelp%2Fadmin');
    expect(await locationOf('/help/kb/soup')).toMatch(/^(?:https:\/\/x\.example)?\/help\/kb\/onion-soup$/);
  });

  it('ignores requests outside that path', async () => {
    const { site } = await start();
    for (const path of ['/kb', '/api/', '/admin/login', '/helpkb']) {
      expect(await (await fetch(site + path)).text()).toBe('my own 404');
    }
  });
});

describe('site login', () => {
  interface SiteSession {
    user: { id: number; email: string; roles: string[] };
  }

  /** Starts a site with ordinary sessions: a cookie that names a record. */
  async function start() {
    const sessions = new Map<string, SiteSession>();
    const sessionId = (request: { headers: { cookie?: string | undefined } }): string =>
      /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const host = await startHost({
      identify(request: Request) {
        const user = sessions.get(sessionId(request))?.user;
        return user && { provider: 'site', session: sessionId(request), name: `Customer ${user.id}`, ...user };
      },
    });
    const site = await serve(express().use(host.handler()));
    return {
      host,
      site,
      sessions,
      logIn(user: SiteSession['user']): { cookie: string } {
        const id = randomUUID();
        sessions.set(id, { user });
        return { cookie: `sid=${id}` };
      },
    };
  }

  const ADA = { id: 7, email: 'ada@example.com', roles: ['editor'] };

  const write = (site: string, headers: Record<string, string>): Promise<globalThis.Response> =>
    fetch(`${site}/api/vendor-kb/v1/articles`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ title: 'Soup' }),
    });

  it('recognizes the signed-in user on pages and provisions one account per user', async () => {
    const { host, site, logIn } = await start();
    const ada = logIn(ADA);
    expect(await (await fetch(`${site}/kb`, { headers: ada })).text()).toContain('Customer 7');
    expect(await (await fetch(`${site}/kb`)).text()).not.toContain('Customer 7');
    await fetch(`${site}/kb`, { headers: logIn(ADA) });
    const { users } = await host.users.list();
    expect(users).toMatchObject([{ email: 'ada@example.com', name: 'Customer 7', roles: ['editor'] }]);
  });

  it('treats a cookie without a nonce as anonymous and one with a nonce as its user', async () => {
    const { site, logIn } = await start();
    const ada = logIn(ADA);
    expect((await write(site, ada)).status).toBe(401);
    const nonce = await (await fetch(`${site}/api/nonce`, { headers: ada })).text();
    expect((await write(site, { ...ada, 'X-CMS-Nonce': nonce })).status).toBe(201);
  });

  it('rejects a nonce of another session or of an ended session', async () => {
    const { site, sessions, logIn } = await start();
    const ada = logIn(ADA);
    const nonce = await (await fetch(`${site}/api/nonce`, { headers: ada })).text();
    expect(await (await write(site, { ...logIn(ADA), 'X-CMS-Nonce': nonce })).json()).toMatchObject({
      code: 'rest_cookie_invalid_nonce',
    });
    sessions.clear();
    expect((await write(site, { ...ada, 'X-CMS-Nonce': nonce })).status).toBe(401);
    expect((await fetch(`${site}/api/nonce`, { headers: ada })).status).toBe(401);
  });

  it("uses the site's current roles for every request", async () => {
    const { site, sessions, logIn } = await start();
    const ada = logIn(ADA);
    const nonce = await (await fetch(`${site}/api/nonce`, { headers: ada })).text();
    for (const session of sessions.values()) session.user = { ...ADA, roles: ['subscriber'] };
    expect((await write(site, { ...ada, 'X-CMS-Nonce': nonce })).status).toBe(403);
  });

  it('explains what to return when identify omits the session', async () => {
    const host = await startHost({ identify: () => ({ provider: 'site', id: 1 }) });
    const site = await serve(host.handler());
    const answer = await fetch(`${site}/api/vendor-kb/v1/articles`);
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      code: expect.stringMatching(/^identify_/),
      message: expect.stringContaining('session'),
    });
  });
});

describe('pages', () => {
  it("are rendered in the site's layout", async () => {
    const host = await startHost({
      layout: ({ title, head, body, locale }) =>
        `<!doctype html><html lang="${locale}"><head><title>${escapeHtml(title)} | Shop</title>${head}</head>` +
        `<body><header>My shop</header>${body}</body></html>`,
    });
    await publish(host, 'Soup & <b>bread</b>', { slug: 'soup' });
    const site = await serve(host.handler());
    const html = await (await fetch(`${site}/kb/soup`)).text();
    expect(html).toContain('<title>Soup &#38; &#60;b&#62;bread&#60;/b&#62; | Shop</title>');
    expect(html).toContain('<header>My shop</header>');
    expect(html).toMatch(/<link rel="stylesheet" href="\/_mortise\/\w+\/kb\/kb\.css">/);
    expect(html).toContain('<link rel="canonical"');
    expect(html).not.toContain('m-header');
    expect(await (await fetch(`${site}/admin/login`)).text()).toContain('<header>My shop</header>');
  });

  it('send a strict CSP of their own unless it is turned off', async () => {
    const policyOf = async (options: HostOptions): Promise<string | null> => {
      const site = await serve((await startHost(options)).handler());
      return (await fetch(`${site}/kb`)).headers.get('Content-Security-Policy');
    };
    expect(await policyOf({})).toMatch(/^default-src 'none'/);
    expect(await policyOf({ csp: 'off' })).toBeNull();
  });
});

describe('plain node:http site', () => {
  it('responds with 404 and 500 itself, without error details', async () => {
    const host = await startHost({
      identify: (request) => {
        if (request.headers['x-break']) throw new Error('a detail that nobody should see');
        return null;
      },
    });
    const site = await serve(host.handler());
    expect((await fetch(`${site}/kb`)).status).toBe(200);
    expect((await fetch(`${site}/nowhere`)).status).toBe(404);
    const broken = await fetch(`${site}/kb`, { headers: { 'X-Break': '1' } });
    expect([broken.status, await broken.text()]).toEqual([500, expect.not.stringContaining('detail')]);
  });
});

describe('two hosts in one process', () => {
  it('share no databases, hooks, plugins, users or nonces', async () => {
    const greeter = (greeting: string) =>
      definePlugin({
        name: 'greeter',
        version: '1.0.0',
        setup({ rest }) {
          rest.route('greeter/v1', {
            method: 'GET',
            path: '/greeting',
            summary: 'Greet',
            permission: 'public',
            handler: () => ({ greeting }),
          });
        },
      });
    const one = await startHost({ url: 'http://localhost/one', plugins: [knowledgeBase(), greeter('hello')] });
    const two = await startHost({ url: 'http://localhost/two', plugins: [greeter('ahoj')], name: 'Second' });
    one.hooks.addFilter('rest_index', (index) => ({ ...index, changed: true }));
    await publish(one, 'Soup');
    const app = express();
    app.use('/one', one.handler());
    app.use('/two', two.handler());
    const site = await serve(app);
    const json = async (path: string): Promise<unknown> => (await fetch(site + path)).json();
    expect(await json('/one/api/greeter/v1/greeting')).toEqual({ greeting: 'hello' });
    expect(await json('/two/api/greeter/v1/greeting')).toEqual({ greeting: 'ahoj' });
    expect(await json('/one/api/')).toMatchObject({ name: 'Mortise', changed: true });
    expect(await json('/two/api/')).not.toHaveProperty('changed');
    expect((await fetch(`${site}/one/kb/soup`)).status).toBe(200);
    expect((await fetch(`${site}/two/kb`)).status).toBe(404);
    expect(await two.users.list()).toMatchObject({ total: 0 });
    await one.close();
    expect(await json('/two/api/greeter/v1/greeting')).toEqual({ greeting: 'ahoj' });
  });
});
