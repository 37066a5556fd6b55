import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type KbAnswer, type KbHost, openKbHost, ROLES, type Role } from './knowledge-base-host.js';

describe.each(dialects)('knowledge base permissions over REST on $name', (dialect) => {
  let kb: KbHost;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);

  describe('permissions by role', () => {
    type Verdicts = Readonly<Record<Role, number>>;
    const everybody = (status: number): Verdicts => verdicts(status, status, status, status, status, status, status);
    const ACCESS: [what: string, act: (role: Role) => Promise<KbAnswer>, expected: Verdicts][] = [
      ['list articles', (role) => get('/articles', role), everybody(200)],
      ['read an article', async (role) => get(`/articles/${await kb.article()}`, role), everybody(200)],
      [
        "read another's draft",
        async (role) => get(`/articles/${await kb.article({ status: 'draft' }, 'kb_manager')}`, role),
        verdicts(200, 200, 200, 404, 404, 404, 404),
      ],
      ['list drafts', (role) => get('/articles?status=draft', role), verdicts(200, 200, 200, 200, 200, 403, 401)],
      ['see sources', (role) => get('/articles?context=edit', role), verdicts(200, 200, 200, 200, 200, 403, 401)],
      [
        'write an article',
        (role) => kb.call(role, 'POST', '/articles', { title: 'x' }),
        verdicts(201, 201, 201, 201, 201, 403, 401),
      ],
      [
        "change another's article",
        async (role) => kb.call(role, 'PUT', `/articles/${await kb.article({}, 'kb_manager')}`, { title: 'x' }),
        verdicts(200, 200, 200, 403, 403, 403, 401),
      ],
      [
        "change another's draft",
        async (role) =>
          kb.call(role, 'PUT', `/articles/${await kb.article({ status: 'draft' }, 'kb_manager')}`, { title: 'x' }),
        verdicts(200, 200, 200, 404, 404, 404, 401),
      ],
      [
        "trash another's draft",
        async (role) => kb.call(role, 'DELETE', `/articles/${await kb.article({ status: 'draft' }, 'kb_manager')}`),
        verdicts(200, 200, 200, 404, 404, 404, 401),
      ],
      [
        "trash another's article",
        async (role) => kb.call(role, 'DELETE', `/articles/${await kb.article({}, 'kb_manager')}`),
        verdicts(200, 200, 200, 403, 403, 403, 401),
      ],
      [
        "delete another's article for good",
        async (role) => kb.call(role, 'DELETE', `/articles/${await kb.article({}, 'kb_manager')}?force=1`),
        verdicts(200, 200, 200, 403, 403, 403, 401),
      ],
      ['list categories', (role) => get('/categories', role), everybody(200)],
      ['read a category', async (role) => get(`/categories/${await kb.category()}`, role), everybody(200)],
      [
        'list the articles of a category',
        async (role) => get(`/categories/${await kb.category()}/articles`, role),
        everybody(200),
      ],
      [
        'create a category',
        (role) => kb.call(role, 'POST', '/categories', { name: 'x' }),
        verdicts(201, 201, 403, 403, 403, 403, 401),
      ],
      [
        'change a category',
        async (role) => kb.call(role, 'PUT', `/categories/${await kb.category()}`, { name: 'x' }),
        verdicts(200, 200, 403, 403, 403, 403, 401),
      ],
      [
        'delete a category',
        async (role) => kb.call(role, 'DELETE', `/categories/${await kb.category()}`),
        verdicts(200, 200, 403, 403, 403, 403, 401),
      ],
      ['search', (role) => get('/search?q=anything', role), everybody(200)],
      ['ask for suggestions', (role) => get('/search/suggestions?q=any', role), everybody(200)],
    ];

    it.each(ACCESS)('%s', async (_, act, expected) => {
      for (const role of ROLES) {
        const answer = await act(role);
        expect([role, answer.status]).toEqual([role, expected[role]]);
        if (answer.status === 401) expect(answer.data).toMatchObject({ data: { status: 401 } });
        if (answer.status === 403)
          expect(answer.data).toMatchObject({ data: { missing_capability: expect.any(String) } });
      }
    });

    const OWN: [what: string, expected: Readonly<Record<'editor' | 'author' | 'contributor', unknown>>][] = [
      ['change their draft', { editor: 200, author: 200, contributor: 200 }],
      ['publish their draft', { editor: 'publish', author: 'publish', contributor: 'pending' }],
      ['change their article once it is published', { editor: 200, author: 200, contributor: 403 }],
      ['trash their draft', { editor: 200, author: 403, contributor: 403 }],
      ['trash their draft by its status', { editor: 200, author: 403, contributor: 403 }],
    ];
    const ACTS: Record<string, (role: Role) => Promise<unknown>> = {
      'change their draft': async (role) => {
        const id = await kb.article({ status: 'draft' }, role);
        return (await kb.call(role, 'PUT', `/articles/${id}`, { title: 'x' })).status;
      },
      'publish their draft': async (role) => {
        const id = await kb.article({ status: 'draft' }, role);
        const answer = await kb.call(role, 'PUT', `/articles/${id}`, { status: 'publish' });
        const { status } = answer.data as { status: string };
        expect(answer.headers['X-CMS-Status-Changed']).toBe(status === 'pending' ? 'pending' : undefined);
        return status;
      },
      'change their article once it is published': async (role) => {
        const id = await kb.article({ status: 'draft' }, role);
        await kb.call('administrator', 'PUT', `/articles/${id}`, { status: 'publish' });
        return (await kb.call(role, 'PUT', `/articles/${id}`, { content: 'not reviewed' })).status;
      },
      'trash their draft': async (role) => {
        const id = await kb.article({ status: 'draft' }, role);
        return (await kb.call(role, 'DELETE', `/articles/${id}`)).status;
      },
      'trash their draft by its status': async (role) => {
        const id = await kb.article({ status: 'draft' }, role);
        return (await kb.call(role, 'PUT', `/articles/${id}`, { status: 'trash' })).status;
      },
    };
    it.each(OWN)('decide whether writers may %s: %j', async (what, expected) => {
      const actual: Record<string, unknown> = {};
      for (const role of ['editor', 'author', 'contributor'] as const) actual[role] = await ACTS[what]?.(role);
      expect(actual).toEqual(expected);
    });

    it('are listed for each role in the Allow header of OPTIONS', async () => {
      const id = await kb.article({}, 'author');
      const allowed = async (role: Role) => (await kb.call(role, 'OPTIONS', `/articles/${id}`)).headers.Allow;
      expect(await allowed('anonymous')).toBe('GET');
      expect(await allowed('subscriber')).toBe('GET');
      expect(await allowed('author')).toBe('GET, PUT, PATCH');
      expect(await allowed('editor')).toBe('GET, PUT, PATCH, DELETE');
      expect((await kb.call('editor', 'OPTIONS', '/articles/99999999')).headers.Allow).toBe('GET');
    });
  });
});

/** Expected status for each role, in the order of ROLES. */
function verdicts(
  ...statuses: [number, number, number, number, number, number, number]
): Readonly<Record<Role, number>> {
  return Object.fromEntries(ROLES.map((role, index) => [role, statuses[index]])) as Record<Role, number>;
}
