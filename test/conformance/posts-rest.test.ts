import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type ContentAnswer, type ContentHost, openContentHost, type PostData, type Role } from './content-host.js';

/** ISO 8601 in UTC, to the millisecond. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const HOUR = 3_600_000;

describe.each(dialects)('posts and pages over REST on $name', (dialect) => {
  let content: ContentHost;

  beforeAll(async () => {
    content = await openContentHost(dialect);
  });
  afterAll(() => content?.close());

  const get = (path: string, as: Role = 'anonymous') => content.call(as, 'GET', path);
  const post = (input: Readonly<Record<string, unknown>> = {}, as: Role = 'administrator') =>
    content.create('/posts', { title: 'A post', status: 'publish', ...input }, as);
  const page = (input: Readonly<Record<string, unknown>> = {}) =>
    content.create('/pages', { title: 'A page', status: 'publish', ...input });

  function expectError(answer: ContentAnswer, status: number, code: string): void {
    expect({ status: answer.status, data: answer.data }).toMatchObject({ status, data: { code, data: { status } } });
  }

  const idsOf = (answer: ContentAnswer): number[] => {
    expect(answer).toMatchObject({ status: 200, data: expect.any(Array) });
    return (answer.data as PostData[]).map(({ id }) => id);
  };

  describe('post', () => {
    it('has the fields of a WordPress post, with times in UTC', async () => {
      const category = await content.create('/categories', { name: 'Shapes' });
      const tag = await content.create('/tags', { name: 'Round' });
      const { id } = await post({
        title: 'Fish & <Chips>',
        content: 'Some *text*.',
        categories: [category.id],
        tags: [tag.id],
      });
      const answer = await get(`/posts/${id}`);
      const restUrl = 'http://localhost:8080/api/mortise/v1';
      expect(answer.data).toEqual({
        id,
        date: expect.stringMatching(MOMENT),
        date_gmt: expect.stringMatching(MOMENT),
        slug: 'fish-chips',
        status: 'publish',
        type: 'post',
        link: null,
        title: { rendered: expect.stringMatching(/^Fish &(amp|#38); &(lt|#60);Chips&(gt|#62);$/) },
        content: { rendered: expect.stringContaining('<em>text</em>'), protected: false, format: 'markdown' },
        excerpt: { rendered: 'Some text.', protected: false },
        author: content.users.administrator.id,
        featured_media: 0,
        menu_order: 0,
        locale: 'en',
        modified: expect.stringMatching(MOMENT),
        modified_gmt: expect.stringMatching(MOMENT),
        version: 1,
        meta: {},
        categories: [category.id],
        tags: [tag.id],
        _links: {
          self: [{ href: `${restUrl}/posts/${id}` }],
          collection: [{ href: `${restUrl}/posts` }],
          author: [{ href: `${restUrl}/users/${content.users.administrator.id}` }],
          'wp:term': [
            { taxonomy: 'category', embeddable: true, href: `${restUrl}/categories?post=${id}` },
            { taxonomy: 'post_tag', embeddable: true, href: `${restUrl}/tags?post=${id}` },
          ],
        },
      });
      const embedded = await get(`/posts/${id}?_embed=wp:term`);
      expect(embedded.data).toMatchObject({
        _embedded: { 'wp:term': [[{ id: category.id, name: 'Shapes' }], [{ id: tag.id }]] },
      });
    });

    it('returns sources with context=edit to users who may edit, and less with context=embed', async () => {
      const { id } = await post({ content: '*source*', excerpt: 'By *hand*' });
      expect((await get(`/posts/${id}?context=edit`, 'editor')).data).toMatchObject({
        title: { raw: 'A post' },
        content: { raw: '*source*' },
        excerpt: { raw: 'By *hand*', rendered: 'By *hand*' },
      });
      expectError(await get(`/posts/${id}?context=edit`, 'contributor'), 403, 'rest_forbidden_context');
      expectError(await get(`/posts/${id}?context=edit`), 401, 'rest_forbidden_context');
      const embedded = (await get(`/posts/${id}?context=embed`)).data as object;
      expect(Object.keys(embedded)).toEqual(expect.not.arrayContaining(['content', 'meta', 'categories']));
    });

    it('returns sources in a list only for posts that the user may edit', async () => {
      const own = await post({ title: 'Mine', status: 'publish' }, 'author');
      const other = await post({ title: 'Theirs' });
      const { data } = await get(`/posts?context=edit&include=${own.id},${other.id}&orderby=include`, 'author');
      expect(data).toMatchObject([{ title: { raw: 'Mine' } }, { title: { rendered: 'Theirs' } }]);
      expect((data as PostData[])[1]?.title.raw).toBeUndefined();
      expectError(await get('/posts?context=edit', 'subscriber'), 403, 'rest_forbidden_context');
    });
  });

  describe('post creation', () => {
    it('returns 201 with the location and an ETag', async () => {
      const answer = await content.call('author', 'POST', '/posts', { title: 'New' });
      const { id } = answer.data as PostData;
      expect(answer).toMatchObject({
        status: 201,
        headers: {
          Location: `http://localhost:8080/api/mortise/v1/posts/${id}`,
          ETag: expect.stringContaining(`p${id}-v1`),
        },
        data: { status: 'draft', author: content.users.author.id, title: { raw: 'New' } },
      });
    });

    it.each<[Role, object, number, string | null]>([
      ['anonymous', { title: 'x' }, 401, 'rest_forbidden'],
      ['subscriber', { title: 'x' }, 403, 'rest_forbidden'],
      ['contributor', { title: 'x' }, 201, null],
      ['contributor', { title: 'x', status: 'pending' }, 201, null],
      ['contributor', { title: 'x', status: 'publish' }, 403, 'rest_cannot_publish'],
      ['contributor', { title: 'x', status: 'private' }, 403, 'rest_cannot_publish'],
      ['contributor', { title: 'x', status: 'future', date: '2099-01-01T00:00:00Z' }, 403, 'rest_cannot_publish'],
      ['author', { title: 'x', status: 'publish' }, 201, null],
      ['author', { title: 'x', author: 1 }, 403, 'rest_cannot_edit_others'],
      ['editor', { title: 'x', author: 1 }, 201, null],
      ['editor', { title: 'x', author: 999_999 }, 400, 'rest_invalid_author'],
      ['editor', { title: 'x', featured_media: 999_999 }, 400, 'rest_invalid_featured_media'],
      ['editor', { title: 'x', status: 'trash' }, 409, 'rest_post_invalid_transition'],
      ['editor', { title: 'x', status: 'archived' }, 409, 'rest_post_invalid_transition'],
      ['editor', { title: 'x', status: 'future' }, 400, 'rest_invalid_param'],
      ['editor', { title: 'x', status: 'nonsense' }, 400, 'rest_invalid_param'],
      ['editor', { title: ' ', content: '' }, 400, 'empty_content'],
      ['editor', { title: 'x', categories: [999_999] }, 400, 'rest_invalid_param'],
      ['editor', { title: 'x', meta: { unknown: 1 } }, 400, 'rest_invalid_param'],
      ['editor', { title: ['x'] }, 400, 'rest_invalid_param'],
      ['editor', { title: 'x', date: '0999-12-31T00:00:00Z' }, 400, 'rest_invalid_param'],
      ['editor', { title: 'x', locale: '../..' }, 400, 'rest_invalid_param'],
      ['subscriber', { title: 'x', status: 'publish', author: 1 }, 403, 'rest_forbidden'],
    ])('%s, %j: returns %i %s', async (role, body, status, code) => {
      const answer = await content.call(role, 'POST', '/posts', body);
      if (code === null) expect(answer.status).toBe(status);
      else expectError(answer, status, code);
    });

    it('publishes a past date immediately and schedules a future one', async () => {
      const past = new Date(Date.now() - HOUR).toISOString();
      const ahead = new Date(Date.now() + HOUR).toISOString();
      expect(await post({ status: 'future', date: past })).toMatchObject({ status: 'publish', date: past });
      expect(await post({ status: 'publish', date_gmt: ahead })).toMatchObject({ status: 'future', date: ahead });
      expect(await post({ status: 'draft', date: ahead })).toMatchObject({ status: 'draft', date: ahead });
    });

    it('gives posts with the same name in one place different slugs', async () => {
      const slugs: string[] = [];
      for (let time = 0; time < 3; time += 1) slugs.push((await post({ title: 'Same name' })).slug);
      expect(slugs).toEqual(['same-name', 'same-name-2', 'same-name-3']);
      expect((await post({ slug: 'Same Name' })).slug).toBe('same-name-4');
      expect((await post({ title: 'Same name', locale: 'de' })).slug).toBe('same-name');
      expect((await page({ title: 'Same name' })).slug).toBe('same-name');
      expect((await post({ title: '!?' })).slug).toMatch(/^post(-\d+)?$/);
      const long = 'a'.repeat(1000);
      expect([...(await post({ title: long })).slug]).toHaveLength(191);
      expect([...(await post({ title: long })).slug]).toHaveLength(191);
    });

    it('assigns unique slugs to concurrent posts', async () => {
      const created = await Promise.all(Array.from({ length: 8 }, () => post({ title: 'At once' })));
      expect(new Set(created.map(({ slug }) => slug)).size).toBe(8);
    });

    it('assigns unique slugs within idempotency transactions, whose retries create nothing', async () => {
      const write = (key: number) =>
        content.call('author', 'POST', '/posts', { title: 'With a key' }, { 'Idempotency-Key': `with-a-key-${key}` });
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(write));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201));
      expect(new Set(answers.map(({ data }) => (data as PostData).slug)).size).toBe(6);
      expect((await write(1)).data).toEqual(answers[0]?.data);
    });
  });

  describe('HTML in posts', () => {
    const HOSTILE =
      '<p onclick="steal()">Text<script>steal()</script><img src=x onerror=steal()><a href="javascript:steal()">go</a></p>';

    it('is sanitized before storage when written by an author', async () => {
      const { id } = await content.create('/posts', { title: 'x', content: HOSTILE, content_format: 'html' }, 'author');
      const { data } = await get(`/posts/${id}?context=edit`, 'author');
      expect(JSON.stringify((data as PostData).content)).not.toMatch(/steal|script/i);
      expect((data as PostData).content.rendered).toContain('Text');
    });

    it('is stored unchanged for an editor', async () => {
      const { id } = await content.create('/posts', { title: 'x', content: HOSTILE, content_format: 'html' }, 'editor');
      expect(((await get(`/posts/${id}?context=edit`, 'editor')).data as PostData).content.raw).toBe(HOSTILE);
    });

    it.each(['markdown', 'blocks'])(
      'is sanitized when it is rendered in %s for every author',
      async (content_format) => {
        const { id } = await post({ content: HOSTILE, content_format });
        const { data } = await get(`/posts/${id}`);
        expect((data as PostData).content.rendered).not.toMatch(/steal|script/i);
      },
    );

    it('is sanitized when the format changes', async () => {
      const { id } = await content.create('/posts', { title: 'x', content: HOSTILE }, 'author');
      for (const role of ['author', 'editor'] as const) {
        await content.call('author', 'PUT', `/posts/${id}`, { content: HOSTILE, content_format: 'markdown' });
        expect((await content.call(role, 'PUT', `/posts/${id}`, { content_format: 'html' })).status).toBe(200);
        const { data } = await get(`/posts/${id}?context=edit`, 'editor');
        expect((data as PostData).content.rendered).not.toMatch(/steal|script/i);
      }
    });

    it('is escaped in titles and excerpts', async () => {
      const { id } = await post({ title: '<img src=x onerror=steal()>', excerpt: '<script>steal()</script>' });
      const { title, excerpt } = (await get(`/posts/${id}`)).data as PostData & { excerpt: { rendered: string } };
      expect(title.rendered + excerpt.rendered).not.toContain('<');
    });
  });

  describe('post update', () => {
    it.each(['PUT', 'PATCH', 'POST'])('changes only the sent fields with %s', async (method) => {
      const { id } = await post({ title: 'Before', content: 'Text' });
      const answer = await content.call('editor', method, `/posts/${id}`, { title: 'After' });
      expect(answer).toMatchObject({
        status: 200,
        headers: { ETag: expect.stringContaining(`p${id}-v2`) },
        data: { title: { raw: 'After' }, content: { raw: 'Text' }, slug: expect.stringMatching(/^before/), version: 2 },
      });
    });

    it('keeps the slug of a row inserted directly, or finds a free one', async () => {
      const row = { type: 'post', status: 'publish', title: 'Row', locale: 'en', authorId: 0 } as const;
      const [one, other] = await Promise.all([
        content.host.content.posts.create({ ...row, slug: 'By.Hand' }),
        content.host.content.posts.create({ ...row, slug: 'By.Hand' }),
      ]);
      const rename = (id: number) => content.call('editor', 'PUT', `/posts/${id}`, { title: 'Renamed' });
      expect((await rename(one.id)).data).toMatchObject({ slug: 'By.Hand' });
      expect((await rename(other.id)).data).toMatchObject({ slug: 'by-hand' });
    });

    it('creates no version when nothing changes', async () => {
      const { id } = await post({ title: 'Still' });
      expect((await content.call('editor', 'PUT', `/posts/${id}`, { title: 'Still' })).data).toMatchObject({
        version: 1,
      });
    });

    it.each(['posts', 'pages'])('creates no version of %s when what was read is sent back', async (base) => {
      const body = { title: 'A *b*', content: '**Bold**', excerpt: 'Short.', status: 'publish' };
      const { id } = (await content.call('editor', 'POST', `/${base}`, body)).data as { id: number };
      const { data } = await content.call('editor', 'GET', `/${base}/${id}`);
      expect(await content.call('editor', 'PUT', `/${base}/${id}`, data as object)).toMatchObject({
        status: 200,
        data: { version: 1, title: { raw: 'A *b*' }, content: { raw: '**Bold**' }, excerpt: { raw: 'Short.' } },
      });
    });

    it.each<[string, Record<string, string>, object, number]>([
      ['the version in If-Match', { 'If-Match': '"p{id}-v1-edit"' }, {}, 200],
      ['one of several tags', { 'If-Match': '"other", W/"p{id}-v1-view"' }, {}, 200],
      ['any version', { 'If-Match': '*' }, {}, 200],
      ['another version in If-Match', { 'If-Match': '"p{id}-v7-edit"' }, {}, 412],
      ['the tag of another post', { 'If-Match': '"p0-v1-edit"' }, {}, 412],
      ['the version in the body', {}, { version: 1 }, 200],
      ['another version in the body', {}, { version: 2 }, 412],
    ])('checks %s', async (_, headers, body, status) => {
      const { id } = await post();
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replace('{id}', `${id}`)]),
      );
      const answer = await content.call('editor', 'PUT', `/posts/${id}`, { title: 'New', ...body }, sent);
      if (status === 200) expect(answer.status).toBe(200);
      else expectError(answer, 412, 'rest_post_version_conflict');
    });

    it('returns 412 to one of two concurrent writers with the same version', async () => {
      const { id } = await post();
      const answers = await Promise.all(
        ['One', 'Two'].map((title) => content.call('editor', 'PUT', `/posts/${id}`, { title, version: 1 })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    });

    it('keeps all changes of concurrent writers without a condition', async () => {
      const { id } = await post();
      const members = [{ title: 'T' }, { content: 'C' }, { excerpt: 'E' }, { menu_order: 7 }];
      const answers = await Promise.all(members.map((body) => content.call('editor', 'PUT', `/posts/${id}`, body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await get(`/posts/${id}?context=edit`, 'editor')).data).toMatchObject({
        title: { raw: 'T' },
        content: { raw: 'C' },
        excerpt: { raw: 'E' },
        menu_order: 7,
        version: 5,
      });
    });

    it.each<[Role, Role, string, object, number, string | null]>([
      ['author', 'author', 'draft', { title: 'y' }, 200, null],
      ['author', 'author', 'publish', { title: 'y' }, 200, null],
      ['contributor', 'contributor', 'draft', { title: 'y' }, 200, null],
      ['contributor', 'contributor', 'draft', { status: 'publish' }, 403, 'rest_cannot_publish'],
      ['contributor', 'contributor', 'pending', { author: 1 }, 403, 'rest_cannot_edit_others'],
      ['administrator', 'author', 'publish', { title: 'y' }, 403, 'rest_forbidden'],
      ['administrator', 'author', 'draft', { title: 'y' }, 404, 'rest_post_invalid_id'],
      ['administrator', 'contributor', 'private', { title: 'y' }, 404, 'rest_post_invalid_id'],
      ['administrator', 'anonymous', 'publish', { title: 'y' }, 401, 'rest_forbidden'],
      ['administrator', 'editor', 'private', { title: 'y' }, 200, null],
      ['author', 'editor', 'draft', { status: 'archived' }, 409, 'rest_post_invalid_transition'],
    ])('checks a post of %s changed by %s, %s, %j: %i', async (writer, role, status, body, expected, code) => {
      const created = await content.create('/posts', { title: 'x', status }, writer);
      const answer = await content.call(role, 'PUT', `/posts/${created.id}`, body);
      if (code === null) expect(answer.status).toBe(expected);
      else expectError(answer, expected, code);
    });

    it('rejects changes and deletion of a published post by its contributor', async () => {
      const { id } = await content.create('/posts', { title: 'x', status: 'pending' }, 'contributor');
      await content.call('editor', 'PUT', `/posts/${id}`, { status: 'publish' });
      expectError(await content.call('contributor', 'PUT', `/posts/${id}`, { title: 'y' }), 403, 'rest_forbidden');
      expectError(await content.call('contributor', 'DELETE', `/posts/${id}`), 403, 'rest_forbidden');
    });

    it('returns 404 for a post under the route of another type', async () => {
      const { id } = await page();
      expectError(await get(`/posts/${id}`), 404, 'rest_post_invalid_id');
      expectError(
        await content.call('administrator', 'PUT', `/posts/${id}`, { title: 'x' }),
        404,
        'rest_post_invalid_id',
      );
      expectError(
        await content.call('administrator', 'DELETE', `/posts/${id}?force=true`),
        404,
        'rest_post_invalid_id',
      );
    });
  });

  describe('post deletion', () => {
    it('moves a post to the trash, returns 410 the second time and allows a restore', async () => {
      const { id, slug } = await post({ title: 'Trashed', status: 'private' });
      expect(await content.call('administrator', 'DELETE', `/posts/${id}`)).toMatchObject({
        status: 200,
        data: { id, status: 'trash' },
      });
      expectError(await get(`/posts/${id}`), 404, 'rest_post_invalid_id');
      expectError(await content.call('administrator', 'DELETE', `/posts/${id}`), 410, 'rest_already_trashed');
      // Its slug is free while it is in the trash.
      expect((await post({ title: 'Trashed' })).slug).toBe(slug);
      const back = await content.call('administrator', 'PUT', `/posts/${id}`, { status: 'private' });
      expect(back.data).toMatchObject({ status: 'private', slug: `${slug}-2` });
    });

    it('deletes permanently with force=true', async () => {
      const { id } = await post();
      expect(await content.call('administrator', 'DELETE', `/posts/${id}?force=true`)).toMatchObject({
        status: 200,
        data: { deleted: true, previous: { id, status: 'publish' } },
      });
      expectError(await get(`/posts/${id}`, 'administrator'), 404, 'rest_post_invalid_id');
      expectError(await content.call('administrator', 'DELETE', `/posts/${id}`), 404, 'rest_post_invalid_id');
    });

    it('is denied to users who may not delete the post', async () => {
      const { id } = await post();
      expectError(await content.call('author', 'DELETE', `/posts/${id}`), 403, 'rest_forbidden');
      expectError(await content.call('anonymous', 'DELETE', `/posts/${id}`), 401, 'rest_forbidden');
      const hidden = await post({ status: 'draft' });
      expectError(await content.call('author', 'DELETE', `/posts/${hidden.id}`), 404, 'rest_post_invalid_id');
    });

    it('moves the children of a page up to its parent', async () => {
      const top = await page({ title: 'Top' });
      const middle = await page({ title: 'Middle', parent: top.id });
      const below = await page({ title: 'Below', parent: middle.id });
      await page({ title: 'Below', parent: top.id });
      await content.call('administrator', 'DELETE', `/pages/${middle.id}?force=true`);
      expect((await get(`/pages/${below.id}`)).data).toMatchObject({ parent: top.id, slug: 'below-2' });
    });
  });

  describe('page hierarchy', () => {
    it('rejects cycles and parents that are not pages', async () => {
      const top = await page({ title: 'House' });
      const below = await page({ title: 'Room', parent: top.id });
      expect(below).toMatchObject({ parent: top.id });
      expectError(
        await content.call('editor', 'PUT', `/pages/${top.id}`, { parent: below.id }),
        400,
        'rest_invalid_param',
      );
      expectError(
        await content.call('editor', 'PUT', `/pages/${top.id}`, { parent: top.id }),
        400,
        'rest_invalid_param',
      );
      const other = await post();
      expectError(
        await content.call('editor', 'PUT', `/pages/${top.id}`, { parent: other.id }),
        400,
        'rest_invalid_param',
      );
      expectError(
        await content.call('editor', 'PUT', `/pages/${top.id}`, { parent: 999_999 }),
        400,
        'rest_invalid_param',
      );
      expect(idsOf(await get(`/pages?parent=${top.id}`))).toEqual([below.id]);
      expect((await get(`/pages/${below.id}?_embed=up`)).data).toMatchObject({ _embedded: { up: [{ id: top.id }] } });
    });

    it('rejects a cycle of two concurrent moves', async () => {
      const [one, other] = [await page(), await page()];
      const answers = await Promise.all([
        content.call('editor', 'PUT', `/pages/${one.id}`, { parent: other.id }),
        content.call('editor', 'PUT', `/pages/${other.id}`, { parent: one.id }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    });

    it('cannot be changed by authors', async () => {
      expectError(await content.call('author', 'POST', '/pages', { title: 'x' }), 403, 'rest_forbidden');
      const { id } = await page();
      expectError(await content.call('author', 'PUT', `/pages/${id}`, { title: 'x' }), 403, 'rest_forbidden');
    });

    it('hides a parent that the user may not read', async () => {
      const hidden = await page({ title: 'Plans', status: 'draft' });
      const below = await page({ title: 'Open', parent: hidden.id });
      expect((await get(`/pages/${below.id}`)).data).toMatchObject({ parent: 0 });
      expect((await get(`/pages/${below.id}`, 'editor')).data).toMatchObject({ parent: hidden.id });
      expect(idsOf(await get(`/pages?parent=${hidden.id}`))).toEqual([]);
      expect(idsOf(await get(`/pages?parent=${hidden.id}`, 'editor'))).toEqual([below.id]);
      expect(idsOf(await get(`/pages?parent_exclude=${hidden.id}&include=${below.id}`))).toEqual([below.id]);
    });
  });

  describe('post lists', () => {
    it('are paginated without gaps or duplicates in every order', async () => {
      const category = await content.create('/categories', { name: 'Paged' });
      const postIds: number[] = [];
      for (let index = 0; index < 7; index += 1) {
        postIds.push(
          (await post({ title: `Page ${(index * 5) % 7}`, categories: [category.id], menu_order: index % 3 })).id,
        );
      }
      for (const orderby of [
        'date',
        'modified',
        'id',
        'title',
        'slug',
        'author',
        'menu_order',
        'relevance',
        'include',
      ]) {
        for (const order of ['asc', 'desc']) {
          const seen: number[] = [];
          for (const number of [1, 2, 3]) {
            const query = `categories=${category.id}&orderby=${orderby}&order=${order}&per_page=3&page=${number}&search=page`;
            const answer = await get(`/posts?${query}&include=${postIds}`);
            expect(answer.headers).toMatchObject({ 'X-CMS-Total': '7', 'X-CMS-TotalPages': '3' });
            seen.push(...idsOf(answer));
          }
          expect(seen.toSorted((a, b) => a - b)).toEqual(postIds);
        }
      }
      expectError(await get(`/posts?categories=${category.id}&page=2`), 400, 'rest_post_invalid_page_number');
    });

    it('support every filter', async () => {
      const category = await content.create('/categories', { name: 'Filtered' });
      const tag = await content.create('/tags', { name: 'Sieve' });
      const old = await post({ title: 'Old soup', categories: [category.id], date: '2001-02-03T00:00:00Z' });
      const young = await post(
        { title: 'New Soup', categories: [category.id], tags: [tag.id], slug: 'young' },
        'editor',
      );
      const cake = await post({ title: 'Cake', content: 'with soup', categories: [category.id], locale: 'de' });
      const list = async (query: string) =>
        idsOf(await get(`/posts?orderby=id&order=asc&categories=${category.id}&${query}`));
      expect(await list('')).toEqual([old.id, young.id, cake.id]);
      expect(await list('search=soup')).toEqual([old.id, young.id, cake.id]);
      expect(await list('search=new%20soup')).toEqual([young.id]);
      expect(await list('search=%25')).toEqual([]);
      expect(await list(`tags=${tag.id}`)).toEqual([young.id]);
      expect(await list(`tags_exclude=${tag.id}`)).toEqual([old.id, cake.id]);
      expect(await list('slug=young,cake')).toEqual([young.id, cake.id]);
      expect(await list('locale=DE')).toEqual([cake.id]);
      expect(await list(`include=${old.id},${cake.id}`)).toEqual([old.id, cake.id]);
      expect(await list(`exclude=${old.id},${cake.id}`)).toEqual([young.id]);
      expect(await list(`author=${content.users.editor.id}`)).toEqual([young.id]);
      expect(await list(`author_exclude=${content.users.editor.id}`)).toEqual([old.id, cake.id]);
      expect(await list('before=2001-02-04T00:00:00Z')).toEqual([old.id]);
      expect(await list('after=2001-02-04T00:00:00Z')).toEqual([young.id, cake.id]);
      expect(await list('before=2001-02-03T00:00:01')).toEqual([old.id]);
      expect(await list('before=2001-02-03T00:00:00&modified_after=2001-02-04T00:00')).toEqual([]);
      for (const time of ['2027-02-30T00:00:00', '2027-01-01T25:00:00', '9999-12-31T23:00:00', '2027-01-01']) {
        expectError(await get(`/posts?before=${time}`), 400, 'rest_invalid_param');
      }
      expect(await list('modified_before=2001-02-04T00:00:00Z')).toEqual([]);
      expect(await list('modified_after=2001-02-04T00:00:00Z')).toEqual([old.id, young.id, cake.id]);
      expect(idsOf(await get(`/posts?include=${cake.id},${old.id}&orderby=include&order=asc`))).toEqual([
        cake.id,
        old.id,
      ]);
      expect(idsOf(await get(`/posts?categories=${category.id}&search=soup&orderby=relevance`))).toEqual([
        young.id,
        old.id,
        cake.id,
      ]);
    });

    it.each<[Role, string, number, string | null]>([
      ['anonymous', 'draft', 401, 'rest_forbidden_status'],
      ['anonymous', 'private', 401, 'rest_forbidden_status'],
      ['anonymous', 'archived', 401, 'rest_forbidden_status'],
      ['anonymous', 'any', 401, 'rest_forbidden_status'],
      ['subscriber', 'publish,draft', 403, 'rest_forbidden_status'],
      ['contributor', 'draft', 200, null],
      ['editor', 'any', 200, null],
      ['editor', 'trash', 200, null],
      ['anonymous', 'publish', 200, null],
      ['anonymous', 'nonsense', 400, 'rest_invalid_param'],
    ])('respond to %s, status=%s: %i', async (role, status, expected, code) => {
      const answer = await get(`/posts?status=${status}`, role);
      if (code === null) expect(answer.status).toBe(expected);
      else expectError(answer, expected, code);
    });

    it('show authors their own drafts and editors all drafts', async () => {
      const own = await post({ title: 'Own draft', status: 'draft' }, 'author');
      const other = await post({ title: 'Other draft', status: 'draft' });
      const list = async (role: Role) => idsOf(await get(`/posts?status=draft&include=${own.id},${other.id}`, role));
      expect(await list('author')).toEqual([own.id]);
      expect((await list('editor')).toSorted()).toEqual([own.id, other.id].toSorted());
      expect(await list('contributor')).toEqual([]);
    });

    it('omit archived posts, which stay readable by ID', async () => {
      const { id } = await post({ title: 'Attic' });
      await content.call('editor', 'PUT', `/posts/${id}`, { status: 'archived' });
      expect((await get(`/posts/${id}`)).status).toBe(200);
      expect(idsOf(await get(`/posts?include=${id}`))).toEqual([]);
    });

    it('return only the requested fields', async () => {
      const { id } = await post();
      expect((await get(`/posts?include=${id}&_fields=id,title.rendered`)).data).toEqual([
        { id, title: { rendered: 'A post' } },
      ]);
    });
  });

  it('checks for due posts every 30 seconds', async () => {
    expect(await content.host.schedules.list()).toContainEqual(
      expect.objectContaining({ name: 'core_publish_due_posts', owner: 'core', when: '30000' }),
    );
  });

  it('publishes a scheduled post once when it is due, and fires the status hooks', async () => {
    const heard: string[] = [];
    content.host.hooks.addAction('transition_post_status', (to, from, { id }) => {
      heard.push(`${id}: ${from} -> ${to}`);
    });
    const ahead = new Date(Date.now() + HOUR);
    const { id } = await post({ status: 'future', date: ahead.toISOString() });
    const { publishing } = content.host.content;
    expect(await publishing.publishDue()).toEqual([]);
    expectError(await get(`/posts/${id}`), 404, 'rest_post_invalid_id');
    const later = new Date(ahead.getTime() + 1000);
    const rounds = await Promise.all([publishing.publishDue(later), publishing.publishDue(later)]);
    expect(rounds.flat().filter((each) => each === id)).toEqual([id]);
    expect((await get(`/posts/${id}`)).data).toMatchObject({ status: 'publish', date: ahead.toISOString() });
    expect(heard.filter((line) => line.startsWith(`${id}:`))).toEqual([
      `${id}: new -> future`,
      `${id}: future -> publish`,
    ]);
  });
});
