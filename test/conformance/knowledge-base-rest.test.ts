import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type HttpClient, httpClient } from './http-client.js';
import { type KbAnswer, type KbHost, openKbHost, ROLES, type Role } from './knowledge-base-host.js';

/** ISO 8601 in UTC, to the millisecond. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(dialects)('knowledge base over REST on $name', (dialect) => {
  let kb: KbHost;
  let send: HttpClient;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    send = httpClient(await kb.host.listen());
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);

  function expectError(answer: KbAnswer, status: number, code: string): void {
    expect({ status: answer.status, data: answer.data }).toMatchObject({ status, data: { code, data: { status } } });
  }

  /** Several results of one kind, side by side. */
  const idsOf = (answer: KbAnswer): number[] => {
    expect(answer).toMatchObject({ status: 200, data: expect.any(Array) });
    return (answer.data as { id: number }[]).map(({ id }) => id);
  };

  describe('GET /articles', () => {
    it('answers a plain list with totals, links and the members of an article', async () => {
      const category = await kb.category({ name: 'Shapes' });
      const id = await kb.article({
        title: 'Fish & <Chips>',
        content: '## Top\n\nSome *text*.\n\n### Below\n',
        categories: [category],
        tags: ['Fried', 'fast'],
        meta: { source: 'kitchen' },
      });
      const answer = await get(`/articles?include=${id}`);
      expect(answer.headers).toMatchObject({ 'X-CMS-Total': '1', 'X-CMS-TotalPages': '1' });
      expect(answer.data).toEqual([
        {
          id,
          slug: 'fish-chips',
          path: 'shapes/fish-chips',
          link: 'http://localhost:8080/kb/shapes/fish-chips',
          status: 'publish',
          title: { rendered: expect.stringMatching(/^Fish &(amp|#38); &(lt|#60);Chips&(gt|#62);$/) },
          content: {
            rendered: expect.stringContaining('<em>text</em>'),
            format: 'markdown',
            protected: false,
          },
          excerpt: { rendered: expect.stringContaining('Some text.') },
          author: kb.users.administrator.id,
          categories: [category],
          tags: ['Fried', 'fast'],
          order: 0,
          locale: 'en',
          translations: expect.any(Object),
          version: 1,
          date: expect.stringMatching(MOMENT),
          modified: expect.stringMatching(MOMENT),
          published_at: expect.stringMatching(MOMENT),
          word_count: 4,
          reading_time: 1,
          toc: [
            { id: expect.any(String), level: 2, text: 'Top' },
            { id: expect.any(String), level: 3, text: 'Below' },
          ],
          redirects: [],
          sticky: false,
          meta: {},
          _links: {
            self: [{ href: `http://localhost:8080/api/vendor-kb/v1/articles/${id}` }],
            collection: [{ href: 'http://localhost:8080/api/vendor-kb/v1/articles' }],
            category: [{ href: `http://localhost:8080/api/vendor-kb/v1/categories/${category}`, embeddable: true }],
          },
        },
      ]);
    });

    it('shows sources and meta with context=edit, to those who edit', async () => {
      const id = await kb.article({ content: '*source*', excerpt: 'By *hand*', meta: { source: 'kitchen' } });
      const edited = await get(`/articles?include=${id}&context=edit`, 'editor');
      expect(edited.data).toMatchObject([
        {
          title: { raw: expect.any(String) },
          content: { raw: '*source*' },
          excerpt: { raw: 'By *hand*' },
          meta: { source: 'kitchen' },
        },
      ]);
      expect((await get(`/articles?include=${id}&context=edit`, 'subscriber')).status).toBe(403);
      expect((await get(`/articles?include=${id}&context=edit`)).status).toBe(401);
    });

    it('pages through everything once, whatever the order', async () => {
      const category = await kb.category();
      const made: number[] = [];
      for (let index = 0; index < 7; index += 1) {
        made.push(await kb.article({ title: `Page ${(index * 5) % 7}`, categories: [category], order: index % 3 }));
      }
      for (const orderby of ['date', 'modified', 'title', 'order']) {
        for (const order of ['asc', 'desc']) {
          const seen: number[] = [];
          for (const page of [1, 2, 3]) {
            seen.push(
              ...idsOf(
                await get(`/articles?category=${category}&orderby=${orderby}&order=${order}&per_page=3&page=${page}`),
              ),
            );
          }
          expect([...seen].sort((a, b) => a - b)).toEqual(made);
        }
      }
    });

    it('sends the totals and the way on in headers', async () => {
      const category = await kb.category();
      for (let index = 0; index < 5; index += 1) await kb.article({ categories: [category] });
      const { headers } = await send('GET', `/api/vendor-kb/v1/articles?category=${category}&per_page=2&page=2`);
      expect(headers).toMatchObject({ 'x-cms-total': '5', 'x-cms-totalpages': '3' });
      for (const rel of ['first', 'prev', 'next', 'last']) expect(headers.link).toContain(`rel="${rel}"`);
      expect(headers.link).toContain(`category=${category}&per_page=2&page=3>; rel="next"`);
    });

    it('refuses a page past the end, and shows the empty first page of an empty list', async () => {
      const category = await kb.category();
      expect(await get(`/articles?category=${category}`)).toMatchObject({
        status: 200,
        data: [],
        headers: { 'X-CMS-Total': '0', 'X-CMS-TotalPages': '0' },
      });
      expectError(await get(`/articles?category=${category}&page=2`), 400, 'vendor_kb_invalid_page');
    });

    it('filters by category id, slug, several of them, and what is below', async () => {
      const [top, other] = [await kb.category({ slug: `top-${dialect.name}` }), await kb.category()];
      const below = await kb.category({ parent: top });
      const [inTop, inBelow, inOther] = [
        await kb.article({ categories: [top] }),
        await kb.article({ categories: [below] }),
        await kb.article({ categories: [other, top] }),
      ];
      const list = async (query: string) => idsOf(await get(`/articles?orderby=date&order=asc&${query}`));
      expect(await list(`category=${top}`)).toEqual([inTop, inOther]);
      expect(await list(`category=top-${dialect.name}`)).toEqual([inTop, inOther]);
      expect(await list(`category=${top}&subtree=true`)).toEqual([inTop, inBelow, inOther]);
      expect(await list(`category=${below},${other}`)).toEqual([inBelow, inOther]);
      expect(await list(`category=${top}&category__not_in=${other}`)).toEqual([inTop]);
      expect(await list('category=no-such-category')).toEqual([]);
      expect(await list('category=99999999')).toEqual([]);
    });

    it('filters by tag without regard to case, author, locale, sticky, include, exclude and search', async () => {
      const category = await kb.category();
      const german = await kb.category({ locale: 'de' });
      const plain = await kb.article({ categories: [category], title: 'Plain ox', content: 'nothing else' });
      const tagged = await kb.article({ categories: [category], tags: ['ÄRGER', 'b'] });
      const authored = await kb.article({ categories: [category] }, 'author');
      const sticky = await kb.article({ categories: [category], sticky: true });
      const foreign = await kb.article({ categories: [german], locale: 'de' });
      const list = async (query: string) => idsOf(await get(`/articles?category=${category}&order=asc&${query}`));
      expect(await list(`tag=${encodeURIComponent('ärger')}`)).toEqual([tagged]);
      expect(await list('tag=b')).toEqual([tagged]);
      expect(await list('tag=no-such-tag')).toEqual([]);
      expect(await list(`author=${kb.users.author.id}`)).toEqual([authored]);
      expect(await list('sticky=true')).toEqual([sticky]);
      expect(await list('sticky=0')).toEqual([plain, tagged, authored]);
      expect(await list(`exclude=${plain},${tagged}`)).toEqual([authored, sticky]);
      expect(await list(`include=${plain},${foreign}`)).toEqual([plain]);
      expect(await list('include=')).toEqual([]);
      expect(await list('search=plain%20OX')).toEqual([plain]);
      expect(await list('search=ELSE')).toEqual([plain]);
      expect(idsOf(await get(`/articles?locale=DE&include=${foreign},${plain}`))).toEqual([foreign]);
    });

    it('filters by date', async () => {
      const category = await kb.category();
      const id = await kb.article({ categories: [category] });
      const hour = (offset: number) => encodeURIComponent(new Date(Date.now() + offset * 3_600_000).toISOString());
      const list = async (query: string) => idsOf(await get(`/articles?category=${category}&${query}`));
      expect(await list(`after=${hour(-1)}&before=${hour(1)}`)).toEqual([id]);
      expect(await list(`after=${hour(1)}`)).toEqual([]);
      expect(await list(`before=${hour(-1)}`)).toEqual([]);
      expect(await list(`modified_after=${hour(-1)}`)).toEqual([id]);
      expect(await list(`modified_after=${hour(1)}`)).toEqual([]);
      expectError(await get('/articles?after=yesterday'), 400, 'rest_invalid_param');
    });

    it('moves by offset instead of page', async () => {
      const category = await kb.category();
      const made = [];
      for (let index = 0; index < 4; index += 1) made.push(await kb.article({ categories: [category] }));
      const list = async (query: string) => idsOf(await get(`/articles?category=${category}&order=asc&${query}`));
      expect(await list('offset=1&per_page=2')).toEqual(made.slice(1, 3));
      expect(await list('offset=4')).toEqual([]);
      const { headers } = await get(`/articles?include=${made.join()}&offset=1&per_page=2`);
      expect(headers.Link).toMatch(/[?&]offset=3(?:&[^>]*)?>; rel="next"/);
      expect(headers.Link).toMatch(/[?&]offset=0(?:&[^>]*)?>; rel="prev"/);
      expect(headers.Link).not.toContain('page=2&offset');
    });

    it('embeds the categories of an article and the parent of a category', async () => {
      const parent = await kb.category({ name: 'Embedding' });
      const category = await kb.category({ name: 'Embedded', parent });
      const id = await kb.article({ title: 'With its categories', categories: [category] });
      expect((await get(`/articles/${id}?_embed&_fields=id,_embedded.category.name`)).data).toEqual({
        id,
        _embedded: { category: [{ name: 'Embedded' }] },
      });
      expect((await get(`/categories/${category}?_embed=up`)).data).toMatchObject({
        _embedded: { up: [{ id: parent }] },
      });
      expect((await get(`/articles/${id}?context=embed`)).data).toMatchObject({ id, content: { format: 'markdown' } });
    });

    it('changes several articles in one batch, or none', async () => {
      const one = await kb.article({ title: 'One' });
      const two = await kb.article({ title: 'Two' });
      const requests = [
        { method: 'PUT', path: `/vendor-kb/v1/articles/${one}`, body: { title: 'One changed' } },
        { method: 'PUT', path: `/vendor-kb/v1/articles/${two}`, body: { title: 7 } },
      ];
      const as = kb.users.administrator.id;
      const batch = (validation: string) =>
        kb.host.request('POST', '/batch/v1', { as, body: { validation, requests } });
      expect((await batch('require-all-validate')).data).toMatchObject({
        failed: 'validation',
        responses: [null, { status: 400 }],
      });
      expect((await get(`/articles/${one}`)).data).toMatchObject({ title: { rendered: 'One' } });
      expect((await batch('normal')).data).toMatchObject({ responses: [{ status: 200 }, { status: 400 }] });
      expect((await get(`/articles/${one}`)).data).toMatchObject({ title: { rendered: 'One changed' } });
    });

    it('selects fields, of lists as of single articles', async () => {
      const id = await kb.article({ title: 'Fields' });
      expect((await get(`/articles?include=${id}&_fields=id,title.rendered`)).data).toEqual([
        { id, title: { rendered: 'Fields' } },
      ]);
      expect((await get(`/articles/${id}?_fields=slug`)).data).toEqual({ slug: 'fields' });
    });

    it('lists and counts what is published, unless somebody who writes asks for more', async () => {
      const category = await kb.category();
      const published = await kb.article({ categories: [category] });
      const draft = await kb.article({ categories: [category], status: 'draft' });
      const archived = await kb.article({ categories: [category] });
      await kb.call('administrator', 'PUT', `/articles/${archived}`, { status: 'archived' });
      const list = `/articles?category=${category}&order=asc`;
      for (const role of ROLES) {
        const answer = await get(list, role);
        expect([role, idsOf(answer), answer.headers['X-CMS-Total']]).toEqual([role, [published], '1']);
      }
      expect(idsOf(await get(`${list}&status=draft,publish`, 'editor'))).toEqual([published, draft]);
      expect(idsOf(await get(`${list}&status=archived`, 'editor'))).toEqual([archived]);
      for (const status of ['draft', 'pending', 'archived', 'trash', 'publish,draft']) {
        expect([status, (await get(`${list}&status=${status}`)).status]).toEqual([status, 401]);
        expect([status, (await get(`${list}&status=${status}`, 'subscriber')).status]).toEqual([status, 403]);
      }
    });

    it.each(['author', 'contributor'] as const)('shows the %s no unpublished articles but their own', async (role) => {
      const category = await kb.category();
      const foreign = await kb.article({ categories: [category], status: 'draft' });
      const own = await kb.article({ categories: [category], status: 'draft' }, role);
      const list = async (query: string) => {
        const answer = await get(`/articles?category=${category}&status=draft${query}`, role);
        return [idsOf(answer), answer.headers['X-CMS-Total']];
      };
      expect(await list('')).toEqual([[own], '1']);
      expect(await list(`&author=${kb.users.administrator.id}`)).toEqual([[], '0']);
      expect(await list(`&include=${foreign}`)).toEqual([[], '0']);
      expect(await list(`&author=${kb.users[role].id}`)).toEqual([[own], '1']);
    });

    it.each([
      'page=0',
      'per_page=0',
      'per_page=101',
      'offset=-1',
      'order=up',
      'orderby=password',
      'status=secret',
      'context=all',
      'sticky=maybe',
      'author=me',
      `search=${'x'.repeat(201)}`,
    ])('refuses %s', async (query) => {
      expectError(await get(`/articles?${query}`), 400, 'rest_invalid_param');
    });
  });

  describe('GET /articles/{id}', () => {
    it('reads by id and by address', async () => {
      const category = await kb.category({ slug: `by-${dialect.name}` });
      const id = await kb.article({ slug: 'by-address', categories: [category] });
      const byId = await get(`/articles/${id}`);
      expect(byId).toMatchObject({ status: 200, data: { id } });
      expect((await get(`/articles/slug:by-${dialect.name}%2Fby-address`)).data).toEqual(byId.data);
      expectError(await get(`/articles/slug:by-${dialect.name}%2Fother`), 404, 'vendor_kb_article_not_found');
      expectError(await get('/articles/slug:by-address'), 404, 'vendor_kb_article_not_found');
    });

    it('has an ETag, and answers 304 to who has this version', async () => {
      const id = await kb.article();
      const path = `/api/vendor-kb/v1/articles/${id}`;
      const first = await send('GET', path);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(new RegExp(`^"a${id}-v1-`));
      const again = await send('GET', path, { headers: { 'If-None-Match': etag } });
      expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
        status: 304,
        text: '',
        etag,
      });
      expect((await send('GET', path, { headers: { 'If-None-Match': `"x", W/${etag}` } })).status).toBe(304);
      await kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'Changed' });
      expect((await send('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(200);
    });

    it('has another ETag when its category moves or a translation comes, which are no versions of it', async () => {
      const category = await kb.category({ slug: `before-${dialect.name}` });
      const id = await kb.article({ categories: [category] });
      const path = `/api/vendor-kb/v1/articles/${id}`;
      const fresh = async (etag: string) => send('GET', path, { headers: { 'If-None-Match': etag } });
      const etag = String((await send('GET', path)).headers.etag);
      expect((await fresh(etag)).status).toBe(304);
      await kb.call('administrator', 'PUT', `/categories/${category}`, { slug: `after-${dialect.name}` });
      const moved = await fresh(etag);
      expect(moved.status).toBe(200);
      expect(JSON.parse(moved.text).path).toMatch(new RegExp(`^after-${dialect.name}/`));
      // It is the same version still: whoever changes it has not missed anything of it.
      const change = await kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'T' }, { 'if-match': etag });
      expect(change.status).toBe(200);
    });

    it('does not say that an unpublished article exists', async () => {
      const id = await kb.article({ status: 'draft' });
      for (const role of ['anonymous', 'subscriber', 'contributor', 'author'] as const) {
        expectError(await get(`/articles/${id}`, role), 404, 'vendor_kb_article_not_found');
      }
      expect((await get(`/articles/${id}`, 'editor')).status).toBe(200);
      const unknown = await get('/articles/99999999');
      const hidden = await get(`/articles/${id}`);
      const shape = ({ data }: KbAnswer) =>
        JSON.stringify(data)
          .replace(/\d+/g, '0')
          .replace(/"request_id":"[^"]*"/, '');
      expect(shape(hidden)).toBe(shape(unknown));
    });

    it('keeps an archived article at its address', async () => {
      const id = await kb.article();
      await kb.call('administrator', 'PUT', `/articles/${id}`, { status: 'archived' });
      expect(await get(`/articles/${id}`)).toMatchObject({ status: 200, data: { status: 'archived' } });
    });
  });

  describe('POST /articles', () => {
    it('creates a draft, says where, and shows it with its sources', async () => {
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

    it('makes slugs of titles, each its own', async () => {
      const slugs = [];
      for (let index = 0; index < 3; index += 1) {
        const { data } = await kb.call('editor', 'POST', '/articles', { title: 'Größe & Maß' });
        slugs.push((data as { slug: string }).slug);
      }
      expect(slugs).toEqual(['größe-maß', 'größe-maß-2', 'größe-maß-3']);
    });

    it('lets what is published without the right to publish wait for review, and says so', async () => {
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
    ])('refuses %s', async (_, body, code) => {
      const answer = await kb.call('administrator', 'POST', '/articles', body);
      expectError(answer, 400, code);
      expect(answer.data).toMatchObject({ data: { params: expect.anything() } });
    });

    it('refuses a category of another locale', async () => {
      const german = await kb.category({ locale: 'de' });
      const answer = await kb.call('administrator', 'POST', '/articles', { title: 'x', categories: [german] });
      expectError(answer, 400, 'vendor_kb_invalid_param');
    });

    it('refuses a slug that is taken, in the same place only', async () => {
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

    it('writes titles of 200 characters of any script', async () => {
      const title = '🐙'.repeat(200);
      const answer = await kb.call('editor', 'POST', '/articles', { title });
      expect(answer).toMatchObject({
        status: 201,
        data: { title: { raw: title }, slug: expect.stringMatching(/^.+$/) },
      });
    });
  });

  describe('PUT /articles/{id}', () => {
    it('changes what is sent and nothing else, and counts versions', async () => {
      const id = await kb.article({ content: 'first', tags: ['a'], meta: { kept: 1 } });
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'second', meta: { added: 2 } });
      expect(answer).toMatchObject({
        status: 200,
        headers: { ETag: expect.stringMatching(new RegExp(`^"a${id}-v2-`)) },
        data: { version: 2, content: { raw: 'second' }, tags: ['a'], meta: { kept: 1, added: 2 }, status: 'publish' },
      });
      expect((await kb.call('editor', 'PATCH', `/articles/${id}`, { sticky: true })).data).toMatchObject({
        version: 3,
        sticky: true,
      });
    });

    it('a save that changes nothing makes no version', async () => {
      const id = await kb.article({ content: 'same' });
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'same' });
      expect(answer).toMatchObject({ status: 200, data: { version: 1 } });
    });

    it('refuses a change to a version that is no longer there, and tells about the one that is', async () => {
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
    ])('If-Match with %s', async (_, header, status) => {
      const id = await kb.article();
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { title: 'New' }, { 'if-match': header(id) });
      expect(answer.status).toBe(status);
      expect((await get(`/articles/${id}`)).data).toMatchObject({ version: status === 200 ? 2 : 1 });
    });

    it('moves to another category and leaves a way from the old address', async () => {
      const [from, to] = [await kb.category(), await kb.category()];
      const id = await kb.article({ slug: 'mover', categories: [from] });
      const { path } = (await get(`/articles/${id}`)).data as { path: string };
      const moved = await kb.call('editor', 'PUT', `/articles/${id}`, { categories: [to] });
      expect(moved.data).toMatchObject({ categories: [to], redirects: [path] });
      const page = await send('GET', `/kb/${path}`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toContain('/mover');
      expect((await send('GET', String(page.headers.location).replace('http://localhost:8080', ''))).status).toBe(200);
    });

    it('refuses unknown members and an unknown article', async () => {
      const id = await kb.article();
      expectError(await kb.call('editor', 'PUT', `/articles/${id}`, { colour: 'red' }), 400, 'rest_invalid_param');
      expectError(
        await kb.call('editor', 'PUT', '/articles/99999999', { title: 'x' }),
        404,
        'vendor_kb_article_not_found',
      );
      expect((await kb.call('anonymous', 'PUT', '/articles/99999999', { title: 'x' })).status).toBe(401);
    });

    it('an id in the body does not lead to another article', async () => {
      const [mine, theirs] = [await kb.article({}, 'author'), await kb.article({ title: 'Theirs' })];
      const answer = await kb.call('author', 'PUT', `/articles/${mine}`, { id: theirs, title: 'Mine' });
      expect(answer.status === 400 || (answer.data as { id: number }).id === mine).toBe(true);
      expect((await get(`/articles/${theirs}`)).data).toMatchObject({ title: { rendered: 'Theirs' }, version: 1 });
    });
  });

  describe('states', () => {
    const TRANSITIONS: Record<string, Record<string, boolean>> = {
      draft: { draft: true, pending: true, publish: true, archived: false, trash: true },
      pending: { draft: true, pending: true, publish: true, archived: false, trash: true },
      publish: { draft: true, pending: false, publish: true, archived: true, trash: true },
      archived: { draft: false, pending: false, publish: true, archived: true, trash: true },
    };
    const CASES = Object.entries(TRANSITIONS).flatMap(([from, targets]) =>
      Object.entries(targets).map(([to, allowed]): [string, string, boolean] => [from, to, allowed]),
    );

    async function inState(status: string): Promise<number> {
      if (status !== 'archived') return kb.article({ status });
      const id = await kb.article();
      await kb.call('administrator', 'PUT', `/articles/${id}`, { status });
      return id;
    }

    it.each(CASES)('from %s to %s: %s', async (from, to, allowed) => {
      const id = await inState(from);
      const answer = await kb.call('administrator', 'PUT', `/articles/${id}`, { status: to });
      if (allowed) expect(answer).toMatchObject({ status: 200, data: { status: to } });
      else {
        expectError(answer, 409, 'vendor_kb_invalid_transition');
        const possible = Object.keys(TRANSITIONS[from] ?? {}).filter((state) => state !== from);
        const expected = possible.filter((state) => TRANSITIONS[from]?.[state]);
        const { allowed: told } = (answer.data as { data: { details: { allowed: string[] } } }).data.details;
        expect([...told].sort()).toEqual(expected.sort());
      }
    });

    it.each(['draft', 'pending', 'publish', 'archived'])(
      'goes from the trash back to %s and nowhere else',
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

    it('the first publication sets its date, later ones keep it', async () => {
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
    it('moves to the trash, from where it can be fetched back, and frees its address', async () => {
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

    it('an article whose address was taken meanwhile says so when it comes back', async () => {
      const category = await kb.category();
      const id = await kb.article({ slug: 'twice', categories: [category] });
      await kb.call('editor', 'DELETE', `/articles/${id}`);
      await kb.article({ slug: 'twice', categories: [category] });
      const answer = await kb.call('editor', 'PUT', `/articles/${id}`, { status: 'publish' });
      expectError(answer, 409, 'vendor_kb_slug_taken');
      const renamed = await kb.call('editor', 'PUT', `/articles/${id}`, { status: 'publish', slug: 'twice-again' });
      expect(renamed).toMatchObject({ status: 200, data: { slug: 'twice-again', status: 'publish' } });
    });

    it('with force deletes for good, from the trash as well', async () => {
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

  describe('categories', () => {
    it('a category has its members, and single and listed ones are the same', async () => {
      const parent = await kb.category({ name: `Parent of ${dialect.name}` });
      const answer = await kb.call('kb_manager', 'POST', '/categories', {
        name: 'Tom & <Jerry>',
        description: 'Two *animals*',
        parent,
        order: 3,
        icon: 'mouse',
      });
      const { id } = answer.data as { id: number };
      const url = 'http://localhost:8080/api/vendor-kb/v1/categories';
      expect(answer).toMatchObject({ status: 201, headers: { Location: `${url}/${id}` } });
      expect(answer.data).toEqual({
        id,
        slug: 'tom-jerry',
        path: `parent-of-${dialect.name}/tom-jerry`,
        name: 'Tom & <Jerry>',
        description: { raw: 'Two *animals*', rendered: expect.stringContaining('<em>animals</em>') },
        parent,
        order: 3,
        icon: 'mouse',
        count: 0,
        depth: 2,
        locale: 'en',
        link: `http://localhost:8080/kb/parent-of-${dialect.name}/tom-jerry`,
        _links: {
          self: [{ href: `${url}/${id}` }],
          collection: [{ href: url }],
          articles: [{ href: `${url}/${id}/articles` }],
          up: [{ href: `${url}/${parent}`, embeddable: true }],
        },
      });
      expect((await get(`/categories/${id}`)).data).toEqual(answer.data);
      expect((await get(`/categories?include=${id}`)).data).toEqual([answer.data]);
    });

    it('lists by parent, as a tree, without empty ones, by name, order and count, page by page', async () => {
      const top = await kb.category();
      const [b, a, c] = [
        await kb.category({ name: 'b', parent: top, order: 1 }),
        await kb.category({ name: 'a', parent: top, order: 2 }),
        await kb.category({ name: 'c', parent: top, order: 0 }),
      ];
      const leaf = await kb.category({ name: 'leaf', parent: a });
      await kb.article({ categories: [leaf] });
      await kb.article({ categories: [b] });
      await kb.article({ categories: [b], status: 'draft' });
      const list = async (query: string) => idsOf(await get(`/categories?parent=${top}&${query}`));
      expect(await list('')).toEqual([c, b, a]);
      expect(await list('order=desc')).toEqual([a, b, c]);
      expect(await list('orderby=name')).toEqual([a, b, c]);
      expect((await list('orderby=count&order=desc'))[0]).toBe(b);
      expect(await list('hide_empty=true')).toEqual([b, a]);
      expect(await list('per_page=2&page=2')).toEqual([a]);
      expect(await list(`exclude=${b}`)).toEqual([c, a]);
      expect(await list('search=B')).toEqual([b]);
      const tree = await get(`/categories?tree=true&parent=${top}`);
      expect(tree.data).toMatchObject([
        { id: c, children: [] },
        { id: b, count: 1 },
        { id: a, children: [{ id: leaf, count: 1 }] },
      ]);
      expect(tree.headers).toMatchObject({ 'X-CMS-Total': '3', 'X-CMS-TotalPages': '1' });
      expectError(await get(`/categories?parent=${top}&page=9`), 400, 'vendor_kb_invalid_page');
    });

    it('lists its articles, with those below when asked', async () => {
      const top = await kb.category();
      const below = await kb.category({ parent: top });
      const [second, first] = [
        await kb.article({ categories: [top], order: 2 }),
        await kb.article({ categories: [top], order: 1 }),
      ];
      const deep = await kb.article({ categories: [below], order: 3 });
      await kb.article({ categories: [top], status: 'draft' });
      expect(idsOf(await get(`/categories/${top}/articles`))).toEqual([first, second]);
      expect(idsOf(await get(`/categories/${top}/articles?subtree=true`))).toEqual([first, second, deep]);
      const page = await get(`/categories/${top}/articles?per_page=1&page=2`);
      expect(idsOf(page)).toEqual([second]);
      expect(page.headers).toMatchObject({ 'X-CMS-Total': '2', 'X-CMS-TotalPages': '2' });
      expectError(await get('/categories/99999999/articles'), 404, 'vendor_kb_category_not_found');
      expectError(await get(`/categories/${top}/articles?page=3`), 400, 'vendor_kb_invalid_page');
    });

    it('counts follow what happens to articles', async () => {
      const id = await kb.category();
      const count = async () => ((await get(`/categories/${id}`)).data as { count: number }).count;
      expect(await count()).toBe(0);
      const article = await kb.article({ categories: [id] });
      expect(await count()).toBe(1);
      await kb.call('editor', 'PUT', `/articles/${article}`, { status: 'draft' });
      expect(await count()).toBe(0);
      await kb.call('editor', 'PUT', `/articles/${article}`, { status: 'publish' });
      expect(await count()).toBe(1);
      await kb.call('editor', 'DELETE', `/articles/${article}`);
      expect(await count()).toBe(0);
    });

    it('changes what is sent', async () => {
      const id = await kb.category({ name: 'Before', icon: 'x', description: 'kept' });
      const answer = await kb.call('kb_manager', 'PUT', `/categories/${id}`, { name: 'After', icon: null });
      expect(answer).toMatchObject({ status: 200, data: { name: 'After', icon: null, description: { raw: 'kept' } } });
      expectError(
        await kb.call('kb_manager', 'PUT', '/categories/99999999', { name: 'x' }),
        404,
        'vendor_kb_category_not_found',
      );
      expectError(
        await kb.call('kb_manager', 'PUT', `/categories/${id}`, { colour: 'red' }),
        400,
        'rest_invalid_param',
      );
    });

    it('a renamed category keeps its old addresses alive, those of its articles too', async () => {
      const id = await kb.category({ slug: `old-${dialect.name}` });
      await kb.article({ slug: 'inside', categories: [id] });
      await kb.call('kb_manager', 'PUT', `/categories/${id}`, { slug: `new-${dialect.name}` });
      const page = await send('GET', `/kb/old-${dialect.name}/inside`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toMatch(new RegExp(`/kb/new-${dialect.name}/inside$`));
      expect((await send('GET', `/kb/old-${dialect.name}`)).status).toBe(301);
    });

    it('cannot be moved below itself', async () => {
      const top = await kb.category();
      const middle = await kb.category({ parent: top });
      const leaf = await kb.category({ parent: middle });
      for (const parent of [top, middle, leaf]) {
        const answer = await kb.call('kb_manager', 'PUT', `/categories/${top}`, { parent });
        expectError(answer, 400, 'vendor_kb_category_cycle');
      }
      expect((await get(`/categories/${top}`)).data).toMatchObject({ parent: 0 });
      expect((await kb.call('kb_manager', 'PUT', `/categories/${leaf}`, { parent: top })).data).toMatchObject({
        depth: 2,
      });
    });

    it('nest ten deep and no deeper, moved subtrees included', async () => {
      const chain = [await kb.category()];
      for (let depth = 2; depth <= 10; depth += 1) chain.push(await kb.category({ parent: chain.at(-1) }));
      expect((await get(`/categories/${chain.at(-1)}`)).data).toMatchObject({ depth: 10 });
      const eleventh = await kb.call('kb_manager', 'POST', '/categories', { name: 'x', parent: chain.at(-1) });
      expectError(eleventh, 400, 'vendor_kb_invalid_param');
      const other = await kb.category();
      const moved = await kb.call('kb_manager', 'PUT', `/categories/${chain[0]}`, { parent: other });
      expectError(moved, 400, 'vendor_kb_invalid_param');
    });

    it('have slugs that are unique among siblings of a locale', async () => {
      const parent = await kb.category();
      const german = await kb.category({ locale: 'de' });
      const create = (body: object) =>
        kb.call('kb_manager', 'POST', '/categories', { name: 'x', slug: 'same', ...body });
      expect((await create({ parent })).status).toBe(201);
      expectError(await create({ parent }), 409, 'vendor_kb_slug_taken');
      expect((await create({ parent: german, locale: 'de' })).status).toBe(201);
      expectError(await create({ parent: german }), 400, 'vendor_kb_invalid_param');
      expect((await kb.call('kb_manager', 'POST', '/categories', { name: 'same', parent })).data).toMatchObject({
        slug: 'same-2',
      });
      for (const slug of ['search', 'feed', 'sitemap', 'print', 'de']) {
        expectError(
          await kb.call('kb_manager', 'POST', '/categories', { name: 'x', slug }),
          400,
          'vendor_kb_invalid_param',
        );
      }
    });

    it('keep their locale while something is in them', async () => {
      const [empty, full, parent] = [await kb.category(), await kb.category(), await kb.category()];
      await kb.article({ categories: [full] });
      await kb.category({ parent });
      const translate = (id: number) => kb.call('kb_manager', 'PUT', `/categories/${id}`, { locale: 'de' });
      expect((await translate(empty)).data).toMatchObject({ locale: 'de' });
      expectError(await translate(full), 409, 'vendor_kb_category_not_empty');
      expectError(await translate(parent), 409, 'vendor_kb_category_not_empty');
    });

    it('share their addresses with articles', async () => {
      const parent = await kb.category();
      const child = await kb.category({ parent, slug: 'shared' });
      const elsewhere = await kb.article({ slug: 'shared' });
      const move = { categories: [parent] };
      expectError(await kb.call('editor', 'PUT', `/articles/${elsewhere}`, move), 409, 'vendor_kb_slug_taken');
      await kb.call('kb_manager', 'DELETE', `/categories/${child}`);
      expect((await kb.call('editor', 'PUT', `/articles/${elsewhere}`, move)).status).toBe(200);
      const asked = await kb.call('kb_manager', 'POST', '/categories', { name: 'Shared', slug: 'shared', parent });
      expectError(asked, 409, 'vendor_kb_slug_taken');
      const made = await kb.call('kb_manager', 'POST', '/categories', { name: 'Shared', parent });
      expect(made.data).toMatchObject({ slug: 'shared-2' });
      await kb.call('editor', 'DELETE', `/articles/${elsewhere}`);
      await kb.category({ name: 'Shared', parent });
      const restored = await kb.call('editor', 'PUT', `/articles/${elsewhere}`, { status: 'publish' });
      expectError(restored, 409, 'vendor_kb_slug_taken');
    });

    it.each([
      ['no name', {}, 'rest_missing_callback_param'],
      ['an empty name', { name: '' }, 'rest_invalid_param'],
      ['a blank name', { name: '   ' }, 'rest_invalid_param'],
      ['an unknown parent', { name: 'x', parent: 99_999_999 }, 'vendor_kb_invalid_param'],
      ['a parent that is no id', { name: 'x', parent: 'top' }, 'rest_invalid_param'],
      ['an unknown member', { name: 'x', colour: 'red' }, 'rest_invalid_param'],
    ])('refuse %s', async (_, body, code) => {
      expectError(await kb.call('administrator', 'POST', '/categories', body), 400, code);
    });
  });

  describe('DELETE /categories/{id}', () => {
    const remove = (id: number, query = '') => kb.call('kb_manager', 'DELETE', `/categories/${id}${query}`);

    it('deletes an empty one and shows what it was', async () => {
      const id = await kb.category({ name: 'Empty' });
      expect(await remove(id)).toMatchObject({ status: 200, data: { deleted: true, previous: { id, name: 'Empty' } } });
      expectError(await get(`/categories/${id}`), 404, 'vendor_kb_category_not_found');
      expectError(await remove(id), 404, 'vendor_kb_category_not_found');
    });

    it('keeps one with articles until it is told where they go', async () => {
      const [id, target] = [await kb.category(), await kb.category()];
      const article = await kb.article({ categories: [id] });
      expectError(await remove(id), 409, 'vendor_kb_category_not_empty');
      expectError(await remove(id, `?reassign=${id}`), 400, 'vendor_kb_invalid_param');
      expectError(await remove(id, '?reassign=99999999'), 400, 'vendor_kb_invalid_param');
      expect((await remove(id, `?reassign=${target}`)).status).toBe(200);
      expect((await get(`/articles/${article}`)).data).toMatchObject({ categories: [target] });
      expect((await get(`/categories/${target}`)).data).toMatchObject({ count: 1 });
    });

    it('reassign=0 leaves articles without a category, and the others they are in', async () => {
      const [id, kept] = [await kb.category(), await kb.category()];
      const [alone, shared] = [await kb.article({ categories: [id] }), await kb.article({ categories: [id, kept] })];
      expect((await remove(id, '?reassign=0')).status).toBe(200);
      expect((await get(`/articles/${alone}`)).data).toMatchObject({ categories: [] });
      expect((await get(`/articles/${shared}`)).data).toMatchObject({ categories: [kept] });
    });

    it('counts articles in the trash and drafts as contents too', async () => {
      const id = await kb.category();
      await kb.article({ categories: [id], status: 'draft' });
      expectError(await remove(id), 409, 'vendor_kb_category_not_empty');
    });

    it('lifts the categories below, or deletes them', async () => {
      const top = await kb.category();
      const lifted = await kb.category({ parent: top });
      const child = await kb.category({ parent: lifted });
      expectError(await remove(lifted), 409, 'vendor_kb_category_not_empty');
      expect((await remove(lifted, '?children=lift')).status).toBe(200);
      expect((await get(`/categories/${child}`)).data).toMatchObject({ parent: top, depth: 2 });
      const grandchild = await kb.category({ parent: child });
      const article = await kb.article({ categories: [grandchild] });
      expectError(await remove(top, '?children=delete'), 409, 'vendor_kb_category_not_empty');
      expect((await remove(top, '?children=delete&reassign=0')).status).toBe(200);
      for (const id of [top, child, grandchild])
        expectError(await get(`/categories/${id}`), 404, 'vendor_kb_category_not_found');
      expect((await get(`/articles/${article}`)).data).toMatchObject({ categories: [] });
    });

    it('a slug that is taken above stops the lift, and nothing is lost', async () => {
      const top = await kb.category();
      const middle = await kb.category({ parent: top, slug: 'middle' });
      const child = await kb.category({ parent: middle, slug: 'twin' });
      await kb.category({ parent: top, slug: 'twin' });
      expectError(await remove(middle, '?children=lift'), 409, 'vendor_kb_slug_taken');
      expect((await get(`/categories/${child}`)).data).toMatchObject({ parent: middle });
    });

    it('an article whose address is taken in the new place stops the reassignment, and nothing is lost', async () => {
      const [from, to] = [await kb.category(), await kb.category()];
      const article = await kb.article({ slug: 'twin', categories: [from] });
      await kb.article({ slug: 'twin', categories: [to] });
      expectError(await remove(from, `?reassign=${to}`), 409, 'vendor_kb_slug_taken');
      expect((await get(`/articles/${article}`)).data).toMatchObject({ categories: [from] });
    });

    it('a category whose slug an article above has stops the lift, and one that an article is sent beside', async () => {
      const top = await kb.category();
      const middle = await kb.category({ parent: top });
      await kb.category({ parent: middle, slug: 'neighbour' });
      await kb.article({ slug: 'neighbour', categories: [top] });
      expectError(await remove(middle, '?children=lift'), 409, 'vendor_kb_slug_taken');
      const from = await kb.category();
      await kb.article({ slug: 'neighbour', categories: [from] });
      expectError(await remove(from, `?reassign=${middle}`), 409, 'vendor_kb_slug_taken');
    });

    it('a child may take the name of the parent that goes', async () => {
      const parent = await kb.category({ slug: `heir-${dialect.name}` });
      const child = await kb.category({ parent, slug: `heir-${dialect.name}` });
      expect((await remove(parent, '?children=lift')).status).toBe(200);
      expect((await get(`/categories/${child}`)).data).toMatchObject({ path: `heir-${dialect.name}`, parent: 0 });
    });

    it('reassigned articles get a new version, so that nobody overwrites them unseen', async () => {
      const id = await kb.category();
      const article = await kb.article({ categories: [id] });
      await remove(id, '?reassign=0');
      const answer = await kb.call('editor', 'PUT', `/articles/${article}`, { title: 'x', version: 1 });
      expectError(answer, 412, 'vendor_kb_version_conflict');
    });

    it('old addresses of lifted categories lead to their new ones', async () => {
      const top = await kb.category({ slug: `lost-${dialect.name}` });
      const child = await kb.category({ parent: top, slug: `child-${dialect.name}` });
      await kb.article({ slug: 'deep', categories: [child] });
      await remove(top, '?children=lift');
      const page = await send('GET', `/kb/lost-${dialect.name}/child-${dialect.name}/deep`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toMatch(new RegExp(`/kb/child-${dialect.name}/deep$`));
    });

    it('old addresses of reassigned articles lead to their new ones', async () => {
      const [from, to] = [await kb.category(), await kb.category()];
      const article = await kb.article({ slug: `wanderer-${dialect.name}`, categories: [from] });
      const { path } = (await get(`/articles/${article}`)).data as { path: string };
      await remove(from, `?reassign=${to}`);
      const page = await send('GET', `/kb/${path}`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toContain(`/wanderer-${dialect.name}`);
    });
  });

  describe('GET /search', () => {
    it('answers results with their place, highlights, facets and totals', async () => {
      const category = await kb.category({ name: 'Astronomy' });
      const id = await kb.article({
        title: 'Telescopes for beginners',
        content: 'A <b>refractor</b> gathers starlight & shows <planets>.',
        categories: [category],
        tags: ['optics'],
      });
      const answer = await get('/search?q=refractor%20starlight');
      expect(answer.headers).toMatchObject({ 'X-CMS-Total': '1', 'X-CMS-TotalPages': '1' });
      expect(answer.data).toEqual({
        query: 'refractor starlight',
        total: 1,
        page: 1,
        took_ms: expect.any(Number),
        corrections: [],
        facets: {
          categories: [{ id: category, name: 'Astronomy', link: expect.stringContaining('/kb/astronomy'), count: 1 }],
          tags: [{ tag: 'optics', count: 1 }],
        },
        results: [
          {
            type: 'article',
            id,
            title: 'Telescopes for beginners',
            link: expect.stringMatching(/\/kb\/astronomy\/telescopes-for-beginners$/),
            excerpt: expect.stringContaining('starlight'),
            highlights: expect.any(Array),
            score: expect.any(Number),
            category: { id: category, name: 'Astronomy', link: expect.any(String) },
            breadcrumbs: expect.any(Array),
          },
        ],
      });
      const [result] = (answer.data as { results: { highlights: { field: string; fragments: Fragment[] }[] }[] })
        .results;
      const content = result?.highlights.find(({ field }) => field === 'content');
      expect(content?.fragments.length).toBeGreaterThan(0);
      for (const { text, html, ranges } of content?.fragments ?? []) {
        expect(ranges.length).toBeGreaterThan(0);
        for (const [start, length] of ranges) {
          expect(text.slice(start, start + length).toLowerCase()).toMatch(/^(refractor|starlight)$/);
        }
        expect(html).toContain('<mark>');
        expect(html.replaceAll(/<\/?mark>/g, '')).not.toContain('<');
      }
    });

    it('finds what is published and forgets what is not, at once', async () => {
      const id = await kb.article({ title: 'Zymurgy explained', status: 'draft' });
      const found = async () => ((await get('/search?q=zymurgy')).data as { total: number }).total;
      expect(await found()).toBe(0);
      for (const [change, total] of [
        [{ status: 'publish' }, 1],
        [{ status: 'archived' }, 0],
        [{ status: 'publish' }, 1],
        [{ title: 'Brewing explained', slug: 'brewing' }, 0],
        [{ title: 'Zymurgy again' }, 1],
        [{ status: 'draft' }, 0],
      ] as const) {
        await kb.call('administrator', 'PUT', `/articles/${id}`, change);
        expect([change, await found()]).toEqual([change, total]);
      }
    });

    it('narrows by category with what is below, tag and locale', async () => {
      const top = await kb.category();
      const below = await kb.category({ parent: top });
      const german = await kb.category({ locale: 'de' });
      const inTop = await kb.article({ title: 'Quokka one', categories: [top], tags: ['fauna'] });
      const inBelow = await kb.article({ title: 'Quokka two', categories: [below] });
      const foreign = await kb.article({ title: 'Quokka drei', categories: [german], locale: 'de' });
      const found = async (query: string) => {
        const { results } = (await get(`/search?q=quokka&${query}`)).data as { results: { id: number }[] };
        return results.map(({ id }) => id).sort((a, b) => a - b);
      };
      expect(await found('')).toEqual([inTop, inBelow]);
      expect(await found(`category=${top}`)).toEqual([inTop, inBelow]);
      expect(await found(`category=${below}`)).toEqual([inBelow]);
      expect(await found('tag=fauna')).toEqual([inTop]);
      expect(await found('locale=de')).toEqual([foreign]);
      expect(await found('category=99999999')).toEqual([]);
    });

    it('pages', async () => {
      for (let index = 0; index < 3; index += 1) await kb.article({ title: `Wombat ${index}` });
      const seen = new Set<number>();
      for (const page of [1, 2, 3]) {
        const { data, headers } = await get(`/search?q=wombat&per_page=1&page=${page}`);
        expect(headers).toMatchObject({ 'X-CMS-Total': '3', 'X-CMS-TotalPages': '3' });
        const { results } = data as { results: { id: number }[] };
        expect(results).toHaveLength(1);
        for (const { id } of results) seen.add(id);
      }
      expect(seen.size).toBe(3);
      expectError(await get('/search?q=wombat&per_page=1&page=4'), 400, 'vendor_kb_invalid_page');
    });

    it('repairs a spelling and says so', async () => {
      await kb.article({ title: 'Photosynthesis' });
      const { data } = await get('/search?q=photosinthesis');
      expect(data).toMatchObject({ total: 1, corrections: [{ from: 'photosinthesis' }] });
      expect((await get('/search?q=photosinthesis&fuzzy=0')).data).toMatchObject({ total: 0 });
    });

    it.each([
      ['nothing', ''],
      ['one letter', 'q=a'],
      ['blanks', 'q=%20%20%20'],
      ['201 characters', `q=${'x'.repeat(201)}`],
      ['51 a page', 'q=word&per_page=51'],
      ['page 0', 'q=word&page=0'],
      ['an unknown fuzziness', 'q=word&fuzzy=7'],
      ['two queries', 'q=one&q=two'],
    ])('refuses %s', async (_, query) => {
      const answer = await get(`/search?${query}`);
      expect(answer).toMatchObject({ status: 400, data: { data: { params: expect.anything() } } });
    });

    it('one character is enough where words have one', async () => {
      await kb.article({ title: '猫の飼い方' });
      expect((await get(`/search?q=${encodeURIComponent('猫')}`)).status).toBe(200);
    });
  });

  describe('GET /search/suggestions', () => {
    it('completes what is typed with published articles', async () => {
      await kb.article({ title: 'Narwhal migration' });
      await kb.article({ title: 'Narwhal secrets', status: 'draft' });
      const answer = await get('/search/suggestions?q=narw');
      expect(answer).toMatchObject({
        status: 200,
        data: {
          query: 'narw',
          suggestions: [{ type: 'article', text: 'Narwhal migration', link: expect.stringContaining('/kb/') }],
        },
      });
      const [first] = (answer.data as { suggestions: { text: string; match: [number, number][] }[] }).suggestions;
      const [start, length] = first?.match[0] ?? [-1, 0];
      expect(first?.text.slice(start, start + length).toLowerCase()).toMatch(/^narw/);
    });

    it('limits their number', async () => {
      for (let index = 0; index < 7; index += 1) await kb.article({ title: `Okapi number ${index}` });
      const count = async (query: string) =>
        ((await get(`/search/suggestions?q=okap${query}`)).data as { suggestions: unknown[] }).suggestions.length;
      expect(await count('')).toBe(5);
      expect(await count('&limit=2')).toBe(2);
      expect(await count('&limit=10')).toBe(7);
    });

    it.each(['', 'q=', `q=${'x'.repeat(61)}`, 'q=x&limit=0', 'q=x&limit=11'])('refuses "%s"', async (query) => {
      expect((await get(`/search/suggestions?${query}`)).status).toBe(400);
    });
  });

  describe('who may do what', () => {
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
        verdicts(200, 200, 200, 403, 403, 403, 401),
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
    it.each(OWN)('writers %s: %j', async (what, expected) => {
      const actual: Record<string, unknown> = {};
      for (const role of ['editor', 'author', 'contributor'] as const) actual[role] = await ACTS[what]?.(role);
      expect(actual).toEqual(expected);
    });

    it('OPTIONS tells each role what it may do with an article', async () => {
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

interface Fragment {
  readonly text: string;
  readonly html: string;
  readonly ranges: [start: number, length: number][];
}

/** The status that each role gets, in the order of ROLES. */
function verdicts(
  ...statuses: [number, number, number, number, number, number, number]
): Readonly<Record<Role, number>> {
  return Object.fromEntries(ROLES.map((role, index) => [role, statuses[index]])) as Record<Role, number>;
}
