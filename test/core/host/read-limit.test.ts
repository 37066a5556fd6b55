import { definePlugin } from 'mortise';
import { page } from 'mortise/pages';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createReadLimit } from '../../../src/core/host/read-limit.js';
import { basic } from '../../support/basic.js';

const GET = { method: 'GET', headers: {} };

describe('anonymous read limit', () => {
  const count = () => createReadLimit({ max: 3, window: '1m' });
  const refusal = expect.objectContaining({ code: 'rest_too_many_requests', status: 429 });

  it('rejects an address that exceeds it', () => {
    const countRead = count();
    const read = { ...GET, remoteAddress: '203.0.113.9' };
    for (let index = 0; index < 3; index += 1) countRead(read, null);
    expect(() => countRead(read, null)).toThrow(refusal);
    countRead({ ...GET, remoteAddress: '203.0.113.10' }, null);
  });

  it('counts the addresses of an IPv6 /64 as one', () => {
    const countRead = count();
    for (let index = 0; index < 3; index += 1) countRead({ ...GET, remoteAddress: `2001:db8::${index}` }, null);
    expect(() => countRead({ ...GET, remoteAddress: '2001:db8::ffff:1' }, null)).toThrow(refusal);
    countRead({ ...GET, remoteAddress: '2001:db8:0:1::1' }, null);
  });

  it('counts an expensive read as several', () => {
    const countRead = count();
    const read = { ...GET, remoteAddress: '203.0.113.9' };
    countRead(read, null, 10);
    expect(() => countRead(read, null)).toThrow(refusal);
  });

  it.each([
    ['this machine', { ...GET, remoteAddress: '127.0.0.1' }],
    ['this machine over IPv6', { ...GET, remoteAddress: '::1' }],
    ['this machine, written as IPv6', { ...GET, remoteAddress: '::ffff:127.0.0.1' }],
    [
      'an untrusted proxy of the local network',
      { ...GET, headers: { 'x-forwarded-for': '1.2.3.4' }, remoteAddress: '10.0.0.7' },
    ],
    ['a Unix socket', { ...GET, remoteAddress: undefined }],
    ['a write, which has limits of its own', { method: 'POST', headers: {}, remoteAddress: '203.0.113.9' }],
  ])('does not count %s', (_, read) => {
    const countRead = count();
    for (let index = 0; index < 10; index += 1) countRead(read, null);
  });

  it('counts a public address with a forged X-Forwarded-For header', () => {
    const countRead = count();
    const read = { ...GET, headers: { 'x-forwarded-for': '10.0.0.1' }, remoteAddress: '203.0.113.9' };
    for (let index = 0; index < 3; index += 1) countRead(read, null);
    expect(() => countRead(read, null)).toThrow(refusal);
  });
});

