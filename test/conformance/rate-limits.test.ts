import { definePlugin } from 'mortise';
import type { RateLimit } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

type Credentials = Record<string, string>;

const LIMITS: Readonly<Record<string, RateLimit | readonly RateLimit[]>> = {
  'by-ip': { max: 2, window: '1m', by: 'ip' },
  'by-user': { max: 2, window: '1m', by: 'user' },
  'by-key': { max: 2, window: '1m', by: 'key' },
  named: { max: 2, window: '10s', by: 'ip', name: 'say "hi"' },
  'same-name': { max: 2, window: '10s', by: 'ip', name: 'say "hi"' },
  adjusted: {
    max: 1,
    window: '1m',
    by: 'ip',
    name: 'partners',
    adjust: async (max, { remoteAddress }) => (remoteAddress === '203.0.113.9' ? 3 : max),
  },
  broken: { max: 1, window: '1m', by: 'ip', name: 'broken', adjust: () => 0 },
  several: [
    { max: 1, window: '10s', by: 'user', name: 'burst' },
    { max: 2, window: '1h', by: 'user', name: 'hourly' },
    { max: 5, window: '1m', by: 'ip', name: 'address' },
  ],
  nameless: [
    { max: 1, window: '10s', by: 'user' },
    { max: 2, window: '1h', by: 'ip' },
  ],
};

const probe = () =>
  definePlugin({
    name: 'acme-limits',
    version: '1.0.0',
    setup({ rest }) {
      for (const [name, rateLimit] of Object.entries(LIMITS)) {
        rest.route('acme/v1', {
          method: ['GET', 'POST'],
          path: `/${name}`,
          summary: 'Limited',
          args: { whole: { type: 'integer' } },
          permission: 'public',
          allowBatch: true,
          rateLimit,
          handler: ({ user }) => ({ login: user?.login ?? null }),
        });
      }
      rest.route('acme/v1', {
        method: 'GET',
        path: '/free',
        summary: 'Unlimited',
        permission: 'public',
        handler: () => 1,
      });
    },
  });

