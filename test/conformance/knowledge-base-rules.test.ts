import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dialects, migratedDatabase } from '../support/databases.js';
import { expectError, idsOf, type KbHost, openKbHost, type Role } from './knowledge-base-host.js';

describe.each(dialects)('access rules over REST on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
    kb.host.plugin('knowledge-base').metaKeys.register('acme_a', { schema: { type: 'integer' }, title: 'A' });
  });
  afterAll(() => kb.close());

  const get = (path: string, as: Role = 'anonymous', headers: Readonly<Record<string, string>> = {}) =>
    kb.call(as, 'GET', path, undefined, headers);
  const ruled = (rule: object, input: object = {}) =>
    kb.article({ content: 'The whole secret text.', access_rule: rule, ...input });

  describe('access modes', () => {
    const listed = { listed: true };
    it.each([
      // mode, rule, role, status, code
      ['public', { mode: 'public' }, 'anonymous', 200, null],
      ['logged_in', { mode: 'logged_in' }, 'subscriber', 200, null],
      ['logged_in', { mode: 'logged_in' }, 'anonymous', 401, 'vendor_kb_login_required'],
      ['logged_in, not listed', { mode: 'logged_in', listed: false }, 'anonymous', 404, 'vendor_kb_article_not_found'],
      ['roles', { mode: 'roles', roles: ['author', 'subscriber'] }, 'subscriber', 200, null],
      ['roles', { mode: 'roles', roles: ['author'] }, 'subscriber', 404, 'vendor_kb_article_not_found'],
      ['roles, listed', { mode: 'roles', roles: ['author'], ...listed }, 'subscriber', 403, 'vendor_kb_forbidden'],
      ['roles, listed', { mode: 'roles', roles: ['author'], ...listed }, 'anonymous', 401, 'vendor_kb_login_required'],
      ['a role of others', { mode: 'roles', roles: ['kb_manager'], ...listed }, 'editor', 403, 'vendor_kb_forbidden'],
      ['capability', { mode: 'capability', capability: 'edit_kb_articles' }, 'contributor', 200, null],
      [
        'capability',
        { mode: 'capability', capability: 'edit_kb_articles', ...listed },
        'subscriber',
        403,
        'vendor_kb_forbidden',
      ],
      [
        'a capability of others',
        { mode: 'capability', capability: 'manage_kb_access', ...listed },
        'editor',
        403,
        'vendor_kb_forbidden',
      ],
      ['password', { mode: 'password', password: 'sesame' }, 'anonymous', 401, 'vendor_kb_password_required'],
      ['password', { mode: 'password', password: 'sesame' }, 'editor', 401, 'vendor_kb_password_required'],
      ['nobody', { mode: 'nobody' }, 'editor', 404, 'vendor_kb_article_not_found'],
      ['nobody, listed', { mode: 'nobody', ...listed }, 'editor', 403, 'vendor_kb_forbidden'],
      ['nobody', { mode: 'nobody' }, 'administrator', 200, null],
      ['nobody', { mode: 'nobody' }, 'kb_manager', 200, null],
    ] as const)('%s: %j for %s returns %i', async (_name, rule, who, status, code) => {
      const answer = await get(`/articles/${await ruled(rule)}`, who);
      if (code === null) expect(answer).toMatchObject({ status, data: { access: { allowed: true, mode: rule.mode } } });
      else expectError(answer, status, code);
      expect(JSON.stringify(answer.data).includes('whole secret text')).toBe(code === null);
    });

    it('allow the listed users by ID', async () => {
      const id = await ruled({ mode: 'users', users: [kb.users.subscriber.id] });
      expect((await get(`/articles/${id}`, 'subscriber')).status).toBe(200);
      expectError(await get(`/articles/${id}`, 'editor'), 404, 'vendor_kb_article_not_found');
    });

    it('always allow authors to read their own articles', async () => {
      const id = await kb.article({}, 'author');
      const rule = { access_rule: { mode: 'nobody' } };
      expect((await kb.call('administrator', 'PUT', `/articles/${id}`, rule)).status).toBe(200);
      expect((await get(`/articles/${id}`, 'author')).status).toBe(200);
      expectError(await get(`/articles/${id}`, 'editor'), 404, 'vendor_kb_article_not_found');
    });
  });

  describe('category rules', () => {
    it('apply to subcategories and articles, together with those of parent categories', async () => {
      const top = await kb.category({ access_rule: { mode: 'logged_in' } });
      const below = await kb.category({ parent: top, access_rule: { mode: 'roles', roles: ['editor'], listed: true } });
      const id = await kb.article({ categories: [below] });
      expectError(await get(`/articles/${id}`), 401, 'vendor_kb_login_required');
      expectError(await get(`/articles/${id}`, 'subscriber'), 403, 'vendor_kb_forbidden');
      expect(await get(`/articles/${id}`, 'editor')).toMatchObject({
        data: { access: { allowed: true, source: { type: 'category', id: below } } },
      });
    });

    it('are returned with the access of the reader and their source, alone and in a tree', async () => {
      const top = await kb.category({ access_rule: { mode: 'logged_in', listed: true } });
      const below = await kb.category({ parent: top });
      const access = { allowed: true, mode: 'logged_in', source: { type: 'category', id: top }, listed: true };
      expect(await get(`/categories/${below}`, 'subscriber')).toMatchObject({ status: 200, data: { access } });
      expect(await get(`/categories?tree=true&per_page=100`, 'subscriber')).toMatchObject({
        data: expect.arrayContaining([
          expect.objectContaining({
            id: top,
            children: [expect.objectContaining({ access: expect.objectContaining(access) })],
          }),
        ]),
      });
    });

    it('are overridden by a rule of the article', async () => {
      const closed = await kb.category({ access_rule: { mode: 'nobody' } });
      const id = await kb.article({ categories: [closed], access_rule: { mode: 'public' } });
      expect((await get(`/articles/${id}`)).status).toBe(200);
      expect(idsOf(await get(`/articles?include=${id}`))).toEqual([id]);
    });

    it('are shown to managers without their password', async () => {
      const id = await kb.category({ access_rule: { mode: 'password', password: 'sesame' } });
      const { data } = await get(`/categories/${id}?context=edit`, 'kb_manager');
      expect(data).toMatchObject({ access_rule: { mode: 'password', listed: true } });
      expect(JSON.stringify(data)).not.toMatch(/sesame|scrypt/);
      expect((await get(`/categories/${id}`, 'kb_manager')).data).not.toHaveProperty('access_rule');
      const open = await kb.call('kb_manager', 'PUT', `/categories/${id}`, { access_rule: { mode: 'inherit' } });
      expect(open).toMatchObject({ status: 200, data: { access_rule: { mode: 'inherit' } } });
      expect((await get(`/categories/${id}`)).status).toBe(200);
    });

    it('hide closed categories and their articles, and exclude them from counts', async () => {
      const closed = await kb.category({ access_rule: { mode: 'roles', roles: ['editor'] } });
      const inside = await kb.category({ parent: closed });
      const open = await kb.category();
      await kb.article({ categories: [inside] });
      const both = await kb.article({ categories: [open, inside] });
      expect(idsOf(await get(`/categories?include=${closed},${inside},${open}`))).toEqual([open]);
      expectError(await get(`/categories/${inside}`), 404, 'vendor_kb_category_not_found');
      expectError(await get(`/categories/${inside}/articles`), 404, 'vendor_kb_category_not_found');
      expect(await get(`/categories/${open}`)).toMatchObject({ data: { count: 0 } });
      expect(await get(`/categories/${open}`, 'editor')).toMatchObject({ data: { count: 1 } });
      expect(idsOf(await get(`/categories/${open}/articles`))).toEqual([]);
      expect((await get(`/categories/${open}/articles`)).headers['X-CMS-Total']).toBe('0');
      expect(idsOf(await get(`/categories/${open}/articles`, 'editor'))).toEqual([both]);
    });

    it.each([
      ['all', 404],
      ['any', 200],
      ['primary', 200],
    ] as const)('apply policy "%s" to one open and one closed category: %i', async (policy, status) => {
      const closed = await kb.category({ access_rule: { mode: 'nobody' } });
      const id = await kb.article({ categories: [await kb.category(), closed] });
      await kb.host.settings.save('knowledge-base', { categoryPolicy: policy });
      try {
        expect((await get(`/articles/${id}`)).status).toBe(status);
        expect(idsOf(await get(`/articles?include=${id}`))).toEqual(status === 200 ? [id] : []);
      } finally {
        await kb.host.settings.save('knowledge-base', { categoryPolicy: 'all' });
      }
    });
  });

  describe('rule management', () => {
    it('requires manage_kb_access for articles and categories', async () => {
      const rule = { access_rule: { mode: 'public' } };
      const own = await kb.article({}, 'editor');
      expectError(await kb.call('editor', 'PUT', `/articles/${own}`, rule), 403, 'rest_forbidden');
      expectError(await kb.call('editor', 'POST', '/articles', { title: 'New', ...rule }), 403, 'rest_forbidden');
      expect((await kb.call('kb_manager', 'PUT', `/articles/${own}`, rule)).status).toBe(200);
    });

    it('hides an article from editors who may not read it, even on writes', async () => {
      const id = await ruled({ mode: 'nobody' });
      for (const [method, body] of [
        ['PUT', { title: 'Mine' }],
        ['DELETE', undefined],
      ] as const) {
        expectError(await kb.call('editor', method, `/articles/${id}`, body), 404, 'vendor_kb_article_not_found');
      }
      expect((await get(`/articles/${id}`, 'administrator')).data).toMatchObject({ version: 1 });
    });

    it('prevents editors from moving an article out of a restricted category', async () => {
      const members = await kb.category({ access_rule: { mode: 'logged_in' } });
      const open = await kb.category();
      const id = await kb.article({ categories: [members] });
      expectError(await kb.call('editor', 'PUT', `/articles/${id}`, { categories: [open] }), 403, 'rest_forbidden');
      expectError(await get(`/articles/${id}`), 401, 'vendor_kb_login_required');
      const added = await kb.call('editor', 'PUT', `/articles/${id}`, { categories: [open, members] });
      expect(added.status).toBe(200);
      expect((await kb.call('kb_manager', 'PUT', `/articles/${id}`, { categories: [open] })).status).toBe(200);
    });

    it.each([
      ['roles without one', { mode: 'roles' }, 'vendor_kb_invalid_param'],
      ['users without one', { mode: 'users', users: [] }, 'vendor_kb_invalid_param'],
      ['a password without one', { mode: 'password' }, 'vendor_kb_invalid_param'],
      ['an unknown mode', { mode: 'friends' }, 'rest_invalid_param'],
      ['no mode', { listed: true }, 'rest_invalid_param'],
      ['an unknown member', { mode: 'public', magic: 1 }, 'rest_invalid_param'],
      ['a text', 'public', 'rest_invalid_param'],
    ])('rejects %s', async (_name, rule, code) => {
      expectError(await kb.call('administrator', 'POST', '/articles', { title: 'A', access_rule: rule }), 400, code);
    });

    it('returns a rule that can be saved again, without its password', async () => {
      const rule = { mode: 'password', password: 'open sesame', teaser: 'words', teaser_words: 5, message: '*Ask* us' };
      const id = await ruled(rule);
      const { data } = await get(`/articles/${id}?context=edit`, 'administrator');
      expect(data).toMatchObject({
        access_rule: { mode: 'password', listed: true, teaser: 'words', teaser_words: 5, message: '*Ask* us' },
      });
      expect(JSON.stringify(data)).not.toMatch(/sesame|scrypt|hash/i);
      const back = (data as { access_rule: object }).access_rule;
      expect((await kb.call('administrator', 'PUT', `/articles/${id}`, { access_rule: back })).status).toBe(200);
      expect((await get(`/articles/${id}`, 'anonymous', { 'X-KB-Password': 'open sesame' })).status).toBe(200);
      await kb.call('administrator', 'PUT', `/articles/${id}`, { access_rule: { mode: 'inherit' } });
      expect((await get(`/articles/${id}`)).status).toBe(200);
    });
  });

  describe('article passwords', () => {
    const open = (id: number, password: string) => kb.call('anonymous', 'POST', `/articles/${id}/unlock`, { password });
    const cookieOf = (answer: { headers: Readonly<Record<string, string>> }) =>
      /^[^;]+/.exec(String(answer.headers['Set-Cookie']))?.[0] ?? '';

    it('unlock for twelve hours with an HttpOnly cookie', async () => {
      const id = await ruled({ mode: 'password', password: 'sesame' });
      expectError(await open(id, 'Sesame'), 403, 'vendor_kb_wrong_password');
      const answer = await open(id, 'sesame');
      expect(answer).toMatchObject({ status: 200, data: { allowed: true, mode: 'password' } });
      expect(answer.headers['Set-Cookie']).toMatch(/; HttpOnly; SameSite=Lax; Max-Age=43200$/);
      const read = await get(`/articles/${id}`, 'anonymous', { Cookie: cookieOf(answer) });
      expect(read).toMatchObject({ status: 200, headers: { 'Cache-Control': 'private, no-store' } });
      expect(idsOf(await get(`/articles?include=${id}`, 'anonymous', { Cookie: cookieOf(answer) }))).toEqual([id]);
      expect(idsOf(await get(`/articles?include=${id}`))).toEqual([]);
    });

    it('unlock only their own article, and nothing after they change', async () => {
      const [one, two] = [
        await ruled({ mode: 'password', password: 'one' }),
        await ruled({ mode: 'password', password: 'two' }),
      ];
      const Cookie = cookieOf(await open(one, 'one'));
      expectError(await get(`/articles/${two}`, 'anonymous', { Cookie }), 401, 'vendor_kb_password_required');
      const changed = { access_rule: { mode: 'password', password: 'uno' } };
      expect((await kb.call('administrator', 'PUT', `/articles/${one}`, changed)).status).toBe(200);
      expectError(await get(`/articles/${one}`, 'anonymous', { Cookie }), 401, 'vendor_kb_password_required');
    });

    it('reject forged unlock cookies', async () => {
      const id = await ruled({ mode: 'password', password: 'sesame' });
      for (const value of ['1', '1.2.3', 'MS4yLjM..abc', `${'A'.repeat(40)}.99999999999.${'A'.repeat(43)}`]) {
        const answer = await get(`/articles/${id}`, 'anonymous', { Cookie: `kb_unlocked=${value}` });
        expectError(answer, 401, 'vendor_kb_password_required');
      }
    });

    it('are rate-limited across header and unlock route, without revealing a right guess', async () => {
      const host = await openKbHost(dialect);
      try {
        const other = await host.article({ access_rule: { mode: 'password', password: 'sesame' } });
        const header = (password: string) =>
          host.call('anonymous', 'GET', `/articles/${other}`, undefined, { 'X-KB-Password': password });
        for (let count = 0; count < 20; count += 1) expect((await header('sesame')).status).toBe(200);
        const statuses: number[] = [];
        for (let guess = 0; guess < 12; guess += 1) {
          const answer =
            guess % 2 === 0
              ? await header(`guess ${guess}`)
              : await host.call('anonymous', 'POST', `/articles/${other}/unlock`, { password: `guess ${guess}` });
          statuses.push(answer.status);
          if (answer.status !== 429) continue;
          expect(Number(answer.headers['Retry-After'])).toBeGreaterThan(0);
          expect(answer.headers).toMatchObject({
            'RateLimit-Policy': '"unlock";q=5;w=60',
            RateLimit: expect.stringMatching(/^"unlock";r=0;t=\d+$/),
          });
        }
        // The first correct password counted as an attempt too.
        expect(statuses).toEqual([...Array(4).fill(403), ...Array(8).fill(429)]);
        expect((await header('sesame')).status).toBe(429);
      } finally {
        await host.close();
      }
    });
  });

  describe('teasers', () => {
    const text = `# Top\n\n${'One two three four five six seven eight nine ten. '.repeat(6)}\n\n## Secret heading\n\nThe treasure lies north.`;

    it.each([
      ['words', { teaser: 'words', teaser_words: 4 }, /One two three/],
      ['first_section', { teaser: 'first_section' }, /One two three/],
      ['excerpt', { teaser: 'excerpt' }, /In short/],
    ])('returns 200 with only the teaser for %s', async (_name, teaser, teaserText) => {
      const input = { content: text, excerpt: 'In short', meta: { acme_a: 1 } };
      const id = await ruled({ mode: 'logged_in', ...teaser }, input);
      const answer = await get(`/articles/${id}`);
      expect(answer).toMatchObject({
        status: 200,
        headers: { 'Cache-Control': 'private, no-store' },
        data: { toc: [], access: { allowed: false, mode: 'logged_in' }, content: { protected: true } },
      });
      expect((answer.data as { meta: object }).meta).toEqual({});
      expect(await get(`/articles/${id}`, 'subscriber')).toMatchObject({
        data: { content: { protected: false }, meta: { acme_a: 1 } },
      });
      expect((answer.data as { content: { rendered: string } }).content.rendered).toMatch(teaserText);
      expect(JSON.stringify(answer.data)).not.toMatch(/treasure|Secret heading/);
    });

    it('have a different ETag than the full text, so caches keep them apart', async () => {
      const id = await ruled({ mode: 'logged_in', teaser: 'words' }, { content: text });
      const [teaser, full] = [await get(`/articles/${id}`), await get(`/articles/${id}`, 'subscriber')];
      expect(teaser.headers.ETag).not.toBe(full.headers.ETag);
      const again = await get(`/articles/${id}`, 'subscriber', { 'If-None-Match': String(teaser.headers.ETag) });
      expect(again.status).toBe(200);
    });

    it('are not returned in the edit context or for unlisted articles', async () => {
      const id = await ruled({ mode: 'nobody', teaser: 'words' }, { content: text });
      expectError(await get(`/articles/${id}`, 'editor'), 404, 'vendor_kb_article_not_found');
      const listed = await ruled({ mode: 'nobody', teaser: 'words', listed: true }, { content: text });
      expectError(await get(`/articles/${listed}?context=edit`, 'editor'), 403, 'vendor_kb_forbidden');
    });
  });

  it('applies in other processes: immediately for articles, with a short delay for category rules', async () => {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    const hosts = await Promise.all([1, 2].map(() => createTestHost({ database: url, plugins: [knowledgeBase()] })));
    const [one, other] = hosts as [TestHost, TestHost];
    try {
      const as = await one.createUser('administrator');
      const write = async (method: string, path: string, body: object) =>
        ((await one.request(method, `/vendor-kb/v1${path}`, { as, body })).data as { id: number }).id;
      const read = (id: number) => other.request('GET', `/vendor-kb/v1/articles/${id}`);
      const category = await write('POST', '/categories', { name: 'Guides' });
      const inside = await write('POST', '/articles', { title: 'A', status: 'publish', categories: [category] });
      const own = await write('POST', '/articles', { title: 'B', status: 'publish' });
      await vi.waitFor(async () => expect((await read(inside)).status).toBe(200), 5000);
      expect((await read(own)).status).toBe(200);
      const rule = { access_rule: { mode: 'logged_in' } };
      await write('PUT', `/articles/${own}`, rule);
      expect((await read(own)).status).toBeOneOf([401, 404]);
      await write('PUT', `/categories/${category}`, rule);
      await vi.waitFor(async () => expect((await read(inside)).status).toBe(401), 5000);
    } finally {
      for (const host of hosts) await host.close();
      await drop();
    }
  });
});
