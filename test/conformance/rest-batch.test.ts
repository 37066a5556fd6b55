import { definePlugin, HostError } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

/** `POST /batch/v1`. */
describe('batch', () => {
  let host: TestHost;
  let http: Agent;
  let editor: Record<string, string>;
  const written: string[] = [];

  beforeAll(async () => {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup({ rest }) {
        const shared = { summary: 'Notes', permission: 'public', allowBatch: true } as const;
        const name = { type: 'string', minLength: 2, required: true } as const;
        rest.group('acme/v1', { ...shared, path: '/notes/{id}', args: { id: { type: 'integer' } } }, (endpoint) => {
          endpoint({
            method: ['POST', 'PUT'],
            args: { name },
            handler({ args, method, headers, query }) {
              if (args.name === 'fails') throw new HostError('acme_full', 'Full.', { status: 409 });
              written.push(`${method} ${args.id} ${args.name}`);
              return { id: args.id, name: args.name, trace: headers['x-trace'], query };
            },
          });
          endpoint({ method: 'DELETE', allowBatch: false, handler: ({ args }) => written.push(`DELETE ${args.id}`) });
          endpoint({ method: 'GET', handler: () => 'read' });
        });
        rest.route('acme/v1', {
          ...shared,
          method: 'POST',
          path: '/mine',
          permission: 'edit_posts',
          handler: ({ user }) => ({ login: user?.login }),
        });
      },
    });
    host = await createTestHost({ plugins: [plugin] });
    http = request(await host.listen());
    const user = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Batch' });
    editor = basic(user.login, password);
  });
  afterAll(() => host.close());
  beforeEach(() => {
    written.length = 0;
  });

  const batch = (requests: unknown, more = {}, headers = {}): Promise<Response> =>
    http
      .post('/api/batch/v1')
      .set(headers)
      .send({ requests, ...more });
  const note = (id: number, name: string, more = {}) => ({ path: `/acme/v1/notes/${id}`, body: { name }, ...more });
  const responsesOf = ({ body: data }: Response) =>
    (data as { responses: { status: number; body: { code?: string }; headers: Record<string, string> }[] }).responses;

  it('runs its requests in order and returns each response in its place', async () => {
    const answer = await batch([note(1, 'one'), note(2, 'two', { method: 'PUT' }), note(3, 'fails'), note(4, 'four')]);
    expect(answer.status).toBe(207);
    expect(responsesOf(answer).map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [409, 'acme_full'],
      [200, undefined],
    ]);
    expect(written).toEqual(['POST 1 one', 'PUT 2 two', 'POST 4 four']);
  });

  it('runs valid requests and rejects the others by default', async () => {
    const answer = await batch([note(1, 'x'), note(2, 'two'), { path: '/acme/v1/nowhere' }]);
    expect(responsesOf(answer).map(({ body }) => body.code)).toEqual([
      'rest_invalid_param',
      undefined,
      'rest_no_route',
    ]);
    expect(written).toEqual(['POST 2 two']);
  });

  it('runs nothing with require-all-validate when one request is invalid', async () => {
    const answer = await batch([note(1, 'one'), note(2, 'x')], { validation: 'require-all-validate' });
    expect(answer.status).toBe(207);
    expect(answer.body).toMatchObject({
      failed: 'validation',
      responses: [null, { status: 400, body: { code: 'rest_invalid_param' } }],
    });
    expect(written).toEqual([]);
    const valid = await batch([note(1, 'one'), note(2, 'two')], { validation: 'require-all-validate' });
    expect(valid.body).not.toHaveProperty('failed');
    expect(written).toHaveLength(2);
  });

  it.each(['::', 'acme/v1/notes/1', '//evil.example/acme/v1/notes/1', 'https://evil.example/', '/a b', '', '/a\\b'])(
    'returns an error in its place for the path "%s" that cannot be parsed',
    async (path) => {
      const answer = await batch([note(1, 'one'), { path }, note(2, 'two')]);
      expect(responsesOf(answer).map(({ status, body }) => [status, body.code])).toEqual([
        [200, undefined],
        [400, 'parse_path_failed'],
        [200, undefined],
      ]);
    },
  );

  it('rejects methods that do not allow batches, even through an override', async () => {
    const answer = await batch([
      { path: '/acme/v1/notes/1', method: 'DELETE' },
      { path: '/acme/v1/notes/1?_method=DELETE', method: 'POST' },
      { path: '/acme/v1/notes/1', headers: { 'X-HTTP-Method-Override': 'DELETE' } },
      { path: '/batch/v1', body: { requests: [note(1, 'one')] } },
    ]);
    expect(responsesOf(answer).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 4 }, () => 'rest_batch_not_allowed'),
    );
    expect(written).toEqual([]);
  });

  it('rejects reads', async () => {
    const answer = await batch([{ path: '/acme/v1/notes/1', method: 'GET' }]);
    expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });

  it('accepts between one and twenty-five requests', async () => {
    const requests = Array.from({ length: 26 }, (_, id) => note(id, 'many'));
    expect(await batch(requests)).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(responsesOf(await batch(requests.slice(1)))).toHaveLength(25);
    expect((await batch([])).status).toBe(400);
  });

  it.each([
    undefined,
    'x',
    7,
    {},
    [null],
    ['x'],
    [{}],
    [{ path: 7 }],
    [{ path: '/a', body: 'x' }],
    [{ path: '/a', headers: 7 }],
  ])('rejects %j as its requests', async (requests) => {
    expect((await batch(requests)).status).toBe(400);
  });

  it('passes each request its own headers and query', async () => {
    const [first, second] = responsesOf(
      await batch([
        note(1, 'one', { headers: { 'X-Trace': ['a', 'b'] } }),
        { ...note(2, 'two'), path: '/acme/v1/notes/2?q=1' },
      ]),
    );
    expect(first?.body).toMatchObject({ trace: 'a, b' });
    expect(second?.body).toMatchObject({ query: { q: '1' } });
    expect(second?.body).not.toHaveProperty('trace');
  });

  it('runs as its own caller, regardless of item headers', async () => {
    const mine = { path: '/acme/v1/mine' };
    expect(responsesOf(await batch([mine], {}, editor))[0]?.body).toMatchObject({ login: expect.any(String) });
    expect(responsesOf(await batch([{ ...mine, headers: editor }]))[0]).toMatchObject({
      status: 401,
      body: { code: 'rest_forbidden' },
    });
  });

  it('is listed in the index, with the routes that allow it', async () => {
    const { body: data } = await http.get('/api/');
    expect(data).toMatchObject({
      namespaces: expect.not.arrayContaining(['', 'batch/v1']),
      routes: {
        '/batch/v1': { namespace: '', methods: ['POST'] },
        '/acme/v1/mine': { endpoints: [{ allow_batch: { v1: true } }] },
      },
    });
  });
});