/** Rate limits of routes as seen by a client. */
describe('rate limits over HTTP', () => {
  let host: TestHost;
  let http: Agent;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [probe()], trustProxy: true, allowInsecureAuth: true });
    http = request(await host.listen());
  });
  afterEach(() => host.close());

  const get = (name: string, headers: Credentials = {}): Promise<Response> =>
    http.get(`/api/acme/v1/${name}`).set(headers);
  const from = (address: string): Credentials => ({ 'X-Forwarded-For': address });

  async function times(count: number, call: () => Promise<Response>): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) statuses.push((await call()).status);
    return statuses;
  }

  async function createCaller(): Promise<{ one: Credentials; other: Credentials }> {
    const user = await host.createUser('subscriber');
    const password = async () => (await host.applicationPasswords.create(user.id, { name: 'Limits' })).password;
    return { one: basic(user.login, await password()), other: basic(user.login, await password()) };
  }

  it('are sent with every response, and with the wait time on a refusal', async () => {
    expect((await get('by-ip')).headers).toMatchObject({
      'ratelimit-policy': '"GET|POST /acme/v1/by-ip";q=2;w=60',
      ratelimit: '"GET|POST /acme/v1/by-ip";r=1;t=60',
    });
    expect((await get('by-ip')).headers.ratelimit).toBe('"GET|POST /acme/v1/by-ip";r=0;t=60');
    const { status, headers, body: data } = await get('by-ip');
    expect(status).toBe(429);
    expect(data).toMatchObject({
      code: 'rest_too_many_requests',
      message: 'Too many requests. Wait 60 seconds, then try again.',
      data: { status: 429, limit: 2, retry_after: 60 },
    });
    expect(data).not.toHaveProperty('data.headers');
    expect(headers).toMatchObject({ 'retry-after': '60', ratelimit: '"GET|POST /acme/v1/by-ip";r=0;t=60' });
  });

  it('can be adjusted by the plugin for each call', async () => {
    expect(await times(2, () => get('adjusted', from('203.0.113.8')))).toEqual([200, 429]);
    const { status, headers } = await get('adjusted', from('203.0.113.9'));
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: { 'ratelimit-policy': '"partners";q=3;w=60', ratelimit: '"partners";r=2;t=60' },
    });
    expect(await times(3, () => get('adjusted', from('203.0.113.9')))).toEqual([200, 200, 429]);
    expect((await get('broken')).status).toBe(500);
  });

  it('send no headers when there is no limit', async () => {
    const { headers } = await get('free');
    expect(headers).not.toHaveProperty('ratelimit');
    expect(headers).not.toHaveProperty('ratelimit-policy');
  });

  it('count other errors and are sent with them', async () => {
    const wrong = await get('by-ip?whole=x');
    expect(wrong).toMatchObject({ status: 400, headers: { ratelimit: '"GET|POST /acme/v1/by-ip";r=1;t=60' } });
    expect(await times(2, () => get('by-ip'))).toEqual([200, 429]);
  });

  it('count IP addresses separately, IPv6 by /64 and IPv4 in every notation', async () => {
    expect(await times(3, () => get('by-ip', from('203.0.113.7')))).toEqual([200, 200, 429]);
    expect((await get('by-ip', from('::ffff:203.0.113.7'))).status).toBe(429);
    expect((await get('by-ip', from('203.0.113.8'))).status).toBe(200);
    expect((await get('by-ip', from('2001:db8::1'))).status).toBe(200);
    expect((await get('by-ip', from('2001:db8::ffff:2'))).status).toBe(200);
    expect((await get('by-ip', from('2001:db8::3'))).status).toBe(429);
    expect((await get('by-ip', from('2001:db8:0:1::1'))).status).toBe(200);
  });

  it('count IP addresses before credentials are checked', async () => {
    const guess = () => get('by-ip', basic('somebody', 'wrong password'));
    expect(await times(3, guess)).toEqual([401, 401, 429]);
  });

  it('leave wrong credentials on unknown routes as a REST error', async () => {
    const answer = await get('no-such-route', basic('somebody', 'wrong password'));
    expect(answer).toMatchObject({ status: 401, body: { code: 'incorrect_password' } });
  });

  it('count a user across IP addresses and credentials', async () => {
    const { one, other } = await createCaller();
    const stranger = await createCaller();
    expect((await get('by-user', { ...one, ...from('203.0.113.7') })).status).toBe(200);
    expect((await get('by-user', { ...other, ...from('203.0.113.8') })).status).toBe(200);
    expect((await get('by-user', { ...one, ...from('203.0.113.9') })).status).toBe(429);
    expect((await get('by-user', { ...stranger.one, ...from('203.0.113.7') })).status).toBe(200);
  });

  it('count the credentials of one user separately with a limit by key', async () => {
    const { one, other } = await createCaller();
    expect(await times(3, () => get('by-key', one))).toEqual([200, 200, 429]);
    expect((await get('by-key', other)).status).toBe(200);
  });

  it.each(['by-user', 'by-key'])('count anonymous callers of %s by IP address', async (name) => {
    expect(await times(3, () => get(name, from('203.0.113.7')))).toEqual([200, 200, 429]);
    expect((await get(name, from('203.0.113.8'))).status).toBe(200);
  });

  it('count a route across its parameters and methods, and other routes separately', async () => {
    await get('by-ip?whole=1');
    await http.post('/api/acme/v1/by-ip').send({});
    expect((await http.head('/api/acme/v1/by-ip?whole=2')).status).toBe(429);
    expect((await get('by-user')).status).toBe(200);
  });

  it('share a count between limits with the same name, and quote it in headers', async () => {
    expect((await get('named')).headers.ratelimit).toBe('"say \\"hi\\"";r=1;t=10');
    expect((await get('same-name')).headers.ratelimit).toBe('"say \\"hi\\"";r=0;t=10');
    expect((await get('named')).status).toBe(429);
  });

  it('list several limits, the one by IP address first', async () => {
    const { headers } = await get('several');
    expect(headers['ratelimit-policy']).toBe('"address";q=5;w=60, "burst";q=1;w=10, "hourly";q=2;w=3600');
    expect(headers.ratelimit).toBe('"address";r=4;t=60, "burst";r=0;t=10, "hourly";r=1;t=3600');
    expect((await get('nameless')).headers.ratelimit).toBe(
      '"GET|POST /acme/v1/nameless 2/3600s ip";r=1;t=3600, "GET|POST /acme/v1/nameless 1/10s user";r=0;t=10',
    );
  });

  it('consume no other limit of a step when one refuses', async () => {
    await get('several');
    expect(await get('several')).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
    expect(await get('several')).toMatchObject({ status: 429, headers: { 'retry-after': '10' } });
  });

  it('count each item of a batch', async () => {
    const requests = Array.from({ length: 3 }, () => ({ path: '/acme/v1/by-ip' }));
    const { body: data } = await http.post('/api/batch/v1').send({ requests });
    expect((data as { responses: { status: number }[] }).responses.map(({ status }) => status)).toEqual([
      200, 200, 429,
    ]);
  });

  it('do not count internal calls', async () => {
    for (let call = 0; call < 5; call += 1) {
      expect(await host.request('GET', '/acme/v1/by-ip')).toMatchObject({ status: 200 });
    }
    expect(await get('by-ip')).toMatchObject({ status: 200 });
  });

  it('do not count OPTIONS', async () => {
    await times(2, () => http.options('/api/acme/v1/by-ip'));
    expect(await times(2, () => get('by-ip'))).toEqual([200, 200]);
  });
});
