import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Response, Test } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNonces } from '../../src/core/identity/nonces.js';
import { basic } from '../support/basic.js';
import { sendBytes } from '../support/exact-bytes.js';
import { openConnection } from '../support/raw-connection.js';
import { type ProcessWitness, watchProcess } from './process-witness.js';
import { createTarget } from './target-plugin.js';

const SECRET = 'a secret that the attacks on nonces do not know';
const SITE = 'http://localhost:8080';
const APP = 'https://app.example.net';
const HOUR = 60 * 60 * 1000;

const POLLUTION = '{"__proto__":{"polluted":"json"},"constructor":{"prototype":{"polluted":"json"}}}';
const POLLUTING_QUERY =
  '__proto__[polluted]=q&constructor[prototype][polluted]=q&__proto__.polluted=q&a[__proto__][polluted]=q';

describe('attacks on the REST registry', () => {
  const target = createTarget();
  let host: TestHost;
  let site: string;
  let witness: ProcessWitness;
  let administrator: { id: number; login: string; basic: Record<string, string> };

  beforeAll(async () => {
    witness = watchProcess();
    host = await createTestHost({
      plugins: [target.plugin],
      secret: SECRET,
      url: SITE,
      cors: { origins: [APP], credentials: true },
      debug: false,
    });
    site = await host.listen();
    const { id, login } = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(id, { name: 'Attacks' });
    administrator = { id, login, basic: basic(login, password) };
  });
  afterAll(async () => {
    await host.close();
    witness.stop();
    expect(witness.complaints).toEqual([]);
  });
  beforeEach(() => {
    target.written.length = 0;
    target.requests.length = 0;
  });

  const ask = (method: string, path: string) => new Test(site, method, `/api/target/v1${path}`);
  const get = (path: string, headers = {}) => ask('GET', path).set(headers);
  const batch = (requests: readonly unknown[], headers = {}, more = {}) =>
    request(site)
      .post('/api/batch/v1')
      .set(headers)
      .send({ requests, ...more });
  const itemsOf = ({ body: data }: Response) =>
    (data as { responses: { status: number; body: Record<string, unknown>; headers: Record<string, string> }[] })
      .responses;

  function expectError(answer: Response, status: number, code: string): void {
    expect({ status: answer.status, data: answer.body }).toMatchObject({
      status,
      data: { code, data: { status, request_id: answer.headers['x-request-id'] } },
    });
  }

  /** Writes raw bytes and ends. @returns everything received */
  async function sendRaw(text: string): Promise<string> {
    const connection = await openConnection(site);
    connection.socket.end(text);
    return connection.closed;
  }

  describe('prototype member names', () => {
    const before = new Map<string, string>();
    const PROBES = ['/members', '/list?page=2', '/things/1', '/nowhere'];
    const unpolluted = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, '');

    beforeAll(async () => {
      for (const path of PROBES) before.set(path, unpolluted((await get(path)).text));
    });

    async function expectUnchanged(): Promise<void> {
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
      expect(([] as { polluted?: unknown }).polluted).toBeUndefined();
      for (const path of PROBES) expect(unpolluted((await get(path)).text)).toBe(before.get(path));
    }

    it('do not pollute through JSON bodies, arguments or nested values', async () => {
      await ask('POST', '/echo/a').type('json').send(POLLUTION);
      await ask('POST', '/echo/a').type('json').send(`{"record":${POLLUTION},"text":"x"}`);
      await ask('POST', '/echo/a').type('json').send(`{"record":{"a":{"b":[${POLLUTION}]}}}`);
      await expectUnchanged();
    });

    it('do not pollute through forms and queries', async () => {
      await ask('POST', '/echo/a').type('form').send(POLLUTING_QUERY);
      await ask('POST', `/echo/a?${POLLUTING_QUERY}`);
      await get(`/echo/a?record[__proto__][polluted]=q&record[constructor][prototype][polluted]=q`);
      await get(`/list?${POLLUTING_QUERY}&_embed[__proto__]=x&_fields[__proto__]=x&_method[__proto__]=x`);
      await expectUnchanged();
    });

    it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
      'are treated as text in the path: %s',
      async (name) => {
        expect((await get(`/echo/${name}`)).body).toMatchObject({ args: { name } });
        expectError(await request(site).get(`/api/${name}`), 404, 'rest_no_route');
        expectError(await request(site).get(`/api/${name}/v1/${name}`), 404, 'rest_no_route');
        await expectUnchanged();
      },
    );

    it('select nothing in _fields', async () => {
      for (const fields of [
        '__proto__',
        'constructor',
        '__proto__,constructor,toString',
        'id.__proto__',
        '__proto__.polluted',
      ]) {
        const { status, body: data } = await get(`/members?_fields=${fields}`);
        expect(status).toBe(200);
        expect(Object.keys(data as object)).toEqual(fields.startsWith('id') ? ['id'] : []);
      }
      await expectUnchanged();
    });

    it('match no relation in _embed', async () => {
      for (const names of ['__proto__', 'constructor,toString', 'hasOwnProperty']) {
        expect((await get(`/links?to=${SITE}/api/target/v1/list&_embed=${names}`)).body).not.toHaveProperty(
          '_embedded',
        );
      }
      await expectUnchanged();
    });

    it('do not pollute through the bodies, headers and paths of a batch', async () => {
      const path = '/target/v1/echo/a';
      const answer = await request(site)
        .post('/api/batch/v1')
        .type('json')
        .send(`{"__proto__":{"validation":"normal"},"requests":[
          {"path":"${path}","body":${POLLUTION}},
          {"path":"${path}","headers":{"__proto__":"x","constructor":"y","X-Trace":"kept"}},
          {"path":"${path}?${POLLUTING_QUERY}"},
          {"path":"${path}","__proto__":{"method":"DELETE"}}]}`);
      expect(itemsOf(answer).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(itemsOf(answer)[1]?.body).toMatchObject({ trace: 'kept' });
      await expectUnchanged();
    });

    it('cannot replace a missing argument', async () => {
      const answer = await ask('POST', '/created').type('json').send('{"__proto__":{"at":"/x"}}');
      expectError(answer, 400, 'rest_missing_callback_param');
    });
  });

  describe('_embed', () => {
    const links = (...to: string[]) =>
      get(`/links?_embed&${to.map((href) => `to[]=${encodeURIComponent(href)}`).join('&')}`);
    const embedded = ({ body: data }: Response) => (data as { _embedded?: { item: unknown[] } })._embedded?.item;

    it.each([
      'https://evil.example/api/target/v1/echo/x',
      '//evil.example/api/target/v1/echo/x',
      '/api/target/v1/echo/x',
      `${SITE}.evil.example/api/target/v1/echo/x`,
      `http://localhost:8080@evil.example/api/target/v1/echo/x`,
      `${SITE}/apix/target/v1/echo/x`,
      `${SITE}/api`,
      `${SITE}/admin`,
      'javascript:alert(1)',
      'file:///etc/passwd',
      '',
    ])('ignores %j', async (href) => {
      const answer = await links(href);
      expect(answer.status).toBe(200);
      expect(answer.body).not.toHaveProperty('_embedded');
      expect(target.requests).toEqual([]);
    });

    it.each([
      `${SITE}/api/../admin`,
      `${SITE}/api/target/v1/../../../admin`,
      `${SITE}/api/%2e%2e/admin`,
      `${SITE}/api/target/v1/echo/..%2f..%2fadmin`,
      `${SITE}/api//evil.example/x`,
      `${SITE}/api/target/v1/%zz`,
      `${SITE}/api/\r\nX: y`,
    ])('does not leave the registry through %j', async (href) => {
      const answer = await links(href);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('<html');
      for (const item of embedded(answer) ?? []) {
        expect([item]).toEqual([
          expect.toSatisfy(
            (found: { code?: string; args?: object }) => found.code === 'rest_no_route' || found.args !== undefined,
          ),
        ]);
      }
    });

    it('runs only GET, regardless of the link', async () => {
      const answer = await links(
        `${SITE}/api/target/v1/guarded`,
        `${SITE}/api/target/v1/things/1?_method=DELETE`,
        `${SITE}/api/batch/v1?requests[0][path]=/target/v1/things/1`,
      );
      expect(embedded(answer)).toMatchObject([{ code: 'rest_no_route' }, { ran: 'GET' }, { code: 'rest_no_route' }]);
      expect(target.written).toEqual([]);
    });

    it('goes one level deep when it embeds itself', async () => {
      const itself = `${SITE}/api/target/v1/links?_embed&to=${SITE}/api/target/v1/links`;
      const [inner] = embedded(await links(itself)) ?? [];
      expect(inner).toHaveProperty('_links');
      expect(inner).not.toHaveProperty('_embedded');
    });

    it('returns the GET response of the index, and a list without its envelope', async () => {
      const answer = await links(`${SITE}/api/`, `${SITE}/api/target/v1/list?_envelope`);
      expect(embedded(answer)).toMatchObject([{ namespaces: ['mortise/v1', 'target/v1'] }, [{ id: 1 }]]);
    });
  });

  describe('batch', () => {
    const ECHO = '/target/v1/echo/a';

    it('cannot be nested', async () => {
      let inner: object = { path: ECHO };
      for (let depth = 0; depth < 25; depth += 1) inner = { path: '/batch/v1', body: { requests: [inner] } };
      expect(itemsOf(await batch([inner]))).toMatchObject([{ status: 400, body: { code: 'rest_batch_not_allowed' } }]);
      for (const path of [
        '/batch/v1/',
        '//batch/v1',
        '/BATCH/V1',
        '/batch%2fv1',
        '/%62atch/v1',
        '/batch/v1?_method=POST',
      ]) {
        const [item] = itemsOf(await batch([{ path, body: { requests: [{ path: ECHO }] } }]));
        expect([path, item?.status]).toEqual([path, expect.toBeOneOf([400, 404])]);
      }
      expect(target.requests).toEqual([]);
    });

    it('ignores _envelope and _embed in 25 items', async () => {
      const answer = await batch(Array.from({ length: 25 }, () => ({ path: `${ECHO}?_envelope=1&_embed=1` })));
      expect(itemsOf(answer)).toHaveLength(25);
      for (const { status, body } of itemsOf(answer))
        expect({ status, body }).toMatchObject({ status: 200, body: { args: { name: 'a' } } });
    });

    it('does not let an item authenticate as another user', async () => {
      const { token, session } = await host.sessions.create({ userId: administrator.id });
      const nonce = host.nonces.create('rest', administrator.id, session);
      const headers = [
        { ...administrator.basic },
        { Cookie: `cms_session=${token}`, 'X-CMS-Nonce': nonce },
        { cookie: `cms_session=${token}`, 'x-wp-nonce': nonce },
        { AUTHORIZATION: administrator.basic.Authorization },
        { 'X-CMS-Authorization': administrator.basic.Authorization },
      ];
      const answer = await batch([
        ...headers.map((own) => ({ path: '/target/v1/guarded', headers: own })),
        { path: `/target/v1/guarded?_wpnonce=${nonce}` },
      ]);
      expect(itemsOf(answer).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
      expect(target.written).toEqual([]);
    });

    it.each([
      '/target%2fv1%2fguarded',
      '/target/v1%2Fguarded',
      '/target/v1/echo%2fa',
      '/target/v1/echo/a%2fb',
      '/target/v1/%00',
      '/target/v1/echo/%ff',
    ])('finds no route for %s', async (path) => {
      expect(itemsOf(await batch([{ path }], administrator.basic))).toMatchObject([
        { status: 404, body: { code: 'rest_no_route' } },
      ]);
    });

    it('has the body limit as a whole', async () => {
      const body = { text: 'x'.repeat(100_000) };
      expectError(await batch(Array.from({ length: 11 }, () => ({ path: ECHO, body }))), 413, 'rest_body_too_large');
      expect(itemsOf(await batch(Array.from({ length: 9 }, () => ({ path: ECHO, body }))))).toHaveLength(9);
    });

    it('overrides the method only within each item', async () => {
      const answer = await batch([
        { path: '/target/v1/things/1?_method=GET' },
        { path: '/target/v1/things/2', method: 'PUT', headers: { 'X-HTTP-Method-Override': 'DELETE' } },
        { path: '/target/v1/things/3?_method[]=DELETE' },
      ]);
      expect(itemsOf(answer).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(target.written).toEqual(['POST 1', 'PUT 2', 'POST 3']);
    });

    it.each(['GET', 'FETCH', 'CONNECT', '', 7, null])('rejects %j as the method of an item', async (method) => {
      expectError(await batch([{ path: ECHO, method }]), 400, 'rest_invalid_param');
    });

    it('accepts no header with line breaks', async () => {
      const [item] = itemsOf(
        await batch([{ path: ECHO, headers: { 'X-Trace': 'a\r\nSet-Cookie: x=1', 'X\r\nY': 'z' } }]),
      );
      expect(item).toMatchObject({ status: expect.toBeOneOf([200, 400]) });
    });

    // A header is text or a list of text. Anything else in the list returns 400.
    it('rejects a header whose list contains no text', async () => {
      expectError(
        await batch([{ path: ECHO, headers: { 'X-Trace': [{ toString: 1, valueOf: 1 }] } }]),
        400,
        'rest_invalid_param',
      );
    });
  });

  describe('method override', () => {
    const ran = ({ body: data }: Response) => (data as { ran?: string }).ran;

    it('never turns a GET or HEAD into a write', async () => {
      for (const query of ['_method=DELETE', '_method[]=DELETE', '_method=GET&_method=DELETE']) {
        expect(ran(await get(`/things/1?${query}`, { 'X-HTTP-Method-Override': 'DELETE' }))).toBe('GET');
        expect((await ask('HEAD', `/things/1?${query}`)).status).toBe(200);
      }
      expect(target.written).toEqual([]);
    });

    it('is not read from the body', async () => {
      expect(ran(await ask('POST', '/things/1').type('form').send('_method=DELETE'))).toBe('POST');
      expect(ran(await ask('POST', '/things/1').send({ _method: 'DELETE' }))).toBe('POST');
    });

    it('ignores repeated, bracketed and malformed parameters', async () => {
      for (const query of [
        '_method[]=DELETE',
        '_method=DELETE&_method=PUT',
        '_method[a]=DELETE',
        '_method=DELETE%00',
        '_method=DEL%0d%0aETE',
      ]) {
        expect([query, ran(await ask('POST', `/things/1?${query}`))]).toEqual([query, 'POST']);
      }
      expect(target.written).not.toContain('DELETE 1');
    });

    it('ignores a repeated header', async () => {
      const answer = await sendRaw(
        'POST /api/target/v1/things/1 HTTP/1.1\r\nHost: x\r\nX-HTTP-Method-Override: DELETE\r\nX-HTTP-Method-Override: PUT\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
      expect(answer).toContain('{"ran":"POST"}');
    });
  });

  describe('content types', () => {
    it.each([
      'text/plain',
      'text/plain; charset=utf-8',
      'multipart/form-data',
      'multipart/mixed; boundary=x',
      'application/octet-stream',
      'application/jsonp',
      'text/json',
      'application/x-json',
    ])('do not parse JSON sent as %s', async (type) => {
      const answer = await ask('POST', '/created').type(type).send('{"at":"/x"}');
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).toMatchObject({ code: expect.stringMatching(/^rest_/) });
    });

    it('do not accept JSON in forms that any page can send', async () => {
      const raw = '{"at":"/x","a":"=b"}';
      const asText = await ask('POST', '/created').type('text/plain').send(raw);
      expectError(asText, 415, 'rest_unsupported_media_type');
      expectError(await ask('POST', '/created').type('form').send(raw), 400, 'rest_missing_callback_param');
    });

    it('are required for a body', async () => {
      expectError(await ask('POST', '/created').send(Buffer.from('{"at":"/x"}')), 415, 'rest_unsupported_media_type');
    });

    it.each([
      'application/json; charset=utf-8',
      'APPLICATION/JSON',
      'application/json;',
      ' application/json ;q=1',
      'application/vnd.acme+json',
    ])('accept %j as JSON', async (type) => {
      expect((await ask('POST', '/created').type(type).send('{"at":"/x"}')).status).toBe(201);
    });

    it('reject JSON in an encoding other than UTF-8, regardless of the charset', async () => {
      const sent = ask('POST', '/created').type('application/json; charset=utf-16');
      expectError(await sendBytes(sent, Buffer.from('{"at":"/x"}', 'utf16le')), 400, 'rest_invalid_json');
    });

    it('reject two types in one header', async () => {
      const headers = { 'Content-Type': 'text/plain, application/json' };
      expectError(await ask('POST', '/created').set(headers).send('{"at":"/x"}'), 415, 'rest_unsupported_media_type');
    });
  });

  describe('echoed values', () => {
    const HOSTILE = [
      'a\r\nSet-Cookie: stolen=1',
      '>; rel="next", <https://evil.example/',
      'a,b;c="d"',
      'žluťoučký 漢字',
      '"\\',
      '%0d%0aX: y',
      '\u007f\u0001',
      '🏔️',
    ];

    it.each(HOSTILE)('keep %j from the query inside the Link header', async (text) => {
      for (const query of [
        `q=${encodeURIComponent(text)}`,
        `${encodeURIComponent(text)}=q`,
        `a[${encodeURIComponent(text)}][]=q`,
      ]) {
        const answer = await get(`/list?page=2&${query}`);
        expect(answer.status).toBe(200);
        expect(answer.headers).not.toHaveProperty('set-cookie');
        const link = String(answer.headers.link);
        expect(link).toMatch(/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/);
        const own = link.split(', ').filter((part) => /rel="(?:first|prev|next|last)"/.test(part));
        expect(own.map((part) => part.replace(/^<[^<>]*>; /, ''))).toEqual([
          'rel="first"',
          'rel="prev"',
          'rel="next"',
          'rel="last"',
        ]);
        for (const part of own) expect(part).toMatch(new RegExp(`^<${SITE}/api/target/v1/list\\?`));
      }
    });

    it('build working pagination links for a hostile query', async () => {
      const answer = await get('/list?page=2&q=a%2Cb%3E%3B%22&r[]=1&r[]=2&s[t]=%C5%BE');
      const next = /<([^>]*)>; rel="next"/.exec(String(answer.headers.link))?.[1] ?? '';
      const { searchParams } = new URL(next);
      expect(searchParams.get('q')).toBe('a,b>;"');
      expect(searchParams.getAll('r[]')).toEqual(['1', '2']);
      expect(searchParams.get('s[t]')).toBe('ž');
      expect(searchParams.getAll('page')).toEqual(['3']);
    });

    it.each(HOSTILE)('add no header for %j in a Location', async (text) => {
      const answer = await ask('POST', '/created').send({ at: `/x/${text}` });
      expect(answer).toMatchObject({ status: 201, body: { at: `/x/${text}` } });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    });

    it('do not include the request ID of the caller', async () => {
      for (const id of ['evil', '"><script>', 'x'.repeat(4000)]) {
        expect((await get('/members', { 'X-Request-Id': id })).headers['x-request-id']).toMatch(/^[\w-]{1,64}$/);
      }
    });

    it('list only methods in Allow', async () => {
      const answer = await ask('DELETE', '/echo/%0d%0aX-Evil:%201');
      expectError(answer, 404, 'rest_no_route');
      expect(answer.headers.allow).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/);
    });

    // Clients accept up to 16 KiB of headers (Node), proxies 4 to 8 (nginx), but each of the four links repeats the
    // whole query. Links that make the response too large are better omitted.
    it('keep headers receivable for a query of 15 kB', async () => {
      const answer = await get(`/list?page=2&q=${'x'.repeat(15_000)}`).catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect(answer).toMatchObject({ status: 200 });
    });
  });

  describe('HTTP methods', () => {
    const EVERYTHING = [
      '/',
      '/target/v1',
      '/target/v1/list',
      '/target/v1/echo/a',
      '/target/v1/things/1',
      '/target/v1/guarded',
      '/batch/v1',
      '/nowhere',
      '',
    ];

    it('return the status and headers of GET without a body for HEAD', async () => {
      for (const path of EVERYTHING) {
        const [head, read] = [await request(site).head(`/api${path}`), await request(site).get(`/api${path}`)];
        expect({ path, status: head.status, text: head.text, type: head.headers['content-type'] }).toEqual({
          path,
          status: read.status,
          text: undefined,
          type: read.headers['content-type'],
        });
      }
    });

    it('describe the route and change nothing for OPTIONS', async () => {
      for (const path of EVERYTHING) {
        const { status, body: data } = await request(site).options(`/api${path}`).send({ requests: [] });
        expect([path, status]).toEqual([path, path === '/nowhere' ? 404 : 200]);
        expect(data).toBeDefined();
      }
      expect(target.written).toEqual([]);
    });

    it.each(['TRACE', 'PROPFIND', 'LINK', 'PURGE', 'SEARCH', 'M-SEARCH', 'QUERY'])(
      'match no route for %s',
      async (method) => {
        const answer = await ask(method, '/things/1').set({ Cookie: 'secret=1' });
        expectError(answer, 404, 'rest_no_route');
        expect(answer.text).not.toContain('secret');
        expect(answer.headers.allow).toContain('GET');
      },
    );

    it.each(['get', 'Post', 'FOO', 'GET\u00e9', ''])('reject the invalid bytes %j', async (method) => {
      const answer = await sendRaw(
        `${method} /api/target/v1/things/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d |^$/);
      expect(target.written).toEqual([]);
    });

    it('open no tunnel for CONNECT', async () => {
      expect(await sendRaw('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).not.toMatch(
        /^HTTP\/1\.1 2/,
      );
    });

    it('read nothing from another host for an absolute URL', async () => {
      const answer = await sendRaw(
        'GET http://evil.example/api/ HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
      expect(answer).not.toContain('http://evil.example');
    });
  });

  describe('CORS origins', () => {
    const granted = ({ headers }: Response) => headers['access-control-allow-origin'];

    it.each([
      'null',
      `${APP}/`,
      `${APP}/path`,
      `${APP},https://evil.example`,
      `${APP} https://evil.example`,
      'HTTPS://APP.EXAMPLE.NET',
      `${APP}.`,
      `x${APP}`,
      '*',
      '',
    ])('reject %j', async (origin) => {
      for (const answer of [
        await get('/list', { Origin: origin }),
        await ask('OPTIONS', '/list').set({ Origin: origin, 'Access-Control-Request-Method': 'PUT' }),
      ]) {
        expect(granted(answer)).toBeUndefined();
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    });

    it('reject an unlisted origin among two headers', async () => {
      for (const origins of [
        [APP, 'https://evil.example'],
        ['https://evil.example', APP],
      ]) {
        const lines = origins.map((origin) => `Origin: ${origin}\r\n`).join('');
        const answer = await sendRaw(
          `GET /api/target/v1/list HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`,
        );
        expect(answer).not.toMatch(/allow-origin: .*evil/i);
      }
    });
  });

  describe('session', () => {
    let cookie: string;
    let session: string;
    let token: string;

    beforeAll(async () => {
      ({ token, session } = await host.sessions.create({ userId: administrator.id }));
      cookie = `cms_session=${token}`;
    });
    const guarded = (headers: Record<string, string>, query = '', method = 'POST') =>
      ask(method, `/guarded${query}`).set({ Cookie: cookie, ...headers });

    it('authenticates the user with its nonce', async () => {
      const nonce = host.nonces.create('rest', administrator.id, session);
      expect((await guarded({ 'X-CMS-Nonce': nonce })).body).toEqual({ login: administrator.login });
      expect((await guarded({}, `?_wpnonce=${nonce}`)).body).toEqual({ login: administrator.login });
    });

    it('is anonymous without a nonce', async () => {
      expectError(await guarded({}), 401, 'rest_forbidden');
      expectError(await guarded({ 'X-CMS-Nonce': '' }), 401, 'rest_forbidden');
      expectError(await guarded({}, '?_wpnonce[]=x'), 401, 'rest_forbidden');
    });

    it('is rejected with the same code for every wrong nonce and method', async () => {
      const other = await host.createUser('administrator');
      const another = await host.sessions.create({ userId: administrator.id });
      const wrong: [what: string, nonce: string][] = [
        ['another session', host.nonces.create('rest', administrator.id, another.session)],
        ['another user', host.nonces.create('rest', other.id, session)],
        ['another action', host.nonces.create('delete', administrator.id, session)],
        ['nobody', host.nonces.create('rest', 0, '')],
        ['the token', token],
        ['text', 'x'],
        ['long text', 'x'.repeat(5000)],
        ['characters beyond Latin 1 bytes', '\u00ff'.repeat(22)],
      ];
      for (const [what, nonce] of wrong) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await ask(method, '/things/1').set({ Cookie: cookie, 'X-CMS-Nonce': nonce });
          expect([what, method, answer.status, (answer.body as { code: string }).code]).toEqual([
            what,
            method,
            403,
            'rest_cookie_invalid_nonce',
          ]);
        }
        if (!/[^\x20-\x7e]/.test(nonce))
          expectError(await guarded({}, `?_nonce=${nonce}`), 403, 'rest_cookie_invalid_nonce');
      }
      expect(target.written).toEqual([]);
    });

    it('is rejected with the same code for an expired nonce', async () => {
      const nonceOf = (hoursAgo: number) =>
        createNonces({ secret: SECRET, now: () => Date.now() - hoursAgo * HOUR }).create(
          'rest',
          administrator.id,
          session,
        );
      expect((await guarded({ 'X-CMS-Nonce': nonceOf(11) })).status).toBe(200);
      target.written.length = 0;
      const expired = nonceOf(25);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const headers = { Cookie: cookie, 'X-CMS-Nonce': expired };
        expectError(await ask(method, '/things/1').set(headers), 403, 'rest_cookie_invalid_nonce');
      }
      expect(target.written).toEqual([]);
    });

    it('is rejected with a wrong nonce next to a valid one', async () => {
      const nonce = host.nonces.create('rest', administrator.id, session);
      expectError(await guarded({ 'X-CMS-Nonce': 'wrong' }, `?_wpnonce=${nonce}`), 403, 'rest_cookie_invalid_nonce');
      expectError(await guarded({ 'X-CMS-Nonce': `wrong, ${nonce}` }), 403, 'rest_cookie_invalid_nonce');
      expectError(await guarded({ 'X-CMS-Nonce': `${nonce}, wrong` }), 403, 'rest_cookie_invalid_nonce');
    });

    it('is rejected from another site even with a valid nonce', async () => {
      const nonce = host.nonces.create('rest', administrator.id, session);
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
        expectError(
          await ask(method, '/things/1').set({
            Cookie: cookie,
            'X-CMS-Nonce': nonce,
            'Sec-Fetch-Site': 'cross-site',
          }),
          403,
          'rest_cross_site_request',
        );
      }
      expect(target.written).toEqual([]);
    });

    it('is resolved to at most one user when sent twice', async () => {
      const nonce = host.nonces.create('rest', administrator.id, session);
      const answer = await guarded({ Cookie: `cms_session=stolen; ${cookie}`, 'X-CMS-Nonce': nonce });
      expect(answer.status).toBeLessThan(500);
      const broken = await guarded({ Cookie: `cms_session=%zz; =; ;;; __proto__=1; ${'x'.repeat(4000)}=1` });
      expectError(broken, 401, 'rest_forbidden');
    });
  });
});
