import { Agent, request as open } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { definePlugin } from 'mortise';
import type { OwnedHooks } from 'mortise/hooks';
import { respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import { pino } from 'pino';
import request, { type Response, Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBroken,
  IMPOSSIBLE_HEADER,
  IMPOSSIBLE_STATUS,
  SECRET,
  THROWN,
  UNWRITABLE,
  WRITABLE,
} from './broken-plugin.js';
import { type ProcessWitness, watchProcess } from './process-witness.js';

/** Patterns of stacks, paths, queries and internal messages. */
const INSIDE = /acme_secret|SELECT |node_modules|\.[cm]?[jt]s\b|\bat .*:\d+|"stack"|node:internal|\/srv\//;

/** Plugin errors are reported as errors, without internal details in production. */
describe('broken plugins in production', () => {
  let host: TestHost;
  let site: string;
  let hooks: OwnedHooks;
  let witness: ProcessWitness;
  const logged: string[] = [];

  beforeAll(async () => {
    witness = watchProcess();
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    const filters = definePlugin({
      name: 'filters',
      version: '1.0.0',
      setup(context) {
        ({ hooks } = context);
      },
    });
    host = await createTestHost({ plugins: [createBroken(), filters], debug: false, log });
    site = await host.listen();
  });
  afterAll(async () => {
    await host.close();
    await delay(20);
    witness.stop();
    expect(witness.complaints).toEqual([]);
  });

  const get = async (path: string) => request(site).get(`/api/broken/v1${path}`);
  const batch = async (...paths: string[]) =>
    request(site)
      .post('/api/batch/v1')
      .send({ requests: paths.map((path) => ({ path: `/broken/v1${path}` })) });

  function expectClean(answer: Response, code: string | RegExp = 'rest_internal_error', status = 500): void {
    expect({ status: answer.status, data: answer.body }).toEqual({
      status,
      data: {
        code: typeof code === 'string' ? code : expect.stringMatching(code),
        message: expect.any(String),
        data: { status, request_id: answer.headers['x-request-id'] },
      },
    });
    expectNothingInside(answer);
  }

  function expectNothingInside(answer: Response): void {
    expect(answer.text).not.toMatch(INSIDE);
    expect(JSON.stringify(answer.headers)).not.toMatch(INSIDE);
  }

  describe.each(Object.keys(THROWN))('thrown value: %s', (name) => {
    it.each(['throws', 'rejects', 'permission', 'validate'])(
      'returns a 500 without details when the route %s',
      async (place) => {
        const path = `/${place}/${name}`;
        logged.length = 0;
        const answer = await get(path);
        expectClean(answer);
        expect(logged.join('\n')).toContain(answer.headers['x-request-id']);
      },
    );

    it('returns the same in an envelope, a batch and an embedded resource', async () => {
      const path = `/throws/${name}`;
      const error = { code: 'rest_internal_error', data: { status: 500, request_id: expect.any(String) } };
      const enveloped = await get(`${path}?_envelope`);
      expect(enveloped).toMatchObject({ status: 200, body: { status: 500, body: error } });
      const responses = await batch('/fine', path, '/fine');
      expect(responses).toMatchObject({
        status: 207,
        body: { responses: [{ status: 200 }, { status: 500, body: error }, { status: 200 }] },
      });
      const embedding = await get(`/links?_embed&to=${path}`);
      expect(embedding).toMatchObject({ status: 200, body: { _embedded: { item: [error] } } });
      for (const answer of [enveloped, responses, embedding]) expectNothingInside(answer);
    });
  });

  describe.each(Object.keys(UNWRITABLE))('value that JSON cannot represent: %s', (name) => {
    const path = `/odd/${name}`;

    it('returns a rest_encode_error', async () => {
      expectClean(await get(path), 'rest_encode_error');
    });

    // JSON omits fields that are functions or symbols, so an envelope without a body would look like a success.
    it('returns the same in an envelope', async () => {
      const answer = await get(`${path}?_envelope`);
      expect([200, 500]).toContain(answer.status);
      expect(answer.text).toContain('rest_encode_error');
      expectNothingInside(answer);
    });

    it('returns the same or nothing in an embedded resource', async () => {
      const answer = await get(`/links?_embed&to=${path}`);
      expect([200, 500]).toContain(answer.status);
      expectNothingInside(answer);
      if (answer.status === 500) expectClean(answer, 'rest_encode_error');
    });

    // Each item of a batch has its own response. An encoding error must not affect the others:
    // their changes are already made, and the caller would not learn about them.
    it('affects only its own item of a batch', async () => {
      const answer = await batch('/fine', path, '/fine');
      expect(answer).toMatchObject({
        status: 207,
        body: { responses: [{ status: 200 }, { status: 500, body: { code: 'rest_encode_error' } }, { status: 200 }] },
      });
    });
  });

  it.each(Object.entries(WRITABLE))('return a response for %s', async (name, { json }) => {
    const answer = await get(`/writable/${name}`);
    expect({ status: answer.status, data: answer.body }).toEqual({ status: 200, data: json });
  });

  // A response that cannot be sent is an unexpected failure: 500 in JSON, with a code and the request ID.
  it.each(Object.keys(IMPOSSIBLE_STATUS))('return a 500 in JSON for an invalid status: %s', async (name) => {
    expectClean(await get(`/odd/${name}`), /^(rest|acme)_/);
  });

  it.each(Object.keys(IMPOSSIBLE_HEADER))('have invalid headers omitted: %s', async (name) => {
    const answer = await get(`/odd/${name}`);
    expect(answer).toMatchObject({ status: 200, body: 1 });
    expect(answer.headers['x-acme'] ?? '').toBe('');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('affect no other request on the same connection', async () => {
    const connection = new Agent({ keepAlive: true, maxSockets: 1 });
    const http = request(site);
    for (const name of [...Object.keys(IMPOSSIBLE_STATUS), ...Object.keys(IMPOSSIBLE_HEADER)]) {
      await http.get(`/api/broken/v1/odd/${name}`).agent(connection);
      expect((await http.get('/api/broken/v1/fine').agent(connection)).body).toEqual({ fine: true });
    }
    connection.destroy();
  });

  it('can send 20 MB', async () => {
    const answer = await get('/huge');
    expect(answer.status).toBe(200);
    expect(answer.text).toHaveLength(20 * 1024 * 1024 + '{"text":""}'.length);
  });

  it('leave nothing behind when the caller disconnects', async () => {
    const openSockets = () =>
      process.getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|TCPWRAP/.test(kind)).length;
    const leave = (path: string) =>
      new Promise<void>((resolve) => {
        const left = open(`${site}/api/broken/v1${path}`, { agent: false });
        left.once('error', () => resolve());
        left.once('close', () => resolve());
        left.end();
        setTimeout(() => left.destroy(), 30);
      });
    await get('/fine');
    const before = openSockets();
    await Promise.all(Array.from({ length: 40 }, (_, index) => leave(index % 2 === 0 ? '/never' : '/slow')));
    await delay(200);
    expect(openSockets()).toBeLessThanOrEqual(before);
    expect((await get('/fine')).body).toEqual({ fine: true });
  });

  const NOTHING = ['undefined', undefined] as const;
  const NULL = ['null', null] as const;
  const GARBAGE: readonly (readonly [name: string, value: unknown])[] = [
    ['7', 7],
    ['text', 'x'],
    ['a function', () => 1],
    ['an empty object', {}],
    ['a list', [null]],
  ];

  /** Adds a callback of a JavaScript plugin, which may return anything. */
  const addFilter = (name: string, callback: () => unknown) =>
    hooks.addFilter(name as 'rest_pre_echo_response', callback);

  /** An invalid filter result is a server error. Data that the filter may not change is unchanged. */
  async function expectUnspoilt(name: string, value: unknown, path: string): Promise<void> {
    const before = await get(path);
    const filter = addFilter(name, () => value);
    const answer = await get(path).finally(() => filter.remove());
    if (answer.status === 200) expect(answer.body).toEqual(before.body);
    else expectClean(answer, /^rest_/);
  }

  /** A failing callback may reject the request, but reveals no reason to the caller. */
  async function expectFailureHidden(name: string, path: string): Promise<void> {
    for (const thrown of [new Error(SECRET), SECRET, null]) {
      logged.length = 0;
      const filter = addFilter(name, () => {
        throw thrown;
      });
      const answer = await get(path).finally(() => filter.remove());
      expectNothingInside(answer);
      if (answer.status !== 200) expectClean(answer, /^rest_/);
      // Only an error can carry the name of the plugin that threw it.
      if (thrown instanceof Error) expect(logged.join()).toContain('"owner":"filters"');
    }
    expect((await get(path)).status).toBe(200);
  }

  describe.each([
    'rest_pre_dispatch',
    'rest_request_before_callbacks',
    'rest_dispatch_request',
    'rest_request_after_callbacks',
    'rest_post_dispatch',
  ])('filter %s', (name) => {
    it.each([NOTHING, NULL])('ignores the result %s or returns a clean 500', async (_, value) => {
      await expectUnspoilt(name, value, '/fine');
    });

    // A result that is not a response is a 500 in JSON, like every other plugin failure.
    it.each(GARBAGE)('ignores the result %s or returns a clean 500', async (_, value) => {
      await expectUnspoilt(name, value, '/fine');
    });

    it('returns at most an error without details when it throws, and logs its owner', () =>
      expectFailureHidden(name, '/fine'));
  });

  describe.each([
    ['rest_request_parameter_order', '/fine'],
    ['rest_authentication_errors', '/fine'],
    ['rest_envelope_response', '/fine?_envelope'],
    ['rest_endpoints', '/fine'],
  ])('filter %s', (name, path) => {
    // An empty object is a valid envelope, and a valid table without any endpoints.
    const garbage = GARBAGE.filter(([, value]) => Array.isArray(value) || typeof value !== 'object');
    it.each([NOTHING, NULL, ...garbage])('ignores the result %s or returns a clean 500', async (_, value) => {
      await expectUnspoilt(name, value, path);
    });

    it('reveals nothing when it throws, and logs its owner', () => expectFailureHidden(name, path));
  });

  // `null` means "not mine", `true` means "fine", an error rejects. Any other result was meant as one
  // of the last two. A filter that may reject must not let a request through when it is misunderstood.
  it.each([
    ['false', false],
    ['an object that looks like an error', { code: 'acme_refused', message: 'No.', data: { status: 403 } }],
    ['text', 'refused'],
  ])('reject all requests when rest_authentication_errors returns %s', async (_, verdict) => {
    const filter = addFilter('rest_authentication_errors', () => verdict);
    const { status } = await get('/fine').finally(() => filter.remove());
    expect(status).toBeGreaterThanOrEqual(400);
  });

  describe.each(['rest_pre_serve_request', 'rest_send_nocache_headers'])('filter %s', (name) => {
    it('ignores the result undefined or returns a clean 500', () => expectUnspoilt(name, undefined, '/fine'));

    // Row 23 also applies to failures while the response is being finished: JSON with a code and the request ID.
    it.each([NULL, ...GARBAGE])('ignores the result %s or returns a clean 500', async (_, value) => {
      await expectUnspoilt(name, value, '/fine');
    });

    it('returns at most an error without details when it throws, and logs its owner', () =>
      expectFailureHidden(name, '/fine'));
  });

  it.each([
    ['throws', () => Promise.reject(new Error(SECRET))],
    ['says that it did not', () => false],
  ])('affect no other request when rest_pre_serve_request has sent a response and %s', async (_, then) => {
    const filter = hooks.addFilter('rest_pre_serve_request', (served, _answer, request, http) => {
      if (request.path !== '/broken/v1/fine') return served;
      http.response.end('sent');
      return then();
    });
    const answer = await get('/fine')
      .catch(() => null)
      .finally(() => filter.remove());
    if (answer) expectNothingInside(answer);
    expect((await get('/fine')).body).toEqual({ fine: true });
  });

  it.each([NULL, ...GARBAGE])(
    'send the result %s of rest_pre_echo_response as the data, or an error',
    async (_, value) => {
      const filter = addFilter('rest_pre_echo_response', () => value);
      const answer = await get('/fine').finally(() => filter.remove());
      if (answer.status === 200) expect(answer.body).toEqual(value);
      else expectClean(answer, 'rest_encode_error');
    },
  );

  it('reveal no details when rest_pre_echo_response throws', () =>
    expectFailureHidden('rest_pre_echo_response', '/fine'));

  describe('CORS header filters', () => {
    const ORIGIN = 'https://app.example.net';

    async function askWith(name: string, value: unknown, method: string): Promise<Response> {
      const plugin = definePlugin({
        name: 'filters',
        version: '1.0.0',
        setup(context) {
          context.hooks.addFilter(name as 'rest_allowed_cors_headers', () => value as string[]);
        },
      });
      const other = await createTestHost({
        plugins: [createBroken(), plugin],
        cors: { origins: [ORIGIN] },
        debug: false,
      });
      try {
        const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' };
        return await new Test(await other.listen(), method, '/api/broken/v1/fine').set(headers);
      } finally {
        await other.close();
      }
    }

    it.each([NULL, ...GARBAGE])('ignore %s from rest_allowed_cors_headers or fail cleanly', async (_, value) => {
      const answer = await askWith('rest_allowed_cors_headers', value, 'OPTIONS');
      if (answer.status !== 204) expectClean(answer, /^rest_/);
    });

    // As above, for failures while the response is being finished.
    it.each([NULL, ...GARBAGE.slice(0, 4)])(
      'ignore the result %s from rest_exposed_cors_headers or fail cleanly',
      async (_, value) => {
        const answer = await askWith('rest_exposed_cors_headers', value, 'GET');
        if (answer.status !== 200) expectClean(answer, /^rest_/);
      },
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 'x', null, undefined, {}])(
    'cannot disable the batch limit with rest_get_max_batch_size of %j',
    async (size) => {
      const filter = addFilter('rest_get_max_batch_size', () => size);
      const answer = await batch(...Array.from({ length: 26 }, () => '/fine')).finally(() => filter.remove());
      expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    },
  );

  // Same as for handlers above.
  it('return a 500 in JSON when a filter sets an invalid status', async () => {
    const filter = addFilter('rest_post_dispatch', () => respond(1, { status: 7 }));
    expectClean(await get('/fine').finally(() => filter.remove()), /^rest_/);
  });
});
