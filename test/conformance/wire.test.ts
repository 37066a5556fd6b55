import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendBytes } from '../support/exact-bytes.js';
import { openConnection } from '../support/raw-connection.js';
import { multipart, openUploadSite, type UploadSite } from '../support/upload-site.js';

const TIMEOUT = 300;

/** Slow, broken, oversized and hostile input on a socket. The host responds, keeps running and stores nothing. */
describe('raw connections', () => {
  let site: UploadSite;
  let base: string;
  let http: Agent;
  const logged: { level: number; msg: string }[] = [];
  const unhandled: unknown[] = [];
  const noteUnhandled = (error: unknown): void => void unhandled.push(error);

  beforeAll(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    site = await openUploadSite({ bodyTimeout: TIMEOUT, log });
    base = await site.host.listen();
    http = request(base);
    process.on('unhandledRejection', noteUnhandled);
  });
  afterAll(async () => {
    process.off('unhandledRejection', noteUnhandled);
    await site?.close();
  });
  afterEach(async () => {
    expect((await http.get('/api/')).status).toBe(200);
    await expect.poll(() => site.waiting()).toEqual([]);
    expect(unhandled).toEqual([]);
    logged.length = 0;
    site.handled.length = 0;
  });

  const head = (path: string, ...lines: string[]): string =>
    [`POST /api/acme/v1${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');
  const JSON_TYPE = 'Content-Type: application/json';

  function expectError(answer: Response, status: number, code: string): void {
    expect({ status: answer.status, data: answer.body }).toMatchObject({ status, data: { code, data: { status } } });
  }

  describe('slow bodies', () => {
    it('time out with 408 when they stop, and close the connection', async () => {
      const connection = await openConnection(base);
      connection.write(`${head('/echo', JSON_TYPE, 'Content-Length: 100')}{"title":`);
      const answer = await connection.closed;
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      expect(answer).toContain('"rest_body_timeout"');
      expect(site.handled).toEqual([]);
    });

    it('time out when they trickle, even if every byte is in time', async () => {
      const connection = await openConnection(base);
      connection.write(head('/echo', JSON_TYPE, 'Content-Length: 100000'));
      const trickle = setInterval(() => connection.write(' '), TIMEOUT / 6);
      const started = Date.now();
      expect(await connection.closed).toContain('"rest_body_timeout"');
      clearInterval(trickle);
      expect(Date.now() - started).toBeLessThan(TIMEOUT * 10);
    });

    it('are read when they only pause', async () => {
      const connection = await openConnection(base);
      connection.write(head('/echo', JSON_TYPE, 'Content-Length: 14', 'Connection: close'));
      for (const piece of ['{"title"', ':', '"ab"', '}']) {
        await wait(TIMEOUT / 8);
        connection.write(piece);
      }
      expect(await connection.closed).toContain('{"title":"ab"}');
    });

    it('leave nothing of an upload', async () => {
      const { raw, headers } = multipart([
        { name: 'a', fileName: 'a.txt', type: 'text/plain', content: 'x'.repeat(9_000) },
      ]);
      const connection = await openConnection(base);
      connection.write(head('/files', `Content-Type: ${headers['Content-Type']}`, `Content-Length: ${raw.length}`));
      connection.write(raw.subarray(0, 5_000));
      expect(await connection.closed).toContain('"rest_body_timeout"');
    });
  });

  describe('bodies over the limit', () => {
    const megabytes = Buffer.alloc(4 * 1024 * 1024, 0x20);

    it('are answered while still being sent when announced, then the connection closes', async () => {
      const connection = await openConnection(base);
      connection.write(head('/echo', JSON_TYPE, `Content-Length: ${megabytes.length * 100}`));
      connection.write(megabytes);
      const answer = await connection.answered(/rest_body_too_large.*\}$/s);
      expect(answer).toMatch(/^HTTP\/1\.1 413 /);
      expect(answer).toMatch(/\r\nConnection: close\r\n/i);
      connection.socket.end();
      await connection.closed;
    });

    it('are answered likewise when unannounced, and an endless client is disconnected', async () => {
      const connection = await openConnection(base);
      connection.write(head('/echo', JSON_TYPE, 'Transfer-Encoding: chunked'));
      const endless = setInterval(() => connection.write(`100000\r\n${' '.repeat(0x100000)}\r\n`), 20);
      expect(await connection.closed).toContain('"rest_body_too_large"');
      clearInterval(endless);
    });

    it('do not lose the response for a client that reads only after writing', async () => {
      const connection = await openConnection(base);
      connection.socket.pause();
      connection.write(head('/echo', JSON_TYPE, `Content-Length: ${megabytes.length * 3}`));
      for (let part = 0; part < 3; part += 1) {
        await new Promise((resolve) => connection.socket.write(megabytes, resolve));
      }
      connection.socket.resume();
      expect(await connection.closed).toMatch(/^HTTP\/1\.1 413 .*"rest_body_too_large"/s);
    });

    it('are awaited when the client asks first (Expect: 100-continue)', async () => {
      const connection = await openConnection(base);
      connection.write(head('/echo', JSON_TYPE, 'Content-Length: 13', 'Expect: 100-continue', 'Connection: close'));
      await connection.answered(/^HTTP\/1\.1 100 Continue/);
      connection.write('{"title":"a"}');
      expect(await connection.closed).toMatch(/HTTP\/1\.1 200 .*\{"title":"a"\}/s);
    });

    it('keep the connection open for the next request when they are small and rejected', async () => {
      const connection = await openConnection(base);
      const form = multipart([
        { name: 'a', fileName: 'a.exe', type: 'application/x-msdownload', content: 'x'.repeat(9_000) },
      ]);
      for (const path of ['/files', '/echo', '/nowhere']) {
        connection.write(
          head(path, `Content-Type: ${form.headers['Content-Type']}`, `Content-Length: ${form.raw.length}`),
        );
        connection.write(form.raw);
      }
      connection.write(head('/echo', JSON_TYPE, 'Content-Length: 13', 'Connection: close'));
      connection.write('{"title":"z"}');
      const answers = await connection.closed;
      expect([...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
        '415',
        '415',
        '404',
        '200',
      ]);
    });
  });

  describe('disconnecting clients', () => {
    it('run no handler and log nothing in the middle of a body', async () => {
      const form = multipart([{ name: 'a', fileName: 'a.txt', type: 'text/plain', content: 'x'.repeat(9_000) }]);
      const types = [JSON_TYPE, `Content-Type: ${form.headers['Content-Type']}`];
      for (const [index, path] of ['/echo', '/files'].entries()) {
        const connection = await openConnection(base);
        connection.write(head(path, types[index] ?? '', `Content-Length: ${form.raw.length}`));
        connection.write(form.raw.subarray(0, 6_000));
        await wait(30);
        connection.socket.resetAndDestroy();
        await connection.closed;
      }
      await wait(50);
      expect(site.handled).toEqual([]);
      expect(logged).toEqual([]);
    });

    it('leave no handle, file or timer behind after a thousand connections', async () => {
      const resources = (): number =>
        process.getActiveResourcesInfo().filter((name) => !/^(?:Immediate|TickObject|Microtask)$/.test(name)).length;
      await http.get('/api/');
      const before = resources();
      const form = multipart([{ name: 'a', fileName: 'a.txt', type: 'text/plain', content: 'x'.repeat(9_000) }]);
      await Promise.all(
        Array.from({ length: 1_000 }, async (_, index) => {
          const connection = await openConnection(base);
          const type = index % 2 === 0 ? JSON_TYPE : `Content-Type: ${form.headers['Content-Type']}`;
          connection.write(head(index % 2 === 0 ? '/echo' : '/files', type, `Content-Length: ${form.raw.length}`));
          connection.write(form.raw.subarray(0, 4_000));
          await wait(index % 50);
          connection.socket.destroy();
          await connection.closed;
        }),
      );
      // Five hundred files are created and removed, which takes time on a busy machine.
      await expect.poll(resources, { timeout: 60_000 }).toBeLessThanOrEqual(before);
      expect(site.handled).toEqual([]);
      expect(logged.filter(({ level }) => level > 30)).toEqual([]);
    });
  });

  it.each([
    ['chunk sizes that are none', 'Transfer-Encoding: chunked', 'ZZZ\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than it says', 'Transfer-Encoding: chunked', '1\r\n{"title"\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3', '{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'],
    ['a length that is no number', 'Content-Length: two', '{}'],
  ])('close without running a handler for %s', async (_, framing, body) => {
    const connection = await openConnection(base);
    connection.write(head('/echo', JSON_TYPE, framing) + body);
    expect(await connection.closed).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
    expect(site.handled).toEqual([]);
  });

  describe('compressed bodies', () => {
    const body = Buffer.from('{"title":"compressed"}');
    const post = (encoding: string, raw: Buffer, path = '/echo', type = 'application/json') =>
      sendBytes(http.post(`/api/acme/v1${path}`).type(type).set('Content-Encoding', encoding), raw);

    it.each([
      ['gzip', gzipSync(body)],
      ['GZIP', gzipSync(body)],
      ['x-gzip', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['br', brotliCompressSync(body)],
      ['identity', body],
    ])('are read as %s', async (encoding, raw) => {
      expect((await post(encoding, raw)).body).toMatchObject({ args: { title: 'compressed' } });
    });

    it('are rejected when they expand beyond the limit, including forms and files', async () => {
      const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 0x20));
      expect(bomb.length).toBeLessThan(100_000);
      expectError(await post('gzip', bomb), 413, 'rest_body_too_large');
      const form = multipart([{ name: 'a', fileName: 'a.txt', type: 'text/plain', content: Buffer.alloc(5_000_000) }]);
      expectError(
        await post('gzip', gzipSync(form.raw), '/files', form.headers['Content-Type']),
        413,
        'rest_upload_too_large',
      );
      const preamble = gzipSync(Buffer.alloc(20_000_000, 0x20));
      expectError(await post('gzip', preamble, '/files', form.headers['Content-Type']), 413, 'rest_upload_too_large');
    });

    it('are rejected when damaged, truncated or of an unknown encoding', async () => {
      expectError(await post('gzip', body), 400, 'rest_invalid_encoding');
      expectError(await post('br', body), 400, 'rest_invalid_encoding');
      expectError(await post('gzip', gzipSync(body).subarray(0, 20)), 400, 'rest_invalid_encoding');
      for (const encoding of ['zstd', 'gzip, br', 'constructor', '__proto__']) {
        const answer = await post(encoding, body);
        expectError(answer, 415, 'rest_unsupported_encoding');
        expect(answer.headers['accept-encoding']).toBe('gzip, deflate, br');
      }
    });
  });

  describe('values in response headers', () => {
    it.each(['x%0d%0aSet-Cookie:%20a=1', 'x%0aSet-Cookie:%20a=1', 'x%0d', '%e2%82%ac', '%7f%01'])(
      'cannot end a header: %s',
      async (value) => {
        const answer = await http.get(`/api/acme/v1/headers?value=${value}`);
        expect(answer.status).toBe(200);
        expect(answer.headers).not.toHaveProperty('set-cookie');
        expect(answer.headers).not.toHaveProperty('x-value');
      },
    );

    it('are unchanged when they are harmless', async () => {
      const { headers } = await http.get('/api/acme/v1/headers?value=plain');
      expect(headers).toMatchObject({ location: '/next?plain', 'x-value': 'plain' });
    });
  });

  describe('URL decoding', () => {
    const query = async (text: string): Promise<Response> => http.get(`/api/acme/v1/headers?${text}`);

    it('returns repeated parameters as a list, which is not text', async () => {
      expect((await query('other=1&other=2')).body).toMatchObject({ query: { other: ['1', '2'] } });
      expectError(await query('value=1&value=2'), 400, 'rest_invalid_param');
    });

    it('keeps broken escapes in queries and forms, and matches no route in paths', async () => {
      expect((await query('value=%zz%')).body).toMatchObject({ args: { value: '%zz%' } });
      expect((await query('value=%ff')).body).toMatchObject({ args: { value: '\ufffd' } });
      const raw = 'title=%zz%';
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await http.post('/api/acme/v1/echo').set(headers).send(raw)).body).toMatchObject({
        args: { title: '%zz%' },
      });
      for (const path of ['%zz', '%', '%ff', '%c0%ae']) {
        expectError(await http.post(`/api/acme/v1/bytes/${path}`), 404, 'rest_no_route');
      }
    });

    it('rejects NUL everywhere', async () => {
      expectError(await query('value=a%00b'), 400, 'rest_invalid_param');
      expectError(await http.post('/api/acme/v1/bytes/a%00b'), 400, 'rest_invalid_param');
      expectError(await http.post('/api/acme/v1/echo').send({ title: 'a\0b' }), 400, 'rest_invalid_param');
      expectError(await http.post('/api/acme/v1/files').field('title', 'a\0b'), 400, 'rest_invalid_param');
    });
  });
});
