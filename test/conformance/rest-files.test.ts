import { createReadStream } from 'node:fs';
import { request as open } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { definePlugin } from 'mortise';
import { respondFile } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SITES } from '../integration/frameworks/sites.js';

const MODIFIED = new Date('2026-11-22T10:00:00.500Z');
const LAST_MODIFIED = 'Sun, 22 Nov 2026 10:00:00 GMT';
const FILE = { type: 'string', format: 'binary' } as const;
const opened: Readable[] = [];
/** Handlers that wait until a test resumes them. */
const waiting: (() => void)[] = [];

function tracked(stream: Readable): Readable {
  opened.push(stream);
  return stream;
}

/** Yields more data than the buffers of a connection hold. */
function* zeros(): Generator<Uint8Array> {
  for (;;) yield new Uint8Array(64 * 1024);
}

const files = definePlugin({
  name: 'acme',
  version: '1.0.0',
  setup({ hooks, rest, site }) {
    const shared = { permission: 'public', summary: 'A file', returns: FILE } as const;
    const digits = Buffer.from('0123456789');
    const about = { name: 'ceník "1".txt', type: 'text/plain; charset=utf-8', modifiedAt: MODIFIED, version: 'seven' };
    const ten = {
      ...about,
      bytes: 10,
      open: (range?: { start: number; end: number }) =>
        tracked(Readable.from([range ? digits.subarray(range.start, range.end + 1) : digits])),
    };
    rest.route('acme/v1', { ...shared, method: 'GET', path: '/ten', handler: (request) => respondFile(request, ten) });
    rest.route('acme/v1', {
      ...shared,
      method: 'POST',
      path: '/ten',
      allowBatch: true,
      idempotency: 'accepted',
      handler: (request) => respondFile(request, ten),
    });
    rest.route('acme/v1', {
      ...shared,
      method: 'GET',
      path: '/shown/{kind}',
      args: { kind: { type: 'string', enum: ['html', 'pdf'] } },
      handler: (request) => {
        const type = request.args.kind === 'pdf' ? 'application/pdf' : 'text/html';
        return respondFile(request, { ...ten, type, disposition: 'inline', cache: 'private, no-cache' });
      },
    });
    rest.route('acme/v1', {
      ...shared,
      method: 'GET',
      path: '/pdf',
      handler: (request) => respondFile(request, { ...ten, type: 'application/pdf' }),
    });
    rest.route('acme/v1', {
      ...shared,
      method: 'GET',
      path: '/empty',
      handler: (request) => respondFile(request, { ...about, bytes: 0, open: () => Readable.from([]) }),
    });
    rest.route('acme/v1', {
      ...shared,
      method: 'GET',
      path: '/endless',
      handler: (request) =>
        respondFile(request, { ...about, bytes: 2 ** 40, open: () => tracked(Readable.from(zeros())) }),
    });
    rest.route('acme/v1', {
      ...shared,
      method: 'GET',
      path: '/slow',
      async handler(request) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return respondFile(request, ten);
      },
    });
    rest.route('acme/v1', {
      ...shared,
      method: 'GET',
      path: '/missing',
      handler: (request) =>
        respondFile(request, { ...about, bytes: 5, open: () => createReadStream('/a file/that is/not there') }),
    });
    rest.route('acme/v1', {
      ...shared,
      returns: { type: 'object', properties: {} },
      method: 'GET',
      path: '/undeclared',
      handler: (request) => respondFile(request, ten),
    });
    rest.route('acme/v1', { ...shared, method: 'GET', path: '/text', handler: () => ({ no: 'file' }) });
    rest.route('acme/v1', {
      ...shared,
      returns: { type: 'object', properties: { _links: { type: 'object' } } },
      method: 'GET',
      path: '/linked',
      handler: () => ({ _links: { file: [{ href: `${site.restUrl}acme/v1/ten`, embeddable: true }] } }),
    });
    hooks.addFilter('rest_post_dispatch', (response, { headers }) => {
      if (headers['x-fail'] === 'yes') throw new Error('A filter that fails.');
      return response;
    });
  },
});

let host: TestHost;
let http: Agent;
let address: string;

beforeAll(async () => {
  host = await createTestHost({ plugins: [files] });
  address = await host.listen();
  http = request(address);
});
afterAll(() => host.close());
beforeEach(() => {
  opened.length = 0;
});

const TEN = '/api/acme/v1/ten';
const get = (headers: Record<string, string> = {}, path = TEN) => http.get(path).set(headers);
const allClosed = () => vi.waitFor(() => expect(opened.filter(({ destroyed }) => !destroyed)).toEqual([]));

