import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { OwnedHooks } from 'mortise';
import { definePlugin, respond } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import { pino } from 'pino';
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
import { type HttpAnswer, type HttpClient, httpClient } from './http-client.js';
import { type ProcessWitness, watchProcess } from './process-witness.js';

/** What a stack, a path, a query or a message of the inside looks like. */
const INSIDE = /acme_secret|SELECT |node_modules|\.[cm]?[jt]s\b|\bat .*:\d+|"stack"|node:internal|\/srv\//;

/** What plugins do wrong is answered as what it is, in production without a word of what happened inside. */
describe('plugins that misbehave, in production', () => {
  let host: TestHost;
  let send: HttpClient;
  let base: string;
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
    base = await host.listen();
    send = httpClient(base);
  });
  afterAll(async () => {
    await host.close();
    await delay(20);
    witness.stop();
    expect(witness.complaints).toEqual([]);
  });

  const get = (path: string) => send('GET', `/api/broken/v1${path}`);
  const batch = (...paths: string[]) =>
    send('POST', '/api/batch/v1', { json: { requests: paths.map((path) => ({ path: `/broken/v1${path}` })) } });

  function expectClean(answer: HttpAnswer, code: string | RegExp = 'rest_internal_error', status = 500): void {
    expect({ status: answer.status, data: answer.data }).toEqual({
      status,
      data: {
        code: typeof code === 'string' ? code : expect.stringMatching(code),
        message: expect.any(String),
        data: { status, request_id: answer.headers['x-request-id'] },
      },
    });
    expectNothingInside(answer);
  }

  function expectNothingInside(answer: HttpAnswer): void {
    expect(answer.text).not.toMatch(INSIDE);
    expect(JSON.stringify(answer.headers)).not.toMatch(INSIDE);
  }

  describe.each(Object.keys(THROWN))('what is thrown: %s', (name) => {
    it.each(['throws', 'rejects', 'permission', 'validate'])(
      'is a 500 that tells nothing, where the route %s',
      async (place) => {
        const path = `/${place}/${name}`;
        logged.length = 0;
        const answer = await get(path);
        expectClean(answer);
        expect(logged.join('\n')).toContain(answer.headers['x-request-id']);
      },
    );

    it('is so within an envelope, a batch and an embedded resource', async () => {
      const path = `/throws/${name}`;
      const error = { code: 'rest_internal_error', data: { status: 500, request_id: expect.any(String) } };
      const enveloped = await get(`${path}?_envelope`);
      expect(enveloped).toMatchObject({ status: 200, data: { status: 500, body: error } });
      const several = await batch('/fine', path, '/fine');
      expect(several).toMatchObject({
        status: 207,
        data: { responses: [{ status: 200 }, { status: 500, body: error }, { status: 200 }] },
      });
      const embedding = await get(`/links?_embed&to=${path}`);
      expect(embedding).toMatchObject({ status: 200, data: { _embedded: { item: [error] } } });
      for (const answer of [enveloped, several, embedding]) expectNothingInside(answer);
    });
  });

  describe.each(Object.keys(UNWRITABLE))('what JSON cannot carry: %s', (name) => {
    const path = `/odd/${name}`;

    it('is a rest_encode_error', async () => {
      expectClean(await get(path), 'rest_encode_error');
    });

    // JSON leaves out members that are functions or symbols: an envelope without a body would be taken for a success.
    it('is so within an envelope', async () => {
      const answer = await get(`${path}?_envelope`);
      expect([200, 500]).toContain(answer.status);
      expect(answer.text).toContain('rest_encode_error');
      expectNothingInside(answer);
    });

    it('is so, or nothing, within an embedded resource', async () => {
      const answer = await get(`/links?_embed&to=${path}`);
      expect([200, 500]).toContain(answer.status);
      expectNothingInside(answer);
      if (answer.status === 500) expectClean(answer, 'rest_encode_error');
    });

    // Each item of a batch has an answer of its own (host.md row 43), so one that cannot be written must not take the
    // others along: their changes have been made, and the caller would not learn of it.
    it('is the answer of its item alone in a batch', async () => {
      const answer = await batch('/fine', path, '/fine');
      expect(answer).toMatchObject({
        status: 207,
        data: { responses: [{ status: 200 }, { status: 500, body: { code: 'rest_encode_error' } }, { status: 200 }] },
      });
    });
  });

  it.each(Object.entries(WRITABLE))('%s has an answer', async (name, { json }) => {
    const answer = await get(`/writable/${name}`);
    expect({ status: answer.status, data: answer.data }).toEqual({ status: 200, data: json });
  });

  // An answer that cannot be sent is an unexpected failure: 500 in JSON, with a code and the id of the request (row 23).
  it.each(Object.keys(IMPOSSIBLE_STATUS))('a status that HTTP does not have is a 500 in JSON: %s', async (name) => {
    expectClean(await get(`/odd/${name}`), /^(rest|acme)_/);
  });

  it.each(Object.keys(IMPOSSIBLE_HEADER))('a header that no line can carry is left out: %s', async (name) => {
    const answer = await get(`/odd/${name}`);
    expect(answer).toMatchObject({ status: 200, data: 1 });
    expect(answer.headers['x-acme'] ?? '').toBe('');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it('what HTTP does not have harms no other request on the same connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = httpClient(base, agent);
    for (const name of [...Object.keys(IMPOSSIBLE_STATUS), ...Object.keys(IMPOSSIBLE_HEADER)]) {
      await ask('GET', `/api/broken/v1/odd/${name}`);
      expect((await ask('GET', '/api/broken/v1/fine')).data).toEqual({ fine: true });
    }
    agent.destroy();
  });

  it('20 MB arrive whole', async () => {
    const answer = await get('/huge');
    expect(answer.status).toBe(200);
    expect(answer.text).toHaveLength(20 * 1024 * 1024 + '{"text":""}'.length);
  });

  it('an answer that nobody waits for any more leaves nothing behind', async () => {
    const openSockets = () =>
      process.getActiveResourcesInfo().filter((kind) => /TCPSocketWrap|TCPWRAP/.test(kind)).length;
    const leave = (path: string) =>
      new Promise<void>((resolve) => {
        const left = request(`${base}/api/broken/v1${path}`, { agent: false });
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
    expect((await get('/fine')).data).toEqual({ fine: true });
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

  /** A callback of a plugin in JavaScript, which may answer anything. */
  const addFilter = (name: string, callback: () => unknown) =>
    hooks.addFilter(name as 'rest_pre_echo_response', callback);

  /** What a filter has spoilt is a failure of ours; what it was not allowed to change is as before. */
  async function expectUnspoilt(name: string, value: unknown, path: string): Promise<void> {
    const before = await get(path);
    const filter = addFilter(name, () => value);
    const answer = await get(path).finally(() => filter.remove());
    if (answer.status === 200) expect(answer.data).toEqual(before.data);
    else expectClean(answer, /^rest_/);
  }

  /** A callback that fails may refuse the request, and says nothing of why to the caller. */
  async function expectFailureHidden(name: string, path: string): Promise<void> {
    for (const thrown of [new Error(SECRET), SECRET, null]) {
      logged.length = 0;
      const filter = addFilter(name, () => {
        throw thrown;
      });
      const answer = await get(path).finally(() => filter.remove());
      expectNothingInside(answer);
      if (answer.status !== 200) expectClean(answer, /^rest_/);
      // Only an error can carry the name of the plugin that it came from.
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
  ])('the filter %s', (name) => {
    it.each([NOTHING, NULL])('that answers %s spoils nothing', async (_, value) => {
      await expectUnspoilt(name, value, '/fine');
    });

    // What is no response cannot be answered: a 500 in JSON, as for every other failure of a plugin (host.md row 23).
    it.each(GARBAGE)('that answers %s is a 500 in JSON', async (_, value) => {
      await expectUnspoilt(name, value, '/fine');
    });

    it('that throws is a 500 that tells nothing, and its owner is in the log', () =>
      expectFailureHidden(name, '/fine'));
  });

  describe.each([
    ['rest_request_parameter_order', '/fine'],
    ['rest_authentication_errors', '/fine'],
    ['rest_envelope_response', '/fine?_envelope'],
    ['rest_endpoints', '/fine'],
  ])('the filter %s', (name, path) => {
    // An empty object is an envelope, and a table of endpoints with all of them left out.
    const garbage = GARBAGE.filter(([, value]) => Array.isArray(value) || typeof value !== 'object');
    it.each([NOTHING, NULL, ...garbage])('that answers %s spoils nothing', async (_, value) => {
      await expectUnspoilt(name, value, path);
    });

    it('that throws tells nothing, and its owner is in the log', () => expectFailureHidden(name, path));
  });

  // `null` is "not mine", `true` is "fine", an error refuses (host.md 1.8). Whatever else a callback answers was meant as
  // one of the two last; what may refuse must not let through when it is misunderstood.
  it.each([
    ['false', false],
    ['an object that looks like an error', { code: 'acme_refused', message: 'No.', data: { status: 403 } }],
    ['text', 'refused'],
  ])('the filter rest_authentication_errors that answers %s lets nobody in', async (_, verdict) => {
    const filter = addFilter('rest_authentication_errors', () => verdict);
    const { status } = await get('/fine').finally(() => filter.remove());
    expect(status).toBeGreaterThanOrEqual(400);
  });

  describe.each(['rest_pre_serve_request', 'rest_send_nocache_headers'])('the filter %s', (name) => {
    it('that answers undefined spoils nothing', () => expectUnspoilt(name, undefined, '/fine'));

    // Row 23 holds for what fails while the answer is being finished, too: JSON with a code and the request's id.
    it.each([NULL, ...GARBAGE])('that answers %s is a 500 in JSON', async (_, value) => {
      await expectUnspoilt(name, value, '/fine');
    });

    it('that throws is a 500 that tells nothing, and its owner is in the log', () =>
      expectFailureHidden(name, '/fine'));
  });

  it.each([
    ['throws', () => Promise.reject(new Error(SECRET))],
    ['says that it did not', () => false],
  ])('the filter rest_pre_serve_request that has sent an answer and %s harms no other request', async (_, then) => {
    const filter = hooks.addFilter('rest_pre_serve_request', (served, _answer, request, http) => {
      if (request.path !== '/broken/v1/fine') return served;
      http.response.end('sent');
      return then();
    });
    const answer = await get('/fine')
      .catch(() => null)
      .finally(() => filter.remove());
    if (answer) expectNothingInside(answer);
    expect((await get('/fine')).data).toEqual({ fine: true });
  });

  it.each([NULL, ...GARBAGE])(
    'the filter rest_pre_echo_response that answers %s is the data, or an error',
    async (_, value) => {
      const filter = addFilter('rest_pre_echo_response', () => value);
      const answer = await get('/fine').finally(() => filter.remove());
      if (answer.status === 200) expect(answer.data).toEqual(value);
      else expectClean(answer, 'rest_encode_error');
    },
  );

  it('the filter rest_pre_echo_response that throws tells nothing', () =>
    expectFailureHidden('rest_pre_echo_response', '/fine'));

  describe('the filters of CORS headers', () => {
    const ORIGIN = 'https://app.example.net';

    async function askWith(name: string, value: unknown, method: string): Promise<HttpAnswer> {
      const plugin = definePlugin({
        name: 'filters',
        version: '1.0.0',
        setup(context) {
          context.hooks.addFilter(name as 'rest_allowed_cors_headers', () => value as string[]);
        },
      });
      const open = await createTestHost({
        plugins: [createBroken(), plugin],
        cors: { origins: [ORIGIN] },
        debug: false,
      });
      try {
        const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' };
        return await httpClient(await open.listen())(method, '/api/broken/v1/fine', { headers });
      } finally {
        await open.close();
      }
    }

    it.each([NULL, ...GARBAGE])('rest_allowed_cors_headers that answers %s spoils nothing', async (_, value) => {
      const answer = await askWith('rest_allowed_cors_headers', value, 'OPTIONS');
      if (answer.status !== 204) expectClean(answer, /^rest_/);
    });

    // As above: row 23 for what fails while the answer is being finished.
    it.each([NULL, ...GARBAGE.slice(0, 4)])(
      'rest_exposed_cors_headers that answers %s spoils nothing',
      async (_, value) => {
        const answer = await askWith('rest_exposed_cors_headers', value, 'GET');
        if (answer.status !== 200) expectClean(answer, /^rest_/);
      },
    );
  });

  it.each([0, -1, 1.5, Number.NaN, 'x', null, undefined, {}])(
    'rest_get_max_batch_size of %j leaves batches bounded',
    async (size) => {
      const filter = addFilter('rest_get_max_batch_size', () => size);
      const answer = await batch(...Array.from({ length: 26 }, () => '/fine')).finally(() => filter.remove());
      expect(answer).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
    },
  );

  // As for handlers above.
  it('a filter whose response has a status that HTTP does not have is a 500 in JSON', async () => {
    const filter = addFilter('rest_post_dispatch', () => respond(1, { status: 7 }));
    expectClean(await get('/fine').finally(() => filter.remove()), /^rest_/);
  });
});
