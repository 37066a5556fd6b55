import { definePlugin, HostError } from 'mortise';
import { paginate, respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response, Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { basic } from '../support/basic.js';

const SITE = 'https://example.com/site';
const AUTHORS = new Map([
  [1, { id: 1, name: 'Ada' }],
  [2, { id: 2, name: 'Grace' }],
]);

/** Books that link to their authors, for `_embed`. */
const library = () => {
  const calls: string[] = [];
  const book = (id: number, authors: readonly number[]) => ({
    id,
    title: `Book ${id}`,
    _links: {
      self: [{ href: `${SITE}/api/lib/v1/books/${id}` }],
      author: authors.map((author) => ({ href: `${SITE}/api/lib/v1/authors/${author}?full=1`, embeddable: true })),
      review: [
        { href: `${SITE}/api/lib/v1/reviews/${id}` },
        { href: `${SITE}/api/lib/v1/private/${id}`, embeddable: true },
      ],
      shop: [{ href: 'https://shop.example.net/api/lib/v1/authors/1', embeddable: true }],
    },
  });
  const books = [book(1, [1, 2]), book(2, [2]), book(3, [9])];
  const plugin = definePlugin({
    name: 'lib',
    version: '1.0.0',
    setup({ rest }) {
      const open = { permission: 'public', summary: 'Open' } as const;
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/books',
        args: { page: { type: 'integer', default: 1 }, per_page: { type: 'integer', default: 10 } },
        handler: ({ args }) => paginate(books, { page: args.page, perPage: args.per_page, total: books.length }),
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/books/{id}',
        args: { id: { type: 'integer' } },
        handler: ({ args }) => books.find(({ id }) => id === args.id),
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/authors/{id}',
        args: { id: { type: 'integer' }, context: { type: 'string' }, full: { type: 'boolean' } },
        handler({ args }) {
          calls.push(`author ${args.id} ${args.context} ${args.full}`);
          const author = AUTHORS.get(args.id);
          if (!author) throw new HostError('lib_no_author', 'There is no such author.', { status: 404 });
          const link = { href: `${SITE}/api/lib/v1/books/1`, embeddable: true };
          return { ...author, _links: { book: [link] } };
        },
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/private/{id}',
        args: { id: { type: 'integer' } },
        permission: 'manage_options',
        handler: ({ args }) => ({ secret: args.id }),
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/many',
        handler: () => ({
          _links: {
            author: Array.from({ length: 150 }, (_, index) => ({
              href: `${SITE}/api/lib/v1/authors/1?n=${index}`,
              embeddable: true,
            })),
          },
        }),
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/versioned',
        handler: () => respond(book(1, [1]), { headers: { ETag: '"v1"' } }),
      });
      rest.group('lib/v1', { ...open, path: '/things/{id}', args: { id: { type: 'integer' } } }, (endpoint) => {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
          endpoint({ method, handler: () => ({ ran: method }) });
        }
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/several',
        handler() {
          throw new HostError('lib_first', 'The first.', {
            status: 409,
            shelf: 7,
            additional_errors: [{ code: 'lib_second', message: 'The second.', data: { shelf: 8 } }],
            additional_data: [{ row: 2 }],
          });
        },
      });
      rest.route('lib/v1', {
        ...open,
        method: 'POST',
        path: '/notes',
        args: { html: { type: 'string', format: 'html' }, from: { type: 'integer' }, to: { type: 'integer' } },
        validate: ({ from = 0, to = 0 }) => from <= to || { from: 'from must not be after to.' },
        handler: ({ args }) => args,
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/strict',
        args: { known: { type: 'string' } },
        strictArgs: true,
        handler: ({ args }) => args,
      });
      rest.route('lib/v1', {
        ...open,
        method: 'POST',
        path: '/zod/{id}',
        args: z.object({
          id: z.number().int(),
          tags: z.array(z.string()).max(2),
          size: z.enum(['s', 'm']).default('m'),
          note: z
            .string()
            .transform((text) => text.trim())
            .optional(),
        }),
        handler: ({ args }) => args,
      });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/export/{form}',
        args: { form: { type: 'string', enum: ['csv', 'bytes', 'json'] } },
        handler({ args: { form } }) {
          if (form === 'bytes') return respond(new Uint8Array([1, 2, 3]));
          const headers = { 'content-type': 'text/csv', etag: '"one"', 'cache-control': 'max-age=1' };
          return form === 'csv' ? respond('id\n1\n', { headers }) : respond({ id: 1 }, { headers });
        },
      });
      rest.route('lib/v1', {
        ...open,
        method: 'POST',
        path: '/created',
        successStatus: 201,
        handler: () => ({ id: 7 }),
      });
      const answers = { no: false, nothing: undefined, yes: true, text: 'yes', record: { id: 1 }, number: 1 };
      for (const [name, answer] of Object.entries(answers)) {
        const permission = (() => answer) as () => boolean;
        rest.route('lib/v1', { ...open, method: 'GET', path: `/asks/${name}`, permission, handler: () => 'in' });
      }
      const refusal = (() => new HostError('lib_closed', 'Closed.', { status: 423 })) as unknown as () => boolean;
      rest.route('lib/v1', { ...open, method: 'GET', path: '/asks/error', permission: refusal, handler: () => 'in' });
      rest.route('lib/v1', {
        ...open,
        method: 'GET',
        path: '/cached',
        cache: 'public, max-age=60',
        handler: () => respond({ at: 1 }),
      });
      // A plugin in JavaScript may omit the handler.
      rest.route('lib/v1', { ...open, method: 'GET', path: '/unhandled' } as never);
    },
  });
  return { plugin, calls };
};

