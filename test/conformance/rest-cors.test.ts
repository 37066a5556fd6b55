import { definePlugin } from 'mortise';
import { respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';

const APP = 'https://app.example.net';

const plugin = () =>
  definePlugin({
    name: 'acme',
    version: '1.0.0',
    setup({ rest, hooks }) {
      const open = { permission: 'public', summary: 'Open', path: '/things' } as const;
      rest.route('acme/v1', { ...open, method: 'GET', handler: () => ({ open: true }) });
      rest.route('acme/v1', {
        ...open,
        method: 'GET',
        path: '/generous',
        handler: () =>
          respond(1, {
            headers: {
              'Access-Control-Allow-Origin': '*',
              'access-control-allow-credentials': 'true',
              'Access-Control-Allow-Methods': 'GET',
            },
          }),
      });
      hooks.addFilter('rest_exposed_cors_headers', (names) => [...names, 'X-Acme']);
      hooks.addFilter('rest_allowed_cors_headers', (names) => [...names, 'X-Acme-Token']);
    },
  });

/** Allow-list of origins, where WordPress allows every origin. */
describe('CORS', () => {
  let host: TestHost | undefined;
  afterEach(() => host?.close());

  async function open(cors?: object): Promise<Agent> {
    host = await createTestHost({ plugins: [plugin()], ...(cors ? { cors: cors as never } : {}) });
    return request(await host.listen());
  }
  const preflight = (http: Agent, origin: string, path = '/things') =>
    http.options(`/api/acme/v1${path}`).set({ Origin: origin, 'Access-Control-Request-Method': 'PUT' });
  const granted = ({ headers }: Response) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));

  it('is off by default and allows no other origin', async () => {
    const http = await open();
    for (const answer of [await http.get('/api/acme/v1/things').set('Origin', APP), await preflight(http, APP)]) {
      expect(granted(answer)).toEqual({});
    }
  });

  it('allows a listed origin and exposes its headers', async () => {
    const http = await open({ origins: [APP] });
    const answer = await http.get('/api/acme/v1/things').set('Origin', APP);
    expect(answer).toMatchObject({ status: 200, body: { open: true } });
    expect(granted(answer)).toMatchObject({ 'access-control-allow-origin': APP });
    expect(answer.headers['access-control-expose-headers']).toMatch(/X-CMS-Total, X-CMS-TotalPages, Link.*X-Acme/);
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(answer.headers.vary).toMatch(/Cookie.*Authorization.*Origin/);
  });

  it.each([
    'https://evil.example',
    'https://app.example.net.evil.example',
    'http://app.example.net',
    'null',
    'https://app.example.net:444',
  ])('does not allow %s, and varies by origin', async (origin) => {
    const http = await open({ origins: [APP] });
    for (const answer of [await http.get('/api/acme/v1/things').set('Origin', origin), await preflight(http, origin)]) {
      expect(granted(answer)).toEqual({});
      expect(answer.headers.vary).toContain('Origin');
    }
  });

  it('accepts a function, and allows credentials when the site enables them', async () => {
    const http = await open({ origins: (origin: string) => origin.endsWith('.example.net'), credentials: true });
    expect(granted(await http.get('/api/acme/v1/things').set('Origin', 'https://one.example.net'))).toMatchObject({
      'access-control-allow-origin': 'https://one.example.net',
      'access-control-allow-credentials': 'true',
    });
  });

  it('answers a preflight without a body, unlike a plain OPTIONS', async () => {
    const http = await open({ origins: [APP], maxAge: 60 });
    const answer = await preflight(http, APP);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(granted(answer)).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': expect.stringMatching(/PUT.*PATCH.*DELETE/),
      'access-control-allow-headers': expect.stringMatching(/Authorization.*X-CMS-Nonce.*X-WP-Nonce.*X-Acme-Token/),
      'access-control-max-age': '60',
    });
    const described = await http.options('/api/acme/v1/things').set('Origin', APP);
    expect(described).toMatchObject({ status: 200, body: { methods: ['GET'] } });
  });

  it('answers preflights of unknown routes, so that their errors can be read', async () => {
    const http = await open({ origins: [APP] });
    expect((await preflight(http, APP, '/nowhere')).status).toBe(204);
    const refused = await http.get('/api/acme/v1/nowhere').set('Origin', APP);
    expect(refused).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
    expect(refused.headers['access-control-allow-origin']).toBe(APP);
  });

  it('lets a plugin change the methods, but not the origin or the credentials', async () => {
    const http = await open({ origins: [APP] });
    expect(granted(await http.get('/api/acme/v1/generous').set('Origin', APP))).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'GET',
    });
    const stranger = await http.get('/api/acme/v1/generous').set('Origin', 'https://evil.example');
    expect(stranger.headers).not.toHaveProperty('access-control-allow-origin');
    expect(stranger.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('is never enabled for the nonce', async () => {
    const http = await open({ origins: [APP], credentials: true });
    expect(granted(await http.get('/api/nonce').set('Origin', APP))).toEqual({});
  });

  it.each([true, [APP], {}, { origins: APP }])('rejects %j as the whole option at startup', async (cors) => {
    await expect(createTestHost({ cors: cors as never })).rejects.toMatchObject({ code: 'config_invalid' });
    host = undefined;
  });

  it.each(['*', 'app.example.net', 'https://app.example.net/', 'https://app.example.net/path', ''])(
    'rejects "%s" as an origin at startup',
    async (origin) => {
      await expect(open({ origins: [origin] })).rejects.toMatchObject({ code: 'config_invalid' });
      host = undefined;
    },
  );
});

describe('WordPress header names', () => {
  let host: TestHost;
  afterEach(() => host.close());

  it('are sent and accepted by default, and not with compat: off', async () => {
    for (const compat of ['wp', 'off'] as const) {
      host = await createTestHost({ plugins: [plugin()], compat });
      const http = request(await host.listen());
      const user = await host.createUser('subscriber');
      const { token, session } = await host.sessions.create({ userId: user.id });
      const nonce = host.nonces.create('rest', user.id, session);
      const headers = { Cookie: `cms_session=${token}`, 'X-WP-Nonce': nonce };
      const answer = await http.get('/api/acme/v1/things').set(headers);
      expect(answer.headers['cache-control'] === 'no-store, private').toBe(compat === 'wp');
      expect(`${answer.headers.link}`.includes('https://api.w.org/')).toBe(compat === 'wp');
      expect(answer.headers.link).toContain('rel="service-desc"');
      const page = await http.get('/admin/login');
      expect(`${page.headers.link}`.includes('https://api.w.org/')).toBe(compat === 'wp');
      if (compat === 'wp') await host.close();
    }
  });
});
