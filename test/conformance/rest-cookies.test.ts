import { definePlugin } from 'mortise';
import { serialiseCookie } from 'mortise/pages';
import { respond } from 'mortise/rest';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('cookies of REST requests', () => {
  let host: TestHost;
  let http: Agent;

  beforeAll(async () => {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup({ rest, site }) {
        const shared = { permission: 'public', allowBatch: true } as const;
        rest.route('acme/v1', {
          ...shared,
          method: ['GET', 'POST'],
          path: '/cookies',
          summary: 'What came along',
          handler: ({ cookies }) => Object.fromEntries(cookies),
        });
        rest.route('acme/v1', {
          ...shared,
          method: 'GET',
          path: '/linked',
          summary: 'A link to them',
          handler: () => ({ _links: { jar: [{ href: `${site.restUrl}acme/v1/cookies`, embeddable: true }] } }),
        });
        rest.route('acme/v1', {
          ...shared,
          method: 'POST',
          path: '/name',
          summary: 'Remember a name',
          args: { name: { type: 'string', required: true } },
          handler: ({ args: { name } }) => {
            const cookie = serialiseCookie('acme_name', name, { maxAge: 3_600_000, secure: site.secure });
            return respond(null, { status: 204, headers: { 'Set-Cookie': cookie } });
          },
        });
      },
    });
    host = await createTestHost({ plugins: [plugin] });
    http = request(await host.listen());
  });
  afterAll(() => host.close());

  const PATH = '/api/acme/v1/cookies';

  it.each([
    ['none', undefined, {}],
    ['several', 'a=1; b=two%20words', { a: '1', b: 'two words' }],
    ['a value with "="', 'a=b=c', { a: 'b=c' }],
    ['two of one name, of which the first counts', 'a=mine; a=planted', { a: 'mine' }],
    ['broken escapes, as they are', 'a=100%', { a: '100%' }],
    ['nothing of use', '; =x; lonely', {}],
  ])('are parsed: %s', async (_, cookie, expected) => {
    const { body: data } = await http.get(PATH).set(cookie === undefined ? {} : { Cookie: cookie });
    expect(data).toEqual(expected);
  });

  it('are set by a route and read back unchanged', async () => {
    const name = 'Žofie; Path=/; "x", 1%';
    const set = await http.post('/api/acme/v1/name').send({ name });
    const [cookie = ''] = set.get('Set-Cookie') ?? [];
    expect(cookie).toMatch(/^acme_name=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/);
    const { body: data } = await http.get(PATH).set('Cookie', cookie.split(';', 1).join(''));
    expect(data).toEqual({ acme_name: name });
  });

  it('are those of the whole batch in each item, regardless of item headers', async () => {
    const requests = [{ path: '/acme/v1/cookies' }, { path: '/acme/v1/cookies', headers: { Cookie: 'a=forged; b=2' } }];
    const bodies = async (headers: Record<string, string>) => {
      const { body: data } = await http.post('/api/batch/v1').set(headers).send({ requests });
      return (data as { responses: { body: unknown }[] }).responses.map(({ body }) => body);
    };
    expect(await bodies({ Cookie: 'a=1' })).toEqual([{ a: '1' }, { a: '1' }]);
    expect(await bodies({})).toEqual([{}, {}]);
  });

  it('are passed on to embedded resources', async () => {
    const { body: data } = await http.get('/api/acme/v1/linked?_embed').set('Cookie', 'a=1');
    expect(data).toMatchObject({ _embedded: { jar: [{ a: '1' }] } });
  });

  it('are set explicitly for internal calls', async () => {
    expect((await host.request('GET', '/acme/v1/cookies')).data).toEqual({});
    const headers = { Cookie: 'a=1' };
    expect((await host.request('GET', '/acme/v1/cookies', { headers })).data).toEqual({ a: '1' });
  });
});