/** Response options of routes and of callers. */
describe('REST routes and responses', () => {
  const { plugin, calls } = library();
  let host: TestHost;
  let site: string;
  let administrator: Record<string, string>;

  beforeAll(async () => {
    host = await createTestHost({ plugins: [plugin], url: SITE });
    site = await host.listen();
    const user = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(user.id, { name: 'Answers' });
    administrator = basic(user.login, password);
  });
  afterAll(() => host.close());

  const get = (path: string, headers = {}) => request(site).get(`/api/lib/v1${path}`).set(headers);
  const embeddedOf = ({ body: data }: Response) => (data as { _embedded: Record<string, unknown[]> })._embedded;

  function expectError(answer: Response, status: number, code: string): void {
    expect(answer).toMatchObject({
      status,
      body: { code, data: { status, request_id: answer.headers['x-request-id'] } },
    });
  }

  it('share the options of a group across its endpoints', async () => {
    const { body: data } = await request(site).options('/api/lib/v1/things/7');
    expect(data).toMatchObject({
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      endpoints: Array.from({ length: 5 }, () => ({ args: { id: { type: 'integer', required: true } } })),
    });
  });

  it('register nothing of a group when one endpoint is rejected', async () => {
    const broken = definePlugin({
      name: 'lib-broken',
      version: '1.0.0',
      setup({ rest }) {
        rest.group('lib/v1', { path: '/broken', summary: 'x', permission: 'public' }, (endpoint) => {
          endpoint({ method: 'GET', handler: () => 1 });
          endpoint({ method: 'GET', handler: () => 2 });
        });
      },
    });
    await expect(host.plugins.activate([broken])).rejects.toThrow(/declared by "lib-broken" and by "lib-broken"/);
    expectError(await get('/broken'), 404, 'rest_no_route');
  });

  it('treat templates that match the same paths as one route', async () => {
    const twin = definePlugin({
      name: 'lib-twin',
      version: '1.0.0',
      setup({ rest }) {
        const args = { number: { type: 'integer' } } as const;
        rest.route('lib/v1', {
          method: 'GET',
          path: '/books/{number}',
          summary: 'x',
          permission: 'public',
          args,
          handler: () => 1,
        });
      },
    });
    await expect(host.plugins.activate([twin])).rejects.toThrow(
      /declared by "lib" as \/lib\/v1\/books\/\{id\}.*"lib-twin"/,
    );
  });

  it('return 500 with a clear code for an endpoint without a handler function', async () => {
    expectError(await get('/unhandled'), 500, 'rest_invalid_handler');
  });

  it('validate all arguments together after each of them', async () => {
    const post = (json: object) => request(site).post('/api/lib/v1/notes').send(json);
    expect((await post({ from: 1, to: 2 })).body).toEqual({ from: 1, to: 2 });
    const refused = await post({ from: 3, to: 2 });
    expectError(refused, 400, 'rest_invalid_param');
    expect(refused.body).toMatchObject({ data: { params: { from: 'from must not be after to.' } } });
    expect((await post({ from: 'x', to: 2 })).body).toMatchObject({
      data: { params: { from: expect.stringContaining('integer') } },
    });
  });

  it('sanitize the html format', async () => {
    const html = '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">you</a></p>';
    const { body: data } = await request(site).post('/api/lib/v1/notes').send({ html });
    expect(data).toEqual({ html: '<p>Hello <a>you</a></p>' });
  });

  it('reject undeclared strict arguments, except for the parameters of the host', async () => {
    expect((await get('/strict?known=1&_locale=user&_fields=known')).body).toEqual({ known: '1' });
    expectError(await get('/strict?unknown=1'), 400, 'rest_invalid_param');
  });

  it('include additional errors and data', async () => {
    const answer = await get('/several');
    expectError(answer, 409, 'lib_first');
    expect(answer.body).toMatchObject({
      data: { shelf: 7 },
      additional_errors: [{ code: 'lib_second', message: 'The second.', data: { shelf: 8 } }],
      additional_data: [{ row: 2 }],
    });
  });

  it.each([
    ['yes', 200, undefined],
    ['no', 401, 'rest_forbidden'],
    ['nothing', 401, 'rest_forbidden'],
    ['error', 423, 'lib_closed'],
    ['text', 500, 'rest_permission_invalid'],
    ['record', 500, 'rest_permission_invalid'],
    ['number', 500, 'rest_permission_invalid'],
  ])('map the permission result "%s" to %d', async (name, status, code) => {
    const answer = await get(`/asks/${name}`);
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([status, code]);
  });

  it('tell the caller that the nonce is missing', async () => {
    const user = await host.createUser('administrator');
    const { token } = await host.sessions.create({ userId: user.id });
    const answer = await get('/private/1', { Cookie: `__Host-cms_session=${token}` });
    expectError(answer, 401, 'rest_forbidden');
    expect(answer.headers['x-cms-auth']).toBe('cookie-without-nonce');
    expect((answer.body as { message: string }).message).toContain('X-CMS-Nonce');
  });

  it('send text of another type and bytes unchanged, with headers in any case', async () => {
    const csv = await get('/export/csv');
    expect(csv).toMatchObject({ status: 200, text: 'id\n1\n' });
    expect(csv.headers).toMatchObject({ 'content-type': 'text/csv', 'cache-control': 'max-age=1', etag: '"one"' });
    expect((await get('/export/csv', { 'If-None-Match': '"one"' })).status).toBe(304);
    expect((await get('/export/json')).headers['content-type']).toBe('application/json; charset=utf-8');
    const bytes = await get('/export/bytes');
    expect(bytes).toMatchObject({
      body: Buffer.from([1, 2, 3]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect((await host.request('GET', '/lib/v1/export/csv')).data).toBe('id\n1\n');
  });

  it('have the success status that the route declares', async () => {
    expect(await request(site).post('/api/lib/v1/created')).toMatchObject({ status: 201, body: { id: 7 } });
  });

  it('list the supported methods for a wrong one', async () => {
    const { body: data } = await request(site).delete('/api/lib/v1/created');
    expect((data as { message: string }).message).toContain('POST, not DELETE');
  });

  it.each([
    [{ path: '/t/:id' }, /use "\{id\}"/],
    [{ args: { a: { type: 'int' } } }, /a: "int" is not a type/],
    [{ returns: { type: 'object', properties: { a: { items: { type: 'nubmer' } } } } }, /returns\.a\[\]: "nubmer"/],
    [{ uploads: true }, /maxFileSize/],
    [{ uploads: { maxFileSize: 0 } }, /maxFileSize/],
    [{ idempotency: true }, /'accepted' or 'required'/],
    [{ idempotency: 'accepted', method: 'PUT' }, /idempotency is for POST/],
    [{ args: { _fields: { type: 'string' } } }, /"_fields" cannot be/],
    [{ method: 'FETCH' }, /the method must be one of/],
    [{ rateLimit: { max: 0, window: '1m', by: 'ip' } }, /rateLimit.max/],
  ])('reject the declaration %j at registration', async (wrong, message) => {
    const plugin = definePlugin({
      name: 'lib-wrong',
      version: '1.0.0',
      setup({ rest }) {
        const right = { method: 'POST', path: '/wrong', summary: 'x', permission: 'public', handler: () => 1 };
        rest.route('lib/v1', { ...right, ...wrong } as never);
      },
    });
    await expect(host.plugins.activate([plugin])).rejects.toThrow(message);
  });

  it('may be cached for authenticated callers when declared', async () => {
    expect((await get('/cached', administrator)).headers['cache-control']).toBe('public, max-age=60');
  });

  it('name the missing permission in OPTIONS to authenticated callers only', async () => {
    const subscriber = await host.createUser('subscriber');
    const { data } = await host.request('OPTIONS', '/lib/v1/private/1', { as: subscriber.id });
    expect(data).toMatchObject({ endpoints: [{ allowed: false, missing_capability: 'manage_options' }] });
    expect((await request(site).options('/api/lib/v1/private/1')).text).not.toContain('manage_options');
    const allowed = await request(site).options('/api/lib/v1/private/1').set(administrator);
    expect(allowed.body).toMatchObject({ endpoints: [{ allowed: true }] });
    expect(allowed.headers.allow).toBe('GET');
  });

  describe('_embed', () => {
    it('embeds linked resources in order, with an empty entry for one that is not embeddable', async () => {
      const embedded = embeddedOf(await get('/books/1?_embed', administrator));
      expect(embedded).toMatchObject({ author: [{ name: 'Ada' }, { name: 'Grace' }], review: [{}, { secret: 1 }] });
      expect(embedded).not.toHaveProperty('self');
    });

    it('requests the embed context with the query of the link, one level deep', async () => {
      calls.length = 0;
      const embedded = embeddedOf(await get('/books/2?_embed=author'));
      expect(calls).toEqual(['author 2 embed true']);
      expect(embedded.author?.[0]).not.toHaveProperty('_embedded');
    });

    it('embeds only the listed relations', async () => {
      expect(Object.keys(embeddedOf(await get('/books/1?_embed=author')))).toEqual(['author']);
      expect(Object.keys(embeddedOf(await get('/books/1?_embed[]=author&_embed[]=review')))).toEqual([
        'author',
        'review',
      ]);
      expect((await get('/books/1?_embed=nothing')).body).not.toHaveProperty('_embedded');
      expect((await get('/books/1?_embed=0')).body).not.toHaveProperty('_embedded');
    });

    it('requests every URL once per response', async () => {
      calls.length = 0;
      const { body: data } = await get('/books?_embed=author');
      expect(calls.toSorted()).toEqual(['author 1 embed true', 'author 2 embed true', 'author 9 embed true']);
      expect(data).toMatchObject([
        { _embedded: { author: [{ id: 1 }, { id: 2 }] } },
        { _embedded: { author: [{ id: 2 }] } },
        { _embedded: { author: [{ code: 'lib_no_author' }] } },
      ]);
    });

    it('embeds the error for a resource that the caller may not read', async () => {
      expect(embeddedOf(await get('/books/1?_embed=review')).review).toMatchObject([{}, { code: 'rest_forbidden' }]);
    });

    it('ignores links to other hosts', async () => {
      expect((await get('/books/1?_embed=shop')).body).not.toHaveProperty('_embedded');
    });

    it('has no ETag, because embedded resources change independently', async () => {
      const path = '/versioned';
      expect((await get(path)).headers.etag).toBe('"v1"');
      expect((await get(`${path}?_embed`)).headers).not.toHaveProperty('etag');
      expect((await get(`${path}?_embed`, { 'If-None-Match': '"v1"' })).status).toBe(200);
    });

    it('stops at a hundred requests', async () => {
      calls.length = 0;
      const { author } = embeddedOf(await get('/many?_embed'));
      expect(calls).toHaveLength(100);
      expect(author).toHaveLength(150);
      expect(author?.slice(100)).toEqual(Array.from({ length: 50 }, () => ({})));
    });

    it('supports _fields', async () => {
      expect((await get('/books/2?_embed=author&_fields=id,_embedded.author.name')).body).toEqual({
        id: 2,
        _embedded: { author: [{ name: 'Grace' }] },
      });
      calls.length = 0;
      expect((await get('/books/2?_embed=author&_fields=id')).body).toEqual({ id: 2 });
      expect(calls).toEqual([]);
    });
  });

  describe('_envelope', () => {
    it('puts body, status and headers into a 200', async () => {
      const { status, body: data } = await get('/books?_envelope&_fields=id');
      expect(status).toBe(200);
      expect(data).toMatchObject({
        status: 200,
        body: [{ id: 1 }, { id: 2 }, { id: 3 }],
        headers: { 'X-CMS-Total': '3', 'X-WP-Total': '3', Link: expect.stringContaining('api.w.org') },
      });
    });

    it('wraps errors and empty responses', async () => {
      const refused = await get('/authors/9?_envelope=1');
      expect(refused.status).toBe(200);
      expect(refused.body).toMatchObject({ status: 404, body: { code: 'lib_no_author' } });
      expect((await get('/nowhere?_envelope')).body).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
      expect((await get('/books/77?_envelope')).body).toMatchObject({ status: 204, body: null });
    });
  });

  describe('method override', () => {
    const call = (method: string, query: string, header?: string) =>
      new Test(site, method, `/api/lib/v1/things/7${query}`).set(header ? { 'X-HTTP-Method-Override': header } : {});
    const ran = async (answer: Promise<Response>) => ((await answer).body as { ran: string }).ran;

    it.each(['PUT', 'PATCH', 'DELETE', 'delete'])('turns a POST into a %s by query or header', async (method) => {
      expect(await ran(call('POST', `?_method=${method}`))).toBe(method.toUpperCase());
      expect(await ran(call('POST', '', method))).toBe(method.toUpperCase());
    });

    it('prefers the query over the header', async () => {
      expect(await ran(call('POST', '?_method=PUT', 'DELETE'))).toBe('PUT');
    });

    it.each(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', ''])('never turns a POST into "%s"', async (method) => {
      expect(await ran(call('POST', `?_method=${method}`))).toBe('POST');
    });

    it.each(['GET', 'PUT', 'DELETE'])('does not change a %s', async (method) => {
      expect(await ran(call(method, '?_method=PATCH', 'PATCH'))).toBe(method);
    });
  });

  it('reject JSONP', async () => {
    expectError(await get('/books?_jsonp=callback'), 400, 'rest_callback_disabled');
  });

  describe('Standard Schema', () => {
    const post = (json: object, id = '7') => request(site).post(`/api/lib/v1/zod/${id}?_locale=user`).send(json);

    it('validates, applies defaults and transforms, after coercing text', async () => {
      expect((await post({ tags: 'a,b', note: ' x ' })).body).toEqual({
        id: 7,
        tags: ['a', 'b'],
        size: 'm',
        note: 'x',
      });
    });

    it('rejects with the names of all invalid parameters', async () => {
      const refused = await post({ tags: ['a', 'b', 'c'], size: 'xl' });
      expectError(refused, 400, 'rest_invalid_param');
      expect(Object.keys((refused.body as { data: { params: object } }).data.params).toSorted()).toEqual([
        'size',
        'tags',
      ]);
      expectError(await post({}, 'seven'), 404, 'rest_no_route');
    });

    it('is described in the index', async () => {
      const { routes } = (await get('')).body as { routes: Record<string, { endpoints: { args: object }[] }> };
      expect(routes['/lib/v1/zod/{id}']?.endpoints[0]?.args).toMatchObject({
        tags: { type: 'array', required: true },
        size: { enum: ['s', 'm'], default: 'm' },
      });
    });
  });
});
