import { definePlugin, type Plugin } from 'mortise';
import type { RouteDefinition } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response, Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { createProbe, type Probe } from './probe-plugin.js';

/**
 * REST contract of the host, row by row over real HTTP: behavior that WordPress clients rely on, and intentional
 * differences.
 */
describe('REST registry', () => {
  let host: TestHost;
  let probe: Probe;
  let site: string;
  /** Credentials of an administrator and of a subscriber. */
  let administrator: Record<string, string>;
  let subscriber: Record<string, string>;

  beforeAll(async () => {
    probe = createProbe();
    host = await createTestHost({
      plugins: [probe.plugin],
      name: 'Conformance',
      description: 'A host under test',
      url: 'https://example.com/site',
      timezone: 'Asia/Kolkata',
    });
    site = await host.listen();
    administrator = await credentials('administrator');
    subscriber = await credentials('subscriber');
  });
  afterAll(() => host.close());

  async function credentials(role: string): Promise<Record<string, string>> {
    const user = await host.createUser(role);
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Conformance' });
    return basic(user.login, password);
  }

  const get = (path: string) => request(site).get(`/api${path}`);
  const post = (path: string, json: object) => request(site).post(`/api${path}`).send(json);

  async function expectError(answer: Response | Promise<Response>, status: number, code: string): Promise<void> {
    const { status: actual, body: data } = await answer;
    expect({ status: actual, data }).toMatchObject({ status, data: { code, data: { status } } });
  }

  /** Registers routes as a plugin with this name would, after startup. */
  async function activate(name: string, ...definitions: unknown[]): Promise<void> {
    const plugin: Plugin = definePlugin({
      name,
      version: '1.0.0',
      setup({ rest }) {
        for (const definition of definitions) {
          // Plugins in JavaScript can make mistakes that the types reject.
          rest.route('acme/v1', definition as RouteDefinition<string, never>);
        }
      },
    });
    await host.plugins.activate([plugin]);
  }

  describe('registration and matching', () => {
    it('adds a route while the host is running', async () => {
      await expectError(get('/acme/v1/late'), 404, 'rest_no_route');
      const late = { method: 'GET', path: '/late', summary: 'Late', permission: 'public', handler: () => 1 } as const;
      probe.rest().route('acme/v1', late);
      expect(await get('/acme/v1/late')).toMatchObject({ status: 200, body: 1 });
    });

    it.each(['', 'acme', 'acme/', '/acme/v1', 'acme/v1/', 'acme/1'])(
      'rejects the namespace "%s", which has no version',
      (namespace) => {
        const register = () =>
          probe.rest().route(namespace, {
            method: 'GET',
            path: '/x',
            summary: 'x',
            permission: 'public',
            handler: () => 1,
          });
        expect(register).toThrow(expect.objectContaining({ code: 'rest_route_invalid' }));
      },
    );

    it('supports several endpoints on a route', async () => {
      expect((await get('/acme/v1/shared')).body).toEqual({ endpoint: 'read' });
      expect((await post('/acme/v1/shared', {})).body).toEqual({ endpoint: 'write' });
      expect((await get('/acme/v1')).body).toMatchObject({
        routes: { '/acme/v1/shared': { methods: ['GET', 'POST', 'PUT'], endpoints: [{}, {}] } },
      });
    });

    it('rejects a plugin with a taken method and path, naming both, and registers nothing', async () => {
      const read = { method: 'GET', summary: 'x', permission: 'public', handler: () => 'mine' };
      const clash = activate('acme-rival', { ...read, path: '/rival' }, { ...read, path: '/shared' });
      await expect(clash).rejects.toThrow(/"acme-probe".*"acme-rival"/);
      await expectError(get('/acme/v1/rival'), 404, 'rest_no_route');
      expect((await get('/acme/v1/shared')).body).toEqual({ endpoint: 'read' });
    });

    it('lets a second plugin add another method and override one', async () => {
      const open = { path: '/shared', summary: 'x', permission: 'public' };
      await activate(
        'acme-addition',
        { ...open, method: 'DELETE', handler: () => 'deleted' },
        { ...open, method: 'PUT', override: true, handler: () => 'put anew' },
      );
      expect((await request(site).delete('/api/acme/v1/shared')).body).toBe('deleted');
      expect((await request(site).put('/api/acme/v1/shared')).body).toBe('put anew');
      expect((await post('/acme/v1/shared', {})).body).toEqual({ endpoint: 'write' });
      await host.plugins.deactivate('acme-addition');
      await expectError(request(site).delete('/api/acme/v1/shared'), 404, 'rest_no_route');
    });

    it.each([
      ['read', ['GET']],
      ['create', ['POST']],
      ['edit', ['POST', 'PUT', 'PATCH']],
      ['delete', ['DELETE']],
      ['all', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']],
    ])('accepts the methods of the constant for "%s": %j', async (name, accepted) => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const { status } = await new Test(site, method, `/api/acme/v1/methods/${name}`);
        expect([method, status]).toEqual([method, accepted.includes(method) ? 200 : 404]);
      }
    });

    it('creates the index of a namespace with its first route', async () => {
      expect(await get('/acme/long/v1')).toMatchObject({
        status: 200,
        body: { namespace: 'acme/long/v1', routes: { '/acme/long/v1/shared': {} } },
      });
    });

    it('ignores case and a trailing slash, and matches the whole path', async () => {
      for (const path of ['/acme/v1/shared/', '/ACME/V1/Shared', '/acme/v1/sha%72ed']) {
        expect((await get(path)).body).toEqual({ endpoint: 'read' });
      }
      for (const path of ['/acme/v1/shared/more', '/acme/v1/share', '/acme/v1/sharedx', '/x/acme/v1/shared']) {
        await expectError(get(path), 404, 'rest_no_route');
      }
    });

    it('does not shadow a longer namespace', async () => {
      expect((await get('/acme/long/v1/shared')).body).toEqual({ endpoint: 'longer namespace' });
      await expectError(get('/acme/long'), 404, 'rest_no_route');
    });

    it('matches parameters by pattern and prefers fixed text', async () => {
      expect((await get('/acme/v1/codes/abc')).body).toEqual({ code: 'abc' });
      expect((await get('/acme/v1/codes/all')).body).toEqual({ endpoint: 'fixed text' });
      for (const code of ['ab', 'abcd', '123', 'ab%2Fc']) {
        await expectError(get(`/acme/v1/codes/${code}`), 404, 'rest_no_route');
      }
    });

    it('accepts regular expressions of WordPress and shows them as templates', async () => {
      probe.rest().route('acme/v1', {
        method: 'GET',
        path: '/recipes/(?P<id>[\\d]+)/steps/(?P<step>[a-z]+)',
        summary: 'As a plugin of WordPress writes it',
        permission: 'public',
        handler: ({ args }) => args,
      });
      expect((await get('/acme/v1/recipes/12/steps/boil')).body).toEqual({ id: '12', step: 'boil' });
      await expectError(get('/acme/v1/recipes/x/steps/boil'), 404, 'rest_no_route');
      expect((await get('/acme/v1')).body).toMatchObject({
        routes: { '/acme/v1/recipes/{id}/steps/{step}': { methods: ['GET'] } },
      });
    });

    it('returns 404 for no match and for a wrong method, with the allowed methods', async () => {
      await expectError(get('/acme/v1/nowhere'), 404, 'rest_no_route');
      const wrong = await request(site).delete('/api/acme/v1/methods/edit');
      await expectError(wrong, 404, 'rest_no_route');
      expect(wrong.headers.allow).toBe('POST, PUT, PATCH');
    });

    it('rejects a route without a permission', async () => {
      const bare = activate('acme-bare', { method: 'GET', path: '/bare', summary: 'x', handler: () => 1 });
      await expect(bare).rejects.toMatchObject({ cause: { code: 'rest_permission_missing' } });
      await expectError(get('/acme/v1/bare'), 404, 'rest_no_route');
    });

    it.each([
      [{ type: 'integer', minimum: 1 }, 0],
      [{ type: 'integer' }, 'ten'],
      [{ type: 'string', enum: ['asc', 'desc'] }, 'up'],
      [{ type: 'string', maxLength: 2 }, 'abc'],
      [{ type: 'array', items: { type: 'string' } }, { a: 1 }],
    ])('rejects a default that its own schema %j does not accept: %j', async (schema, value) => {
      const args = { a: { ...schema, default: value } };
      const route = { method: 'GET', path: '/default', summary: 'x', permission: 'public', args, handler: () => 1 };
      const refused = activate('acme-default', route);
      await expect(refused).rejects.toMatchObject({ cause: { message: expect.stringContaining('default of "a"') } });
    });
  });

  describe('parameters', () => {
    const sources = (method = 'POST') => new Test(site, method, '/api/acme/v1/sources/7?name=query');

    it('prefers the path to JSON, JSON to the query and the query to the default', async () => {
      expect((await sources().send({ id: 9, name: 'json' })).body).toEqual({ id: 7, name: 'json' });
      expect((await sources().send({ other: 'x' })).body).toEqual({ id: 7, name: 'query', other: 'x' });
      expect((await request(site).post('/api/acme/v1/sources/7?id=8')).body).toEqual({ id: 7, name: 'default' });
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('reads a form with %s and prefers it to the query', async (method) => {
      const answer = await sources(method).type('form').send('name=form&other=a+b%26c');
      expect(answer.body).toEqual({ id: 7, name: 'form', other: 'a b&c' });
    });

    it('supports a filter for the order', async () => {
      const subscription = probe
        .hooks()
        .addFilter('rest_request_parameter_order', (order, { route }) =>
          route === '/acme/v1/sources/{id}' ? ['path', 'query', 'json', 'form'] : order,
        );
      expect((await sources().send({ name: 'json' })).body).toMatchObject({ name: 'query' });
      subscription.remove();
      expect((await sources().send({ name: 'json' })).body).toMatchObject({ name: 'json' });
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'application/vnd.acme+json', 'APPLICATION/JSON'])(
      'rejects a broken body of type %s with the position of the error',
      async (type) => {
        const answer = await request(site)
          .post('/api/acme/v1/schema')
          .type(type)
          .send('{"text": "ok",\n "whole": nope}');
        await expectError(answer, 400, 'rest_invalid_json');
        expect(answer.body).toMatchObject({ data: { json_error_message: expect.stringMatching(/nope|position \d/) } });
      },
    );

    it('does not parse a body of another type as JSON', async () => {
      const answer = await request(site).post('/api/acme/v1/schema').type('text/plain').send('{"text": ');
      await expectError(answer, 415, 'rest_unsupported_media_type');
    });

    it('checks required, schema, validate, sanitize, permission and handler in this order', async () => {
      const accepted = async (json: object) => {
        probe.steps.length = 0;
        const { status } = await post('/acme/v1/steps', json);
        return [status, ...probe.steps];
      };
      expect(await accepted({ value: 3 })).toEqual([400]);
      expect(await accepted({ needed: 'x', value: 102 })).toEqual([400]);
      expect(await accepted({ needed: 'x', value: 3 })).toEqual([400, 'validate']);
      expect(await accepted({ needed: 'forbidden', value: 4 })).toEqual([401, 'validate', 'sanitize', 'permission 40']);
      expect(await accepted({ needed: 'x', value: 4 })).toEqual([
        200,
        'validate',
        'sanitize',
        'permission 40',
        'handler',
      ]);
    });

    it('names all missing parameters', async () => {
      const answer = await post('/acme/v1/required', { third: 1 });
      await expectError(answer, 400, 'rest_missing_callback_param');
      expect(answer.body).toMatchObject({ data: { params: ['first', 'second'] } });
    });

    it('names all invalid parameters, each with a message and a code', async () => {
      const answer = await post('/acme/v1/schema', { whole: 11, flag: 'maybe', text: 'longer than five', ratio: 1.5 });
      await expectError(answer, 400, 'rest_invalid_param');
      expect(answer.body).toMatchObject({
        message: expect.stringMatching(/^Invalid parameter\(s\): whole, flag, text/),
        data: {
          params: { whole: expect.any(String), flag: expect.any(String), text: expect.any(String) },
          details: {
            whole: { code: 'rest_out_of_bounds', message: expect.any(String) },
            flag: { code: 'rest_invalid_type' },
            text: { code: 'rest_too_long' },
          },
        },
      });
      expect(Object.keys((answer.body as { data: { params: object } }).data.params)).toHaveLength(3);
    });

    it('includes the message of a custom validator in the error', async () => {
      const answer = await post('/acme/v1/steps', { needed: 'x', value: 3 });
      expect(answer.body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { value: 'value must be even.' } },
      });
    });

    const COERCED: [query: string, args: Record<string, unknown>][] = [
      ['whole=7', { whole: 7 }],
      ['whole=7.0', { whole: 7 }],
      ['ratio=-1.5', { ratio: -1.5 }],
      ['ratio=3', { ratio: 3 }],
      ['flag=true', { flag: true }],
      ['flag=TRUE', { flag: true }],
      ['flag=1', { flag: true }],
      ['flag=false', { flag: false }],
      ['flag=0', { flag: false }],
      ['list=1,2,3', { list: [1, 2, 3] }],
      ['list[]=1&list[]=2', { list: [1, 2] }],
      ['record[depth]=4', { record: { depth: 4 } }],
      ['either=5', { either: 5 }],
      ['either=true', { either: true }],
      ['odd=anything', { odd: 'anything' }],
    ];
    it.each(COERCED)('coerces the query %s to %j', async (query, args) => {
      expect(await get(`/acme/v1/schema?${query}`)).toMatchObject({ status: 200, body: { args } });
    });

    it.each(['list=', 'record=', 'whole=', 'flag=', 'text='])('treats the query %s as absent', async (query) => {
      const plain = await get('/acme/v1/schema');
      expect(await get(`/acme/v1/schema?${query}`)).toMatchObject({ status: 200, body: plain.body });
    });

    it.each([
      'whole=0x5',
      'whole=1e1',
      'whole=7.5',
      'whole=seven',
      'whole=99999999999999999999',
      'whole=NaN',
      'ratio=1e3',
      'ratio=0x10',
      'ratio=Infinity',
      'flag=yes',
      'flag=2',
      'list=1,x',
      'list=1,1',
      'list=1,2,3,4',
      'record=text',
      'record[depth]=deep',
      'choice=three',
      'text=a',
      'text=abcdef',
      'code=UPPER',
      'either=neither',
      'step=0',
      'step=5',
      'step=0.7',
    ])('rejects the query %s', async (query) => {
      await expectError(get(`/acme/v1/schema?${query}`), 400, 'rest_invalid_param');
    });

    it('keeps JSON types, except that numeric text becomes a number', async () => {
      await expectError(post('/acme/v1/schema', { text: 123 }), 400, 'rest_invalid_param');
      await expectError(post('/acme/v1/schema', { whole: null }), 400, 'rest_invalid_param');
      expect((await post('/acme/v1/schema', { whole: '3' })).body).toMatchObject({ args: { whole: 3 } });
    });

    it.each([
      ['moment', '2026-11-21T08:00:00Z', '2026-11-21 08:00'],
      ['moment', '2026-11-21T08:00:00+02:00', '2026-13-21T08:00:00Z'],
      ['day', '2024-02-29', '2025-02-29'],
      ['mail', 'name@example.com', 'name'],
      ['address', '192.168.0.1', '192.168.0.256'],
      ['address', '2001:db8::1', '2001:db8:::1'],
      ['link', 'https://example.com/a?b=c', 'not an address'],
      ['key', '123e4567-e89b-42d3-a456-426614174000', '123e4567'],
      ['color', '#a1b2c3', '#a1b2'],
      ['slug', 'größe-2', 'a b'],
    ])('validates the format of %s: accepts "%s", rejects "%s"', async (name, good, bad) => {
      expect((await post('/acme/v1/schema', { [name]: good })).body).toMatchObject({ args: { [name]: good } });
      await expectError(post('/acme/v1/schema', { [name]: bad }), 400, 'rest_invalid_param');
    });

    it('keeps unknown parameters without an error, unless the route is strict', async () => {
      expect(
        await request(site)
          .post('/api/acme/v1/schema?_locale=user&unknown=1')
          .send({ extra: [2] }),
      ).toMatchObject({
        status: 200,
        body: { args: {}, query: { _locale: 'user', unknown: '1' }, body: { extra: [2] } },
      });
      await expectError(post('/acme/v1/strict', { known: 'x', unknown: 1 }), 400, 'rest_invalid_param');
      expect(await request(site).post('/api/acme/v1/strict?_locale=user').send({ known: 'x' })).toMatchObject({
        status: 200,
      });
    });

    it('keeps backslashes and quotes unchanged', async () => {
      const text = 'a\\b\'"\\\\0 \\u0041';
      const escaped = encodeURIComponent(text);
      const path = '/api/acme/v1/sources/1';
      expect((await request(site).get(`${path}?name=${escaped}`)).body).toMatchObject({ name: text });
      expect((await request(site).post(path).send({ name: text })).body).toMatchObject({ name: text });
      expect((await request(site).post(path).type('form').send(`name=${escaped}`)).body).toMatchObject({ name: text });
    });
  });

  describe('errors and authorization', () => {
    it('have a code, message, status and request ID', async () => {
      const answer = await get('/acme/v1/answers/refused');
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        code: 'acme_full',
        message: 'The pot is full. Empty it first.',
        data: { status: 409, litres: 12, request_id: answer.headers['x-request-id'] },
      });
    });

    it('hide the message of an unexpected failure outside debug mode', async () => {
      expect((await get('/acme/v1/answers/broken')).text).toContain('acme_secrets');
      const production = await createTestHost({ plugins: [createProbe().plugin], debug: false });
      try {
        const answer = await request(await production.listen()).get('/api/acme/v1/answers/broken');
        await expectError(answer, 500, 'rest_internal_error');
        expect(answer.text).not.toContain('acme_secrets');
        expect(answer.body).toMatchObject({ data: { request_id: answer.headers['x-request-id'] } });
      } finally {
        await production.close();
      }
    });

    it('are 401 for anonymous callers and 403 for users, with the missing capability', async () => {
      for (const path of ['capability', 'authenticated', 'function']) {
        await expectError(get(`/acme/v1/guarded/${path}`), 401, 'rest_forbidden');
      }
      const refused = await get('/acme/v1/guarded/capability').set(subscriber);
      await expectError(refused, 403, 'rest_forbidden');
      expect(refused.body).toMatchObject({ data: { missing_capability: 'manage_options' } });
      await expectError(get('/acme/v1/guarded/function').set(administrator), 403, 'rest_forbidden');
      expect((await get('/acme/v1/guarded/authenticated').set(subscriber)).body).toEqual({ passed: true });
      expect((await get('/acme/v1/guarded/capability').set(administrator)).body).toEqual({ passed: true });
    });

    it('do not reveal the required capability to anonymous callers', async () => {
      expect((await get('/acme/v1/guarded/capability')).text).not.toContain('manage_options');
    });

    it('return an error thrown by the permission', async () => {
      const answer = await get('/acme/v1/guarded/error').set(administrator);
      await expectError(answer, 418, 'acme_closed');
      expect(answer.body).toMatchObject({ message: 'Come back tomorrow.', data: { opens: 'tomorrow' } });
    });

    it('prevent caching for authenticated callers, but not for anonymous ones', async () => {
      const unchanged = await get('/acme/v1/items').set(subscriber);
      expect(unchanged.headers['cache-control']).toBe('no-store, private');
      expect(unchanged.headers.vary).toMatch(/Cookie.*Authorization/);
      expect(unchanged.headers['last-modified']).toBeUndefined();
      const visitor = await get('/acme/v1/items');
      expect(visitor.headers['cache-control'] ?? '').not.toContain('no-store');
      expect(visitor.headers.vary).toMatch(/Cookie.*Authorization/);
    });
  });

  describe('discovery', () => {
    it('omits a hidden endpoint, which still responds', async () => {
      expect((await get('/acme/v1/hidden')).status).toBe(200);
      expect((await get('/acme/v1')).text).not.toContain('hidden');
      expect((await get('/')).text).not.toContain('hidden');
    });

    it.each(['/api', '/api/'])('describes the site and its routes at %s', async (path) => {
      const { status, body: data } = await request(site).get(path);
      expect(status).toBe(200);
      expect(data).toMatchObject({
        name: 'Conformance',
        description: 'A host under test',
        url: 'https://example.com/site/',
        home: 'https://example.com/site/',
        gmt_offset: 5.5,
        timezone_string: 'Asia/Kolkata',
        namespaces: expect.arrayContaining(['acme/v1', 'acme/long/v1']),
        authentication: { 'application-passwords': { endpoints: { authorization: expect.any(String) } } },
        routes: { '/acme/v1/items': {}, '/acme/long/v1/shared': {} },
        _links: {
          help: [{ href: expect.any(String) }],
          nonce: [{ href: 'https://example.com/site/api/nonce' }],
        },
      });
    });

    it('lists the routes of a namespace and a link to the root', async () => {
      const { body: data } = await get('/acme/v1');
      expect(data).toMatchObject({ namespace: 'acme/v1', _links: { up: [{ href: 'https://example.com/site/api/' }] } });
      const { routes } = data as { routes: Record<string, { namespace: string }> };
      expect(new Set(Object.values(routes).map(({ namespace }) => namespace))).toEqual(new Set(['acme/v1']));
      expect((await get('/nobody/v1')).status).toBe(404);
    });

    it('describes the methods and arguments of a route, and links to it when possible', async () => {
      const { routes } = (await get('/acme/v1')).body as { routes: Record<string, unknown> };
      expect(routes['/acme/v1/items']).toMatchObject({
        namespace: 'acme/v1',
        methods: ['GET'],
        endpoints: [
          {
            methods: ['GET'],
            args: {
              page: { type: 'integer', minimum: 1, default: 1, required: false },
              per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10, required: false },
            },
          },
        ],
        _links: { self: [{ href: 'https://example.com/site/api/acme/v1/items' }] },
      });
      expect(routes['/acme/v1/required']).toMatchObject({ endpoints: [{ args: { first: { required: true } } }] });
      expect(routes['/acme/v1/sources/{id}']).not.toHaveProperty('_links');
    });

    it('omits keywords unknown to clients', async () => {
      await activate('acme-keywords', {
        method: 'GET',
        path: '/keywords',
        summary: 'x',
        permission: 'public',
        args: {
          name: { type: 'string', sanitize_callback: 'trim', internal: true, maxLength: 9 },
          list: { type: 'array', items: { type: 'string', secret_hint: 'x' } },
        },
        handler: () => 1,
      });
      const { routes } = (await get('/acme/v1')).body as { routes: Record<string, unknown> };
      expect(routes['/acme/v1/keywords']).toMatchObject({
        endpoints: [
          {
            args: {
              name: { type: 'string', maxLength: 9, required: false },
              list: { type: 'array', items: { type: 'string' } },
            },
          },
        ],
      });
      expect(JSON.stringify(routes['/acme/v1/keywords'])).not.toMatch(/sanitize_callback|internal|secret_hint/);
    });

    it('describes a route for OPTIONS and allows what the caller may do with the object', async () => {
      const options = (path: string, headers = {}) => request(site).options(`/api/acme/v1${path}`).set(headers);
      const described = await options('/mixed/2');
      expect(described).toMatchObject({
        status: 200,
        body: { namespace: 'acme/v1', methods: ['GET', 'DELETE'], endpoints: [{}, {}] },
      });
      expect(described.headers.allow).toBe('GET');
      expect((await options('/mixed/2', administrator)).headers.allow).toBe('GET, DELETE');
      expect((await options('/mixed/3', administrator)).headers.allow).toBe('GET');
      expect((await options('/guarded/capability')).headers.allow).toBe('');
      await expectError(options('/nowhere'), 404, 'rest_no_route');
    });

    it('links every REST response to the root and prevents indexing and sniffing', async () => {
      for (const path of [
        '/',
        '/acme/v1/items',
        '/acme/v1/nowhere',
        '/acme/v1/answers/broken',
        '/acme/v1/answers/null',
      ]) {
        const { headers } = await get(path);
        expect(headers.link).toContain('<https://example.com/site/api/>; rel="https://api.w.org/"');
        expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'x-content-type-options': 'nosniff' });
      }
    });

    it('links every page to the root', async () => {
      const { status, headers } = await request(site).get('/admin/login');
      expect(status).toBe(200);
      expect(headers.link).toContain('<https://example.com/site/api/>; rel="https://api.w.org/"');
    });
  });

  describe('fields, HEAD and encoding', () => {
    it.each(['_fields=id,title.raw', '_fields[]=id&_fields[]=title.raw', '_fields=id&_fields=title.raw'])(
      'select the fields of every item with %s',
      async (query) => {
        const { body: data } = await get(`/acme/v1/items?per_page=2&${query}`);
        expect(data).toEqual([
          { id: 1, title: { raw: 'item 1' } },
          { id: 2, title: { raw: 'item 2' } },
        ]);
      },
    );

    it('tell the handler which fields are requested', async () => {
      expect((await get('/acme/v1/items?per_page=1')).body).toMatchObject([{ costly: true }]);
      expect((await get('/acme/v1/items?per_page=1&_fields=id')).body).toEqual([{ id: 1 }]);
      expect((await get('/acme/v1/items?per_page=1&_fields=costly')).body).toEqual([{ costly: true }]);
    });

    it('keep errors complete, regardless of the requested fields', async () => {
      const { body: data } = await get('/acme/v1/answers/refused?_fields=id');
      expect(data).toMatchObject({ code: 'acme_full', message: expect.any(String), data: { status: 409 } });
    });

    it('return the headers of GET without the body for HEAD', async () => {
      const [head, full] = await Promise.all([
        request(site).head('/api/acme/v1/items?per_page=3'),
        get('/acme/v1/items?per_page=3'),
      ]);
      expect(head.text).toBeUndefined();
      expect(head.status).toBe(200);
      for (const name of ['content-type', 'content-length', 'x-cms-total', 'link']) {
        expect([name, head.headers[name]]).toEqual([name, full.headers[name]]);
      }
    });

    it('prefer an endpoint for HEAD', async () => {
      expect((await request(site).head('/api/acme/v1/headed')).status).toBe(202);
      expect((await get('/acme/v1/headed')).body).toEqual({ endpoint: 'body' });
    });

    it.each(['null', '204', 'nothing'])('return an empty 204 for the response "%s"', async (name) => {
      const { status, text, headers } = await get(`/acme/v1/answers/${name}`);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect(headers['content-type']).toBeUndefined();
    });

    it('encode dates as ISO text and large integers as text', async () => {
      const { body: data } = await get('/acme/v1/answers/native');
      expect(data).toEqual({ at: '2026-01-02T03:04:05.006Z', big: '12345678901234567890', none: null });
    });

    it.each(['infinite', 'cycle'])('return an error for a value that JSON cannot encode: %s', async (name) => {
      const answer = await get(`/acme/v1/answers/${name}`);
      await expectError(answer, 500, 'rest_encode_error');
      expect(answer.body).toMatchObject({ data: { request_id: answer.headers['x-request-id'] } });
    });

    it('return the same responses to internal calls', async () => {
      expect((await host.request('GET', '/acme/v1/answers/native')).data).toMatchObject({
        big: '12345678901234567890',
      });
      expect(await host.request('GET', '/acme/v1/answers/cycle')).toMatchObject({
        status: 500,
        data: { code: 'rest_encode_error' },
      });
    });
  });

  describe('pagination', () => {
    it('returns the first page with totals and a next link', async () => {
      const { body: data, headers } = await get('/acme/v1/items');
      expect(data).toHaveLength(10);
      expect(headers).toMatchObject({
        'x-cms-total': '25',
        'x-cms-totalpages': '3',
        'x-wp-total': '25',
        'x-wp-totalpages': '3',
      });
      expect(linksOf(headers.link)).toMatchObject({ next: 'https://example.com/site/api/acme/v1/items?page=2' });
      expect(linksOf(headers.link)).not.toHaveProperty('prev');
    });

    it('keeps all other query parameters in links', async () => {
      const { headers } = await get('/acme/v1/items?page=2&per_page=5&tag=a%26b&list[]=1&list[]=2');
      const { prev, next } = linksOf(headers.link);
      for (const [link, page] of [
        [prev, '1'],
        [next, '3'],
      ] as const) {
        const { searchParams } = new URL(link ?? '');
        expect(Object.fromEntries(searchParams)).toMatchObject({ page, per_page: '5', tag: 'a&b' });
        expect(searchParams.getAll('list[]')).toEqual(['1', '2']);
      }
    });

    it('links the last page only backward', async () => {
      const { body: data, headers } = await get('/acme/v1/items?page=3');
      expect(data).toHaveLength(5);
      expect(linksOf(headers.link)).toHaveProperty('prev');
      expect(linksOf(headers.link)).not.toHaveProperty('next');
    });

    it('rejects a page past the end', async () => {
      await expectError(get('/acme/v1/items?page=4'), 400, 'rest_post_invalid_page_number');
    });

    it.each(['page=0', 'page=-1', 'page=x', 'per_page=0', 'per_page=101', 'per_page=-5'])(
      'rejects %s',
      async (query) => {
        await expectError(get(`/acme/v1/items?${query}`), 400, 'rest_invalid_param');
      },
    );
  });
});

/** Returns the targets of a Link header by relation. */
function linksOf(header: string | string[] | undefined): Record<string, string> {
  const links = [header]
    .flat()
    .join(', ')
    .matchAll(/<([^>]*)>; rel="([^"]*)"/g);
  return Object.fromEntries([...links].map(([, target = '', relation = '']) => [relation, target]));
}