describe('file response', () => {
  it('is sent with its metadata and a sandbox policy', async () => {
    const { status, text, headers } = await get();
    expect([status, text]).toEqual([200, '0123456789']);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'last-modified': LAST_MODIFIED,
      'accept-ranges': 'bytes',
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': 'attachment; filename="cen_k _1_.txt"; filename*=UTF-8\'\'cen%C3%ADk%20%221%22.txt',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-request-id': expect.any(String),
    });
  });

  it.each([
    ['to be saved', '/pdf', true, 'attachment'],
    ['shown by a viewer, which a policy would stop', '/shown/pdf', false, 'inline'],
    ['shown as a page', '/shown/html', true, 'inline'],
  ])('has a security policy unless it is an inline PDF: %s', async (_, path, hasPolicy, disposition) => {
    const { headers } = await get({}, `/api/acme/v1${path}`);
    expect('content-security-policy' in headers).toBe(hasPolicy);
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`));
  });

  it('has only headers for HEAD and opens no stream', async () => {
    const { status, text, headers } = await http.head(TEN);
    expect([status, text, headers['content-length'], headers['accept-ranges']]).toEqual([
      200,
      undefined,
      '10',
      'bytes',
    ]);
    expect(opened).toEqual([]);
  });

  it.each([
    ['from the start', 'bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['to the end', 'bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['the last ones', 'bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['more last ones than there are', 'bytes=-200', 206, '0123456789', 'bytes 0-9/10'],
    ['beyond the end', 'bytes=9-99', 206, '9', 'bytes 9-9/10'],
    ['several', 'bytes=0-1,3-4', 200, '0123456789', undefined],
    ['backwards', 'bytes=5-2', 200, '0123456789', undefined],
    ['of another unit', 'lines=0-1', 200, '0123456789', undefined],
    ['none', 'bytes=', 200, '0123456789', undefined],
  ])('supports ranges: %s', async (_, range, status, text, contentRange) => {
    const answer = await get({ Range: range });
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, text, contentRange]);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it.each([
    ['past the end', 'bytes=10-', TEN, 'bytes */10'],
    ['the last none', 'bytes=-0', TEN, 'bytes */10'],
    ['far past the end', 'bytes=99999999999999999999-', TEN, 'bytes */10'],
    ['of nothing', 'bytes=0-0', '/api/acme/v1/empty', 'bytes */0'],
  ])('rejects a range %s with a REST error', async (_, range, path, contentRange) => {
    const answer = await get({ Range: range }, path);
    expect(answer).toMatchObject({ status: 416, body: { code: 'rest_range_not_satisfiable', data: { status: 416 } } });
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('resumes only if the file is unchanged (If-Range)', async () => {
    const { etag = '' } = (await http.head(TEN)).headers;
    const partOf = async (condition: string) => (await get({ Range: 'bytes=0-0', 'If-Range': condition })).status;
    expect(await partOf(etag)).toBe(206);
    expect(await partOf(LAST_MODIFIED)).toBe(206);
    expect(await partOf('"other"')).toBe(200);
    expect(await partOf(`W/${etag}`)).toBe(200);
    expect(await partOf('Sun, 22 Nov 2026 10:00:01 GMT')).toBe(200);
  });

  it('returns 304 to a client that has it', async () => {
    const { etag = '' } = (await http.head(TEN)).headers;
    const cases: [Record<string, string>, number][] = [
      [{ 'If-None-Match': etag }, 304],
      [{ 'If-None-Match': `"other", W/${etag}` }, 304],
      [{ 'If-None-Match': '*' }, 304],
      [{ 'If-None-Match': '"other"' }, 200],
      [{ 'If-None-Match': '"other"', 'If-Modified-Since': LAST_MODIFIED }, 200],
      [{ 'If-Modified-Since': LAST_MODIFIED }, 304],
      [{ 'If-Modified-Since': 'Sun, 22 Nov 2026 09:59:59 GMT' }, 200],
      [{ 'If-None-Match': etag, Range: 'bytes=0-0' }, 304],
    ];
    for (const [headers, status] of cases) {
      const answer = await get(headers);
      expect([answer.status, answer.text], JSON.stringify(headers)).toEqual([
        status,
        status === 304 ? '' : '0123456789',
      ]);
      expect(answer.headers.etag).toBe(etag);
    }
  });

  it('is sent in full for a POST, regardless of the range', async () => {
    const { etag = '' } = (await http.head(TEN)).headers;
    const answer = await http.post(TEN).set({ Range: 'bytes=0-0', 'If-None-Match': etag });
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
  });

  it('may be empty', async () => {
    const { status, text, headers } = await get({}, '/api/acme/v1/empty');
    expect([status, text, headers['content-length']]).toEqual([200, '', '0']);
  });

  it('ignores _fields', async () => {
    expect((await get({}, `${TEN}?_fields=path&_embed`)).text).toBe('0123456789');
  });

  it('is buffered by host.request', async () => {
    const answer = await host.request('GET', '/acme/v1/ten', { headers: { Range: 'bytes=2-4' } });
    expect([answer.status, String(answer.data)]).toEqual([206, '234']);
    expect(answer.data).toBeInstanceOf(Uint8Array);
  });
});

describe('unsupported file response', () => {
  const refusal = { code: 'rest_file_not_embeddable', data: { status: 400 } };

  it('is rejected in a batch', async () => {
    const { body: data } = await http.post('/api/batch/v1').send({ requests: [{ path: '/acme/v1/ten' }] });
    expect(data).toMatchObject({ responses: [{ status: 400, body: refusal }] });
    await allClosed();
  });

  it('is rejected in an embedded resource', async () => {
    const { body: data } = await get({}, '/api/acme/v1/linked?_embed');
    expect(data).toMatchObject({ _embedded: { file: [refusal] } });
    await allClosed();
  });

  it('is rejected in an envelope', async () => {
    expect(await get({}, `${TEN}?_envelope`)).toMatchObject({ status: 400, body: refusal });
    await allClosed();
  });

  it('is not stored for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'a-key-of-a-file' };
    expect((await http.post(TEN).set(headers)).text).toBe('0123456789');
    const again = await http.post(TEN).set(headers);
    expect(again).toMatchObject({ status: 409, body: { code: 'rest_idempotency_answer_not_kept' } });
  });

  it('is rejected without a file declaration, as is other data with one', async () => {
    for (const path of ['/undeclared', '/text']) {
      expect(await get({}, `/api/acme/v1${path}`)).toMatchObject({
        status: 500,
        body: { code: 'rest_response_invalid' },
      });
    }
    await allClosed();
  });
});

describe('opened file', () => {
  it('is closed after it was sent', async () => {
    await get();
    expect(opened).toHaveLength(1);
    await allClosed();
  });

  it('is closed when a filter fails after the handler', async () => {
    expect(await get({ 'X-Fail': 'yes' })).toMatchObject({ status: 500 });
    expect(opened).toHaveLength(1);
    await allClosed();
  });

  it('is closed when the caller disconnects', async () => {
    await leaveEarly(`${address}/api/acme/v1/endless`);
    expect(opened).toHaveLength(1);
    await allClosed();
  });

  it('is closed when the caller disconnected before the handler opened it', async () => {
    const pending = open(`${address}/api/acme/v1/slow`);
    pending.once('error', () => undefined);
    pending.end();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    pending.destroy();
    await setTimeout(50);
    for (const go of waiting.splice(0)) go();
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    await allClosed();
  });

  it('fails only its own response when it cannot be opened', async () => {
    await expect(get({}, '/api/acme/v1/missing')).rejects.toThrow();
    expect((await get()).status).toBe(200);
  });
});

describe.each(SITES)('file behind %s', (_, openSite) => {
  it('is sent in full, in part and as 304, and closed when the caller disconnects', async () => {
    const site = await openSite(host);
    try {
      const http = request(site.address);
      const path = `/help${TEN}`;
      const whole = await http.get(path);
      expect([whole.status, whole.text, whole.headers['content-length']]).toEqual([200, '0123456789', '10']);
      const part = await http.get(path).set('Range', 'bytes=3-4');
      expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '34', 'bytes 3-4/10']);
      const head = await http.head(path);
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, undefined, '10']);
      const unchanged = await http.get(path).set('If-None-Match', whole.headers.etag ?? '');
      expect([unchanged.status, unchanged.text]).toEqual([304, '']);
      expect((await http.get(path).set('Range', 'bytes=99-')).status).toBe(416);
      await leaveEarly(`${site.address}/help/api/acme/v1/endless`);
      await allClosed();
    } finally {
      await site.stop();
    }
  });
});

/** Disconnects after the first bytes. */
function leaveEarly(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opened = open(url, (answer) => {
      answer.once('error', () => undefined);
      answer.once('data', () => {
        opened.destroy();
        resolve();
      });
    });
    opened.once('error', reject);
    opened.end();
  });
}

it('describes a file response as bytes in OpenAPI', async () => {
  const { data } = await host.request('GET', '/openapi.json');
  expect(data).toMatchObject({
    paths: {
      '/acme/v1/ten': {
        get: {
          responses: {
            200: { content: { 'application/octet-stream': { schema: FILE } } },
            206: { description: expect.any(String) },
            304: { description: expect.any(String) },
          },
        },
      },
    },
  });
});
