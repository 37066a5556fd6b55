import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';

/** Request headers that a shared cache does not include in its key. */
const UNKEYED: Readonly<Record<string, string>> = {
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'ftp',
  'X-Forwarded-Port': '31337',
  'X-Forwarded-Prefix': '/evil.example',
  'X-Forwarded-Path': '/evil.example',
  'X-Forwarded-Server': 'evil.example',
  'X-Forwarded-For': '203.0.113.66',
  'X-Host': 'evil.example',
  'X-Original-URL': '/admin/evil.example',
  'X-Rewrite-URL': '/admin/evil.example',
  'X-HTTP-Method-Override': 'DELETE',
  'X-HTTP-Method': 'DELETE',
  'X-Method-Override': 'DELETE',
  Forwarded: 'host=evil.example;proto=ftp',
  Referer: 'https://evil.example/',
  'User-Agent': 'evil.example',
  Accept: 'text/evil.example',
  'Accept-Language': 'de, evil.example',
  'Content-Type': 'evil.example',
  'X-Wp-Nonce': 'evil.example',
  'X-CMS-Nonce': 'evil.example',
  'Idempotency-Key': 'evil.example',
  'X-Requested-With': 'evil.example',
  Via: '1.1 evil.example',
};

describe('response for shared caches', () => {
  let host: TestHost;
  let http: Agent;
  let paths: readonly string[];
  let secret: string;

  beforeAll(async () => {
    const plugin = definePlugin({
      name: 'acme-cached',
      version: '1.0.0',
      setup({ rest }) {
        rest.route('acme/v1', {
          method: 'GET',
          path: '/cached',
          summary: 'Something that caches may keep',
          permission: 'public',
          cache: 'public, max-age=600',
          returns: { type: 'object' },
          handler: async ({ can }) => ({ all: await can('manage_options') }),
        });
        rest.route('acme/v1', {
          method: 'GET',
          path: '/never-cached',
          summary: 'Something that no cache may keep',
          permission: 'public',
          cache: 'no-store',
          args: { count: { type: 'integer' } },
          returns: { type: 'object' },
          handler: () => ({}),
        });
        rest.route('acme/v1', {
          method: 'GET',
          path: '/by-language',
          summary: 'Something of which the handler says that caches may keep it',
          permission: 'public',
          returns: { type: 'object' },
          handler: () =>
            respond({}, { headers: { 'cache-control': 'public, max-age=60', vary: 'Accept-Language, cookie' } }),
        });
      },
    });
    host = await createTestHost({ plugins: [knowledgeBase(), plugin], url: 'https://example.com' });
    http = request(await host.listen());
    const administrator = await host.createUser('administrator');
    const create = async (path: string, body: object): Promise<{ id: number; link: string }> =>
      (await host.request('POST', path, { as: administrator, body })).data as { id: number; link: string };
    const { id } = await create('/vendor-kb/v1/categories', { name: 'Guides' });
    const article = await create('/vendor-kb/v1/articles', { title: 'One', status: 'publish', categories: [id] });
    ({ key: secret } = await host.apiKeys.create({ name: 'Nobody', scopes: ['read', 'manage_options'] }));
    paths = [
      new URL(article.link).pathname,
      '/kb',
      '/kb/search?q=one',
      '/kb/there-is-none',
      `/api/vendor-kb/v1/articles/${article.id}`,
      '/api/vendor-kb/v1/articles?per_page=1',
      '/api/acme/v1/cached',
      '/api/acme/v1/none',
      '/api',
      '/api/openapi.json',
      '/admin/login',
    ];
  });
  afterAll(() => host.close());

  /** Removes everything specific to one request from a response. */
  function comparable({ status, headers, text = '' }: Response) {
    const { date, 'x-request-id': id, ...rest } = headers;
    // Nonces of forms and scripts, form timestamps and search durations also differ.
    const body = text
      .replaceAll(String(id), '')
      .replace(/(?:value|nonce)="[\w.+/=-]{22,}"/g, '')
      .replace(/in \d+ ms/g, '');
    const policy = String(rest['content-security-policy']).replace(/'nonce-[^']*'/g, '');
    return { status, headers: { ...rest, 'content-security-policy': policy, 'content-length': '' }, body };
  }

  it('does not depend on headers outside the cache key', async () => {
    for (const path of paths) {
      const plain = comparable(await http.get(path));
      for (const [name, value] of Object.entries(UNKEYED)) {
        const answer = await http.get(path).set(name, value);
        expect([path, name, comparable(answer)]).toEqual([path, name, plain]);
      }
    }
  });

  it('never contains a link to the host name that the client sent', async () => {
    for (const path of paths) {
      const plain = comparable(await http.get(path));
      for (const name of ['evil.example', 'evil.example:80@example.com', 'example.com.evil.example']) {
        const answer = await http.get(path).set('Host', name);
        expect([path, comparable(answer)]).toEqual([path, plain]);
      }
    }
  });

  it('contains no unknown query parameters, in pages or headers', async () => {
    for (const path of paths.filter((each) => !each.startsWith('/api'))) {
      const mark = `${path.includes('?') ? '&' : '?'}utm_source=evil.example&__proto__[evil.example]=1&cb=%22%3Eevil.example`;
      const { text, headers } = await http.get(path + mark);
      expect([path, `${text}${JSON.stringify(headers)}`.includes('evil.example')]).toEqual([path, false]);
    }
  });

  it('has the same status and headers for HEAD as for GET', async () => {
    for (const path of paths) {
      const [get, head] = [await http.get(path), await http.head(path)];
      expect([path, head.text, comparable(head).headers, head.status]).toEqual([
        path,
        undefined,
        comparable(get).headers,
        get.status,
      ]);
    }
  });

  it('varies by credentials, and is not stored for authenticated users unless the route allows it', async () => {
    const reader = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(reader.id, { name: 'A' });
    const credentials = [{ 'X-API-Key': secret }, basic(reader.login, password)];
    for (const path of paths) {
      expect([path, (await http.get(path)).headers.vary]).toEqual([path, expect.stringMatching(/cookie/i)]);
      for (const headers of credentials) {
        const answer = await http.get(path).set(headers);
        if (path === '/api/acme/v1/cached') expect(answer.headers.vary).toMatch(/Cookie.*Authorization.*x-api-key/i);
        else expect([path, answer.headers['cache-control']]).toEqual([path, expect.stringMatching(/no-store/)]);
      }
    }
  });

  it('is no-store on a route that declares it, including its errors', async () => {
    for (const [query, status] of [
      ['', 200],
      ['?count=many', 400],
    ] as const) {
      const answer = await http.get(`/api/acme/v1/never-cached${query}`);
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store']);
    }
  });

  it('varies by credentials and by the headers that the handler names', async () => {
    const { headers } = await http.get('/api/acme/v1/by-language');
    expect(headers.vary).toBe('Cookie, Authorization, x-api-key, x-vendor-api-key, Accept-Language');
  });
});
