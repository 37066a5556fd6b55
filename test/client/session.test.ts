import type { HostOptions } from 'mortise';
import { type Client, createClient } from 'mortise/client';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Echo, echo } from './echo-plugin.js';
import { signedIn, type Visitor, visitor } from './visitor.js';

const HOUR = 60 * 60 * 1000;
const MORNING = Date.UTC(2026, 10, 21, 1);
const ARTICLES = '/vendor-kb/v1/articles';

describe('client with a browser session', () => {
  let host: TestHost;
  let base: string;
  let person: Visitor;
  let client: Client;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: MORNING });
    const options: HostOptions = { plugins: [knowledgeBase(), echo()] };
    host = await createTestHost(options);
    base = await host.listen();
    person = await signedIn(host, base);
    client = createClient({ root: '/api', fetch: person.fetch });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await host.close();
  });

  const pass = (hours: number): void => void vi.setSystemTime(Date.now() + hours * HOUR);
  const whoami = async (): Promise<string | null> => ((await client.get('/acme/v1/echo')) as Echo).user;
  const write = (title: string) => client.post(ARTICLES, { body: { title, status: 'publish' } });
  const titles = async (): Promise<string[]> => {
    const { data } = await host.request('GET', ARTICLES, { query: { orderby: 'title' } });
    return (data as { title: { rendered: string } }[]).map(({ title }) => title.rendered);
  };

  it('fetches one nonce for all calls, even concurrent ones', async () => {
    await Promise.all([write('Soup'), write('Bread'), whoami()]);
    await write('Wine');
    expect(await titles()).toEqual(['Bread', 'Soup', 'Wine']);
    expect(person.nonceRequests()).toBe(1);
  });

  it('uses the nonce of the page', async () => {
    const nonce = await (await person.fetch('/api/nonce')).text();
    client = createClient({ root: '/api/', fetch: person.fetch, nonce });
    expect(await whoami()).not.toBeNull();
    expect(person.nonceRequests()).toBe(1);
  });

  it('takes newer nonces from responses, so that a page may stay open for days', async () => {
    await whoami();
    for (let halfDays = 0; halfDays < 10; halfDays += 1) {
      pass(12);
      expect(await whoami()).not.toBeNull();
    }
    expect(person.nonceRequests()).toBe(1);
    expect(person.sent.map(({ status }) => status)).not.toContain(403);
  });

  it('retries a call with an expired nonce and its full body', async () => {
    await whoami();
    pass(25);
    await write('Soup');
    expect(await titles()).toEqual(['Soup']);
    expect(person.sent.map(({ path, status }) => [path, status]).slice(2)).toEqual(
      [
        [ARTICLES, 403],
        ['/nonce', 200],
        [ARTICLES, 201],
      ].map(([path, status]) => [`/api${path}`, status]),
    );
  });

  it('retries form data and files as well', async () => {
    await whoami();
    pass(25);
    const form = new URLSearchParams({ title: 'Soup' });
    expect(((await client.post('/acme/v1/echo', { body: form })) as Echo).body).toEqual({ title: 'Soup' });
    pass(25);
    const file = new File(['onions'], 'soup.txt', { type: 'text/plain' });
    expect(((await client.post('/acme/v1/echo', { body: file })) as Echo).body).toBe('onions');
    pass(25);
    const data = new FormData();
    data.set('file', file);
    expect(await client.put('/acme/v1/file', { body: data })).toBe('onions');
    expect(person.nonceRequests()).toBe(4);
  });

  it('renews the nonce once for all calls that failed together', async () => {
    await whoami();
    pass(25);
    await Promise.all([write('Soup'), write('Bread'), write('Wine'), write('Salt')]);
    expect(await titles()).toEqual(['Bread', 'Salt', 'Soup', 'Wine']);
    expect(person.nonceRequests()).toBe(2);
    expect(person.sent.filter(({ status }) => status === 403)).toHaveLength(4);
  });

  it('retries a call with the same idempotency key', async () => {
    await whoami();
    pass(25);
    await client.post('/acme/v1/echo', { body: {}, idempotencyKey: true });
    await client.post('/acme/v1/echo', { body: {}, idempotencyKey: true });
    await client.post('/acme/v1/echo', { body: {}, idempotencyKey: 'order-7' });
    const [first, repeat, second, third] = person.sent
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(repeat).toBe(first);
    expect(second).not.toBe(first);
    expect(third).toBe('order-7');
  });

  it('gives up when the new nonce is rejected as well', async () => {
    // Each nonce has a random lifetime, so none is ever valid.
    host.hooks.addFilter('nonce_life', (life) => life + Math.random() * life);
    await expect(write('Soup')).rejects.toMatchObject({ code: 'rest_cookie_invalid_nonce', status: 403 });
    expect(person.sent.filter(({ path }) => path.endsWith(ARTICLES))).toHaveLength(2);
  });

  describe('without a login', () => {
    beforeEach(() => {
      person = visitor(base);
      client = createClient({ root: '/api', fetch: person.fetch });
    });

    it('reads public data without requesting a nonce for every call', async () => {
      for (let calls = 0; calls < 3; calls += 1) expect(await client.get(ARTICLES)).toEqual([]);
      expect(person.nonceRequests()).toBe(1);
    });

    it('requests no nonce when the page knows that there is none', async () => {
      client = createClient({ root: '/api', fetch: person.fetch, nonce: '' });
      expect(await client.get(ARTICLES)).toEqual([]);
      expect(person.nonceRequests()).toBe(0);
    });

    it('returns 401, and works again after a login in another window', async () => {
      await expect(write('Soup')).rejects.toMatchObject({ code: 'rest_forbidden', status: 401 });
      const { login, password } = await host.createUser('administrator');
      await person.logIn(login, password);
      await write('Soup');
      expect(await titles()).toEqual(['Soup']);
    });

    it('is authenticated after a login on the same page and forgetNonce', async () => {
      expect(await whoami()).toBeNull();
      const { login, password } = await host.createUser('subscriber');
      await person.logIn(login, password);
      client.forgetNonce();
      expect(await whoami()).toBe(login);
    });
  });

  it('is anonymous after a logout, and works for the next user who signs in', async () => {
    await write('Soup');
    await person.logOut();
    await expect(write('Bread')).rejects.toMatchObject({ status: 401 });
    expect(await client.get(ARTICLES)).toHaveLength(1);
    const next = await host.createUser('editor');
    await person.logIn(next.login, next.password);
    await write('Wine');
    expect(await titles()).toEqual(['Soup', 'Wine']);
  });

  it('reports the original error of the call when the nonce cannot be renewed', async () => {
    await whoami();
    pass(25);
    const offline: typeof fetch = async (input, init) => {
      if (String(input).endsWith('/nonce')) throw new TypeError('fetch failed');
      return person.fetch(input, init);
    };
    client = createClient({ root: '/api', fetch: offline, nonce: person.sent[1]?.headers.get('X-CMS-Nonce') ?? '' });
    await expect(write('Soup')).rejects.toMatchObject({ code: 'rest_cookie_invalid_nonce' });
  });

  it('does not cache a failed nonce request', async () => {
    let isDown = true;
    client = createClient({
      root: '/api',
      fetch: async (input, init) => {
        if (isDown) throw new TypeError('fetch failed');
        return person.fetch(input, init);
      },
    });
    await expect(write('Soup')).rejects.toMatchObject({ code: 'network_error', status: 0 });
    isDown = false;
    await write('Soup');
    expect(await titles()).toEqual(['Soup']);
  });

  it('sends no nonce with a password or a token', async () => {
    const user = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(user.id, { name: 'script' });
    const authorization = `Basic ${btoa(`${user.login}:${password}`)}`;
    for (const options of [
      { authorization },
      { authorization: async () => authorization },
      { headers: { authorization } },
    ]) {
      client = createClient({ root: `${base}/api`, ...options });
      expect(await whoami()).toBe(user.login);
    }
    expect(person.nonceRequests()).toBe(0);
  });
});
