import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { expectError, idsOf, type KbHost, MOMENT, openKbHost, type Role } from './knowledge-base-host.js';

const AHEAD = '2999-01-01T00:00:00.000Z';

describe.each(dialects)('writing articles over REST on $name', (dialect) => {
  let kb: KbHost;
  let http: Agent;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    const { metaKeys } = kb.host.plugin('knowledge-base');
    for (const key of ['acme_kept', 'acme_added']) metaKeys.register(key, { schema: { type: 'integer' }, title: key });
    http = request(await kb.host.listen());
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);

  describe('POST /articles', () => {
    it('creates a draft and returns its location and sources', async () => {
      const answer = await kb.call('author', 'POST', '/articles', { title: '  A new one ', content: '*text*' });
      const { id } = answer.data as { id: number };
      expect(answer).toMatchObject({
        status: 201,
        headers: {
          Location: `http://localhost:8080/api/vendor-kb/v1/articles/${id}`,
          ETag: expect.stringMatching(new RegExp(`^"a${id}-v1-`)),
        },
        data: {
          status: 'draft',
          slug: 'a-new-one',
          title: { raw: 'A new one' },
          content: { raw: '*text*', rendered: expect.stringContaining('<em>text</em>') },
          author: kb.users.author.id,
          version: 1,
          published_at: null,
        },
      });
    });

    it('generates unique slugs from titles', async () => {
      const slugs = [];
      for (let index = 0; index < 3; index += 1) {
        const { data } = await kb.call('editor', 'POST', '/articles', { title: 'Größe & Maß' });
        slugs.push((data as { slug: string }).slug);
      }
      expect(slugs).toEqual(['größe-maß', 'größe-maß-2', 'größe-maß-3']);
    });

    it('sets publish to pending without the permission to publish, and reports it in a header', async () => {
      const answer = await kb.call('contributor', 'POST', '/articles', { title: 'Mine', status: 'publish' });
      expect(answer).toMatchObject({
        status: 201,
        headers: { 'X-CMS-Status-Changed': 'pending' },
        data: { status: 'pending' },
      });
      const published = await kb.call('author', 'POST', '/articles', { title: 'Mine', status: 'publish' });
      expect(published.data).toMatchObject({ status: 'publish' });
      expect(published.headers).not.toHaveProperty('X-CMS-Status-Changed');
    });

    it.each([
      ['no title', {}, 'rest_missing_callback_param'],
      ['an empty title', { title: '' }, 'rest_invalid_param'],
      ['a blank title', { title: ' \t\n' }, 'rest_invalid_param'],
      ['a title of 201 characters', { title: 'x'.repeat(201) }, 'rest_invalid_param'],
      ['an unknown member', { title: 'x', colour: 'red' }, 'rest_invalid_param'],
      ['an unknown status', { title: 'x', status: 'secret' }, 'rest_invalid_param'],
      ['an unknown format', { title: 'x', format: 'docx' }, 'rest_invalid_param'],
      ['an unknown category', { title: 'x', categories: [99_999_999] }, 'vendor_kb_invalid_param'],
      ['a slug that is none', { title: 'x', slug: 'a/b' }, 'vendor_kb_invalid_param'],
      ['a reserved slug', { title: 'x', slug: 'search' }, 'vendor_kb_invalid_param'],
      ['a locale that is none', { title: 'x', locale: '../de' }, 'rest_invalid_param'],
    ])('rejects %s', async (_, body, code) => {
      const answer = await kb.call('administrator', 'POST', '/articles', body);
      expectError(answer, 400, code);
      expect(answer.data).toMatchObject({ data: { params: expect.anything() } });
    });

    it.each(['archived', 'trash'])('rejects the initial status %s', async (status) => {
      const answer = await kb.call('administrator', 'POST', '/articles', { title: 'x', status });
      expectError(answer, 409, 'vendor_kb_invalid_transition');
      expect(answer.data).toMatchObject({ data: { details: { from: 'new', to: status } } });
    });

    it('rejects a category of another locale', async () => {
      const german = await kb.category({ locale: 'de' });
      const answer = await kb.call('administrator', 'POST', '/articles', { title: 'x', categories: [german] });
      expectError(answer, 400, 'vendor_kb_invalid_param');
    });

    it('rejects a slug that is taken in the same category', async () => {
      const category = await kb.category();
      await kb.article({ slug: 'taken', categories: [category] });
      const again = { title: 'x', slug: 'taken' };
      expectError(
        await kb.call('administrator', 'POST', '/articles', { ...again, categories: [category] }),
        409,
        'vendor_kb_slug_taken',
      );
      expect((await kb.call('administrator', 'POST', '/articles', again)).status).toBe(201);
    });

    it('accepts titles of 200 characters of any script', async () => {
      const title = '🐙'.repeat(200);
      const answer = await kb.call('editor', 'POST', '/articles', { title });
      expect(answer).toMatchObject({
        status: 201,
        data: { title: { raw: title }, slug: expect.stringMatching(/^.+$/) },
      });
    });
  });

  describe('PUT /articles/{id}', () => {
    it('changes only the fields that are sent and increments the version', async () => {
      const id = await kb.article({ content: 'first', tags: ['a'], meta: { acme_kept: 1 } });
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'second', meta: { acme_added: 2 } });
      expect(answer).toMatchObject({
        status: 200,
        headers: { ETag: expect.stringMatching(new RegExp(`^"a${id}-v2-`)) },
        data: {
          version: 2,
          content: { raw: 'second' },
          tags: ['a'],
          meta: { acme_kept: 1, acme_added: 2 },
          status: 'publish',
        },
      });
      expect((await kb.call('editor', 'PATCH', `/articles/${id}`, { sticky: true })).data).toMatchObject({
        version: 3,
        sticky: true,
      });
    });

    it('creates no version when nothing changes', async () => {
      const id = await kb.article({ content: 'same' });
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'same' });
      expect(answer).toMatchObject({ status: 200, data: { version: 1 } });
    });

    it('creates no version when what was read is sent back', async () => {
      const id = await kb.article({ content: '**Bold**', excerpt: 'Short.', tags: ['a'] });
      const { data } = await kb.call('editor', 'GET', `/articles/${id}`);
      expect(await kb.call('editor', 'PUT', `/articles/${id}`, data as object)).toMatchObject({
        status: 200,
        data: { version: 1, content: { raw: '**Bold**' }, excerpt: { raw: 'Short.' } },
      });
    });

    it('rejects a change based on an outdated version and returns details of the current one', async () => {
      const id = await kb.article();
      await kb.call('editor', 'PUT', `/articles/${id}`, { title: 'Theirs' });
      for (const attempt of [
        kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'Mine', version: 1 }),
        kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'Mine' }, { 'if-match': `"a${id}-v1-edit"` }),
      ]) {
        const answer = await attempt;
        expectError(answer, 412, 'vendor_kb_version_conflict');
        expect(answer.data).toMatchObject({
          data: { details: { version: 2, author: expect.any(Number), modified: expect.stringMatching(MOMENT) } },
        });
      }
      expect((await get(`/articles/${id}`)).data).toMatchObject({ title: { rendered: 'Theirs' } });
    });

    it.each([
      ['its ETag', (id: number) => `"a${id}-v1-edit"`, 200],
      ['the ETag of its public form', (id: number) => `"a${id}-v1-view"`, 200],
      ['its ETag among others', (id: number) => `"x", "a${id}-v9-edit", "a${id}-v1-edit"`, 200],
      ['its ETag as a proxy weakens it', (id: number) => `W/"a${id}-v1-edit"`, 200],
      ['a star', () => '*', 200],
      ['a foreign ETag', () => '"33a64df5"', 412],
      ['the ETag of another article', (id: number) => `"a${id + 1}-v1-edit"`, 412],
    ])('handles If-Match with %s', async (_, header, status) => {
      const id = await kb.article();
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { title: 'New' }, { 'if-match': header(id) });
      expect(answer.status).toBe(status);
      expect((await get(`/articles/${id}`)).data).toMatchObject({ version: status === 200 ? 2 : 1 });
    });

    it('moves to another category and redirects from the old URL', async () => {
      const [from, to] = [await kb.category(), await kb.category()];
      const id = await kb.article({ slug: 'mover', categories: [from] });
      const { path } = (await get(`/articles/${id}`)).data as { path: string };
      const moved = await kb.call('editor', 'PUT', `/articles/${id}`, { categories: [to] });
      expect(moved.data).toMatchObject({ categories: [to], redirects: [path] });
      const page = await http.get(`/kb/${path}`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toContain('/mover');
      expect((await http.get(String(page.headers.location).replace('http://localhost:8080', ''))).status).toBe(200);
    });

    it('rejects unknown fields and an unknown article', async () => {
      const id = await kb.article();
      expectError(await kb.call('editor', 'PUT', `/articles/${id}`, { colour: 'red' }), 400, 'rest_invalid_param');
      expectError(
        await kb.call('editor', 'PUT', '/articles/99999999', { title: 'x' }),
        404,
        'vendor_kb_article_not_found',
      );
      expect((await kb.call('anonymous', 'PUT', '/articles/99999999', { title: 'x' })).status).toBe(401);
    });

    it('never changes another article through an ID in the body', async () => {
      const [mine, theirs] = [await kb.article({}, 'author'), await kb.article({ title: 'Theirs' })];
      const answer = await kb.call('author', 'PUT', `/articles/${mine}`, { id: theirs, title: 'Mine' });
      expect(answer.status === 400 || (answer.data as { id: number }).id === mine).toBe(true);
      expect((await get(`/articles/${theirs}`)).data).toMatchObject({ title: { rendered: 'Theirs' }, version: 1 });
    });
  });

  describe('status transitions', () => {
    const TRANSITIONS: Record<string, Record<string, boolean>> = {
      draft: { draft: true, pending: true, future: true, publish: true, archived: false, trash: true },
      pending: { draft: true, pending: true, future: true, publish: true, archived: false, trash: true },
      future: { draft: true, pending: true, future: true, publish: true, archived: false, trash: true },
      publish: { draft: true, pending: false, future: false, publish: true, archived: true, trash: true },
      archived: { draft: false, pending: false, future: false, publish: true, archived: true, trash: true },
    };
    const CASES = Object.entries(TRANSITIONS).flatMap(([from, targets]) =>
      Object.entries(targets).map(([to, allowed]): [string, string, boolean] => [from, to, allowed]),
    );

    async function inState(status: string): Promise<number> {
      if (status === 'future') return kb.article({ status, date: AHEAD });
      if (status !== 'archived') return kb.article({ status });
      const id = await kb.article();
      await kb.call('administrator', 'PUT', `/articles/${id}`, { status });
      return id;
    }

    it.each(CASES)('from %s to %s: %s', async (from, to, allowed) => {
      const id = await inState(from);
      const answer = await kb.call('administrator', 'PUT', `/articles/${id}`, {
        status: to,
        ...(to === 'future' ? { date: AHEAD } : {}),
      });
      if (allowed) expect(answer).toMatchObject({ status: 200, data: { status: to } });
      else {
        expectError(answer, 409, 'vendor_kb_invalid_transition');
        const possible = Object.keys(TRANSITIONS[from] ?? {}).filter((state) => state !== from);
        const expected = possible.filter((state) => TRANSITIONS[from]?.[state]);
        const { allowed: allowedStatuses } = (answer.data as { data: { details: { allowed: string[] } } }).data.details;
        expect([...allowedStatuses].sort()).toEqual(expected.sort());
      }
    });

    it.each(['draft', 'pending', 'publish', 'archived'])(
      'restore an article from the trash only to %s',
      async (status) => {
        const id = await inState(status);
        await kb.call('administrator', 'DELETE', `/articles/${id}`);
        for (const other of ['draft', 'pending', 'publish', 'archived'].filter((state) => state !== status)) {
          const answer = await kb.call('administrator', 'PUT', `/articles/${id}`, { status: other });
          expectError(answer, 409, 'vendor_kb_invalid_transition');
        }
        const restored = await kb.call('administrator', 'PUT', `/articles/${id}`, { status });
        expect(restored).toMatchObject({ status: 200, data: { status } });
      },
    );

    it('schedule a future date, or set it to pending without the permission to publish', async () => {
      const scheduled = await kb.call('author', 'POST', '/articles', { title: 'x', status: 'publish', date: AHEAD });
      expect(scheduled).toMatchObject({
        status: 201,
        headers: { 'X-CMS-Status-Changed': 'future' },
        data: { status: 'future', published_at: AHEAD },
      });
      const { id } = scheduled.data as { id: number };
      expectError(await get(`/articles/${id}`), 404, 'vendor_kb_article_not_found');
      const later = await kb.call('editor', 'PUT', `/articles/${id}`, { date: '2999-12-31T00:00:00Z' });
      expect(later.data).toMatchObject({ status: 'future', published_at: '2999-12-31T00:00:00.000Z', version: 2 });
      const now = await kb.call('editor', 'PUT', `/articles/${id}`, { status: 'publish' });
      expect(now).toMatchObject({
        status: 200,
        data: { status: 'publish', published_at: expect.stringMatching(/^20/) },
      });
      const future = await kb.call('contributor', 'POST', '/articles', { title: 'x', status: 'future', date: AHEAD });
      expect(future).toMatchObject({ headers: { 'X-CMS-Status-Changed': 'pending' }, data: { status: 'pending' } });
    });

    it('reject scheduling without a date', async () => {
      const answer = await kb.call('editor', 'POST', '/articles', { title: 'x', status: 'future' });
      expectError(answer, 400, 'vendor_kb_invalid_param');
      expect(answer.data).toMatchObject({ data: { params: { date: expect.any(String) } } });
    });

    it('prevent users without the permission to publish from changing a scheduled article', async () => {
      const id = await kb.article({ status: 'draft' }, 'contributor');
      await kb.call('editor', 'PUT', `/articles/${id}`, { status: 'future', date: AHEAD });
      expectError(await kb.call('contributor', 'PUT', `/articles/${id}`, { content: 'x' }), 403, 'rest_forbidden');
    });

    it('keep the date of the first publication', async () => {
      const id = await kb.article({ status: 'draft' });
      const put = async (status: string) => {
        const { data } = await kb.call('editor', 'PUT', `/articles/${id}`, { status });
        return (data as { published_at: string | null }).published_at;
      };
      const first = await put('publish');
      expect(first).toMatch(MOMENT);
      await put('draft');
      expect(await put('publish')).toBe(first);
    });
  });

  describe('DELETE /articles/{id}', () => {
    it('moves the article to the trash and frees its URL', async () => {
      const category = await kb.category();
      const id = await kb.article({ slug: 'gone', categories: [category] });
      const answer = await kb.call('editor', 'DELETE', `/articles/${id}`);
      expect(answer).toMatchObject({
        status: 200,
        data: { deleted: false, trashed: true, previous: { id, status: 'publish' } },
      });
      expectError(await get(`/articles/${id}`), 404, 'vendor_kb_article_not_found');
      expect(idsOf(await get(`/articles?category=${category}`))).toEqual([]);
      expectError(await kb.call('editor', 'DELETE', `/articles/${id}`), 404, 'vendor_kb_article_not_found');
      expect(idsOf(await get(`/articles?category=${category}&status=trash`, 'editor'))).toEqual([id]);
      const successor = await kb.article({ slug: 'gone', categories: [category] });
      expect(successor).not.toBe(id);
    });

    it('reports a conflict on restore when the URL was taken, until it is renamed', async () => {
      const category = await kb.category();
      const id = await kb.article({ slug: 'twice', categories: [category] });
      await kb.call('editor', 'DELETE', `/articles/${id}`);
      await kb.article({ slug: 'twice', categories: [category] });
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { status: 'publish' });
      expectError(answer, 409, 'vendor_kb_slug_taken');
      const renamed = await kb.call('editor', 'PUT', `/articles/${id}`, { status: 'publish', slug: 'twice-again' });
      expect(renamed).toMatchObject({ status: 200, data: { slug: 'twice-again', status: 'publish' } });
    });

    it('deletes permanently with force, also from the trash', async () => {
      for (const trashed of [false, true]) {
        const id = await kb.article();
        if (trashed) await kb.call('editor', 'DELETE', `/articles/${id}`);
        const answer = await kb.call('editor', 'DELETE', `/articles/${id}?force=true`);
        expect(answer).toMatchObject({ status: 200, data: { deleted: true, previous: { id } } });
        expect(answer.data).not.toHaveProperty('trashed');
        for (const method of ['GET', 'PUT', 'DELETE']) {
          expectError(
            await kb.call('administrator', method, `/articles/${id}`, method === 'PUT' ? {} : undefined),
            404,
            'vendor_kb_article_not_found',
          );
        }
      }
    });
  });
});