describe('host with an anonymous read limit', () => {
  let host: TestHost | undefined;
  afterEach(() => host?.close());

  async function served(
    readLimit: { max: number } | false,
  ): Promise<(path: string, headers?: object) => Promise<Response>> {
    host = await createTestHost({ readLimit, trustProxy: 'loopback' });
    const url = await host.listen();
    return (path, headers) =>
      fetch(url + path, { headers: { 'x-forwarded-for': '203.0.113.9', ...headers }, redirect: 'manual' });
  }

  it('responds to a page beyond it with 429 and Retry-After', async () => {
    const get = await served({ max: 2 });
    await get('/admin/login');
    await get('/admin/login');
    const refused = await get('/admin/login');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect((await get('/admin/login', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
  });

  it('responds to a route beyond it with a REST error', async () => {
    const get = await served({ max: 2 });
    await get('/api');
    await get('/api');
    const refused = await get('/api');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(await refused.json()).toMatchObject({ code: 'rest_too_many_requests' });
  });

  it('does not count an authenticated caller', async () => {
    host = await createTestHost({ readLimit: { max: 1 }, trustProxy: 'loopback', allowInsecureAuth: true });
    const user = await host.createUser('subscriber');
    const created = await host.request('POST', '/mortise/v1/users/me/application-passwords', {
      as: user,
      body: { name: 'reader' },
    });
    const { password } = created.data as { password: string };
    const url = await host.listen();
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      ...basic(user.login, password),
    };
    for (let index = 0; index < 5; index += 1) expect((await fetch(`${url}/api`, { headers })).status).toBe(200);
  });

  it('counts nothing with false', async () => {
    const get = await served(false);
    for (let index = 0; index < 20; index += 1) expect((await get('/api')).status).toBe(200);
  });

  describe('with pages and routes of different cost', () => {
    const expensive = definePlugin({
      name: 'expensive',
      version: '1.0.0',
      setup({ rest, pages, site }) {
        pages.mount('/expensive', (request) => {
          request.countReads(4);
          return page('done');
        });
        rest.route('expensive/v1', {
          method: ['GET', 'POST'],
          path: '/report',
          summary: 'A report',
          permission: 'public',
          readCost: 5,
          handler: () => ({ name: site.name }),
        });
        rest.route('expensive/v1', {
          method: 'GET',
          path: '/list',
          summary: 'A list',
          permission: 'public',
          readCost: 2,
          args: { per_page: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
          handler: () => [],
        });
      },
    });

    async function open(max: number) {
      host = await createTestHost({ readLimit: { max }, trustProxy: 'loopback', plugins: [expensive] });
      const url = await host.listen();
      return (path: string, init: RequestInit = {}) =>
        fetch(url + path, { ...init, headers: { 'x-forwarded-for': '203.0.113.9' } });
    }

    it.each(['/expensive', '/api/expensive/v1/report'])('counts %s as five reads', async (path) => {
      const get = await open(10);
      const statuses = [];
      for (let index = 0; index < 3; index += 1) statuses.push((await get(path)).status);
      expect(statuses).toEqual([200, 200, 429]);
    });

    it('responds to an expensive page beyond the limit with an HTML page and Retry-After', async () => {
      const get = await open(3);
      await get('/api');
      const refused = await get('/expensive');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(refused.headers.get('content-type')).toContain('text/html');
    });

    it('multiplies the cost of a route by that of _embed', async () => {
      const get = await open(50);
      expect((await get('/api/expensive/v1/report?_embed=1')).status).toBe(200);
      expect((await get('/api')).status).toBe(429);
    });

    it.each([
      ['', 2],
      ['?per_page=20', 2],
      ['?per_page=21', 4],
      ['?per_page=100', 10],
      ['?per_page=100&_embed=1', 100],
      ['?per_page=a', 2],
      ['?per_page=1e99', 100],
    ])('counts a list with "%s" as %i reads', async (query, reads) => {
      const get = await open(100);
      await get(`/api/expensive/v1/list${query}`);
      for (let left = 100 - reads; left > 0; left -= 2) {
        expect((await get('/api/expensive/v1/list')).status).toBe(200);
      }
      expect((await get('/api')).status).toBe(429);
    });

    it('does not count a POST', async () => {
      const get = await open(5);
      for (let index = 0; index < 4; index += 1) {
        expect((await get('/api/expensive/v1/report', { method: 'POST' })).status).toBe(200);
      }
      expect((await get('/api/expensive/v1/report')).status).toBe(200);
    });
  });

  it.each([0, 101, 1.5, Number.NaN])('rejects a route with a read cost of %s', async (readCost) => {
    const wrong = definePlugin({
      name: 'wrong',
      version: '1.0.0',
      setup: ({ rest }) =>
        rest.route('wrong/v1', {
          method: 'GET',
          path: '/a',
          summary: 'A',
          permission: 'public',
          readCost,
          handler: () => null,
        }),
    });
    await expect(createTestHost({ plugins: [wrong] })).rejects.toMatchObject({ cause: { code: 'rest_route_invalid' } });
  });
});
