import { definePlugin, HostError } from 'mortise';
import type { OwnedHooks } from 'mortise/hooks';
import { type Endpoint, respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

/** Filters of a request, each as a plugin uses it. */
describe('REST filters', () => {
  let host: TestHost;
  let http: Agent;
  let hooks: OwnedHooks;
  let user: Record<string, string>;
  const ran: string[] = [];

  beforeAll(async () => {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup({ rest, hooks: own }) {
        hooks = own;
        const open = { permission: 'public', summary: 'Open', allowBatch: true } as const;
        rest.route('acme/v1', {
          ...open,
          method: ['GET', 'POST'],
          path: '/things/{id}',
          args: { id: { type: 'integer' }, name: { type: 'string', minLength: 2 } },
          handler({ args }) {
            ran.push(`handler ${args.id}`);
            const links = {
              next: [{ href: `http://localhost:8080/api/acme/v1/things/${args.id + 1}`, embeddable: true }],
            };
            return { ...args, _links: links };
          },
        });
        rest.route('acme/v1', {
          ...open,
          method: 'GET',
          path: '/closed',
          permission: 'manage_options',
          handler: () => 1,
        });
        rest.route('acme/v1', {
          ...open,
          method: 'GET',
          path: '/broken',
          handler: () => Promise.reject(new Error('x')),
        });
      },
    });
    host = await createTestHost({ plugins: [plugin] });
    http = request(await host.listen());
    const subscriber = await host.createUser('subscriber');
    const { password } = await host.applicationPasswords.create(subscriber.id, { name: 'Filters' });
    user = basic(subscriber.login, password);
  });
  afterAll(() => host.close());

  const subscriptions: { remove(): void }[] = [];
  afterEach(() => {
    for (const subscription of subscriptions.splice(0)) subscription.remove();
    ran.length = 0;
  });
  const filter: OwnedHooks['addFilter'] = (name, callback, options) => {
    const subscription = hooks.addFilter(name, callback, options);
    subscriptions.push(subscription);
    return subscription;
  };

  const get = (path: string, headers = {}): Promise<Response> => http.get(`/api${path}`).set(headers);
  const refusal = (status: number) => new HostError('acme_refused', 'Not today.', { status });

  function expectError(answer: Response, status: number, code: string): void {
    expect(answer).toMatchObject({
      status,
      body: { code, data: { status, request_id: answer.headers['x-request-id'] } },
    });
  }

  it('rest_authentication_errors rejects, accepts or abstains', async () => {
    let verdict: null | true | HostError = refusal(403);
    filter('rest_authentication_errors', () => verdict);
    expectError(await get('/acme/v1/things/1', user), 403, 'acme_refused');
    expectError(await get('/'), 403, 'acme_refused');
    expectError(await get('/acme/v1/nowhere'), 403, 'acme_refused');
    expect(ran).toEqual([]);
    for (verdict of [null, true] as const) expect((await get('/acme/v1/things/1')).status).toBe(200);
  });

  it('rest_authentication_errors cannot accept a wrong password', async () => {
    filter('rest_authentication_errors', () => true);
    expectError(await get('/acme/v1/things/1', basic('nobody', 'wrong')), 401, 'incorrect_password');
  });

  it('rest_pre_dispatch responds before arguments are validated, even without a route', async () => {
    filter('rest_pre_dispatch', (_, request) =>
      request.path.endsWith('77') ? respond({ early: request.user?.id ?? 0 }) : null,
    );
    expect(await get('/acme/v1/things/77?name=x')).toMatchObject({ status: 200, body: { early: 0 } });
    expect((await get('/nowhere/77', user)).body).toEqual({ early: expect.any(Number) });
    expectError(await get('/acme/v1/things/1?name=x'), 400, 'rest_invalid_param');
    expect(ran).toEqual([]);
  });

  it('rest_request_parameter_order sets the precedence of sources', async () => {
    filter('rest_request_parameter_order', () => ['query', 'path', 'json', 'form']);
    const { body: data } = await http.post('/api/acme/v1/things/1?id=5&name=query').send({ name: 'json' });
    expect(data).toMatchObject({ id: 5, name: 'query' });
  });

  it('rest_request_before_callbacks can replace the handler after validation and permission', async () => {
    const seen: string[] = [];
    filter('rest_request_before_callbacks', (response, request, endpoint) => {
      seen.push(`${request.path} ${endpoint.owner}`);
      return request.args.name === 'replaced' ? respond({ instead: true }) : response;
    });
    expect((await get('/acme/v1/things/1?name=replaced')).body).toEqual({ instead: true });
    expect(ran).toEqual([]);
    expect((await get('/acme/v1/things/1')).body).toMatchObject({ id: 1 });
    await get('/acme/v1/things/1?name=x');
    await get('/acme/v1/closed');
    expect(seen).toEqual(['/acme/v1/things/1 acme', '/acme/v1/things/1 acme']);
  });

  it('rest_dispatch_request runs in place of the handler and receives the endpoint', async () => {
    filter('rest_dispatch_request', async (_, request, endpoint) =>
      respond({ wrapped: await endpoint.handler(request) }),
    );
    expect((await get('/acme/v1/things/3')).body).toMatchObject({ wrapped: { id: 3 } });
    expectError(await get('/acme/v1/closed'), 401, 'rest_forbidden');
  });

  it('rest_request_after_callbacks receives responses and errors of existing routes only', async () => {
    const seen: number[] = [];
    filter('rest_request_after_callbacks', (response) => {
      seen.push(response.status);
      return { ...response, headers: { ...response.headers, 'X-Acme': 'after' } };
    });
    for (const path of ['things/1', 'things/1?name=x', 'closed', 'broken', 'nowhere']) await get(`/acme/v1/${path}`);
    expect(seen).toEqual([200, 400, 401, 500]);
    expect((await get('/acme/v1/closed')).headers['x-acme']).toBe('after');
  });

  it('rest_post_dispatch receives every response, including wrong methods, batches and embeds', async () => {
    const seen: string[] = [];
    filter('rest_post_dispatch', (response, request) => {
      seen.push(`${request.method} ${request.path} ${response.status}`);
      return response;
    });
    await get('/acme/v1/nowhere');
    await http.delete('/api/acme/v1/things/1');
    await http.options('/api/acme/v1/things/1');
    await get('/acme/v1/things/1?_embed');
    await http.post('/api/batch/v1').send({ requests: [{ path: '/acme/v1/things/5' }, { path: '::' }] });
    expect(seen).toEqual([
      'GET /acme/v1/nowhere 404',
      'DELETE /acme/v1/things/1 404',
      'OPTIONS /acme/v1/things/1 200',
      'GET /acme/v1/things/1 200',
      'GET /acme/v1/things/2 200',
      'POST /acme/v1/things/5 200',
      'POST  400',
      'POST /batch/v1 207',
    ]);
  });

  it('any filter can throw an error as the response', async () => {
    for (const name of ['rest_pre_dispatch', 'rest_request_before_callbacks', 'rest_post_dispatch'] as const) {
      const subscription = hooks.addFilter(name, () => {
        throw refusal(409);
      });
      expectError(await get('/acme/v1/things/1'), 409, 'acme_refused');
      subscription.remove();
    }
  });

  it('rest_pre_serve_request sends the response itself', async () => {
    filter('rest_pre_serve_request', (served, answer, request, { response }) => {
      if (request.path !== '/acme/v1/things/8') return served;
      response.setHeader('Content-Type', 'text/csv');
      response.end(`id\n${(answer.data as { id: number }).id}\n`);
      return true;
    });
    const { status, text, headers } = await get('/acme/v1/things/8');
    expect({ status, text, type: headers['content-type'] }).toEqual({ status: 200, text: 'id\n8\n', type: 'text/csv' });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await get('/acme/v1/things/9')).body).toMatchObject({ id: 9 });
  });

  it('rest_pre_echo_response changes the data last', async () => {
    filter('rest_pre_echo_response', (data, request) => ({ data, path: request.path }));
    expect((await get('/acme/v1/things/1?_fields=id')).body).toEqual({ data: { id: 1 }, path: '/acme/v1/things/1' });
  });

  it('rest_envelope_response receives envelopes of responses and of batch items', async () => {
    filter('rest_envelope_response', (envelope) => ({ ...envelope, took: 1 }));
    expect((await get('/acme/v1/things/1?_envelope')).body).toMatchObject({ took: 1, status: 200, body: { id: 1 } });
    const { body: data } = await http.post('/api/batch/v1').send({ requests: [{ path: '/acme/v1/things/5' }] });
    expect(data).toMatchObject({ responses: [{ took: 1, status: 200 }] });
  });

  it('rest_endpoints removes and changes routes while it is registered', async () => {
    const subscription = filter('rest_endpoints', ({ '/acme/v1/closed': closed, ...rest }) => {
      const [things] = rest['/acme/v1/things/{id}'] as readonly [Endpoint];
      return { ...rest, '/acme/v1/things/{id}': [{ ...things, handler: () => 'changed' }] };
    });
    expectError(await get('/acme/v1/closed'), 404, 'rest_no_route');
    expect((await get('/acme/v1/things/1')).body).toBe('changed');
    expect((await get('/acme/v1')).text).not.toContain('closed');
    subscription.remove();
    expectError(await get('/acme/v1/closed'), 401, 'rest_forbidden');
    expect((await get('/acme/v1/things/1')).body).toMatchObject({ id: 1 });
  });

  it('rest_endpoints cannot open a route by removing its permission', async () => {
    filter('rest_endpoints', (table) => {
      const [closed] = table['/acme/v1/closed'] as readonly [Endpoint];
      const { permission: _, ...unguarded } = closed;
      return { ...table, '/acme/v1/closed': [unguarded as Endpoint] };
    });
    expectError(await get('/acme/v1/closed'), 404, 'rest_no_route');
  });

  it('rest_index, rest_namespace_index, rest_route_data and rest_endpoints_description shape discovery', async () => {
    filter('rest_index', (index, request) => ({ ...index, asked: request.path }));
    filter('rest_namespace_index', (index) => ({ ...index, motto: 'acme' }));
    filter('rest_route_data', (data) => ({ ...data, '/acme/v1/extra': { note: 'by filter' } }));
    filter('rest_endpoints_description', (description, route) => ({ ...description, shape: route.template.length }));
    expect((await get('/')).body).toMatchObject({
      asked: '/',
      routes: { '/acme/v1/extra': {}, '/acme/v1/closed': { shape: 15 } },
    });
    expect((await get('/acme/v1')).body).toMatchObject({ motto: 'acme', routes: { '/acme/v1/closed': { shape: 15 } } });
    expect((await http.options('/api/acme/v1/closed')).body).toMatchObject({ shape: 15 });
  });

  it('rest_send_nocache_headers controls whether a response may be cached', async () => {
    filter('rest_send_nocache_headers', (isSecret, request) => (request.path.endsWith('/1') ? !isSecret : isSecret));
    expect((await get('/acme/v1/things/1')).headers['cache-control']).toBe('no-store, private');
    expect((await get('/acme/v1/things/1', user)).headers['cache-control']).toBeUndefined();
    expect((await get('/acme/v1/things/2', user)).headers['cache-control']).toBe('no-store, private');
  });

  it('rest_get_max_batch_size limits a batch', async () => {
    filter('rest_get_max_batch_size', () => 2);
    const requests = Array.from({ length: 3 }, () => ({ path: '/acme/v1/things/1' }));
    expectError(await http.post('/api/batch/v1').send({ requests }), 400, 'rest_invalid_param');
    expect((await http.post('/api/batch/v1').send({ requests: requests.slice(1) })).status).toBe(207);
  });
});
