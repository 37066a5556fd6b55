import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import {
  expectError,
  idsOf,
  type KbAnswer,
  type KbHost,
  MOMENT,
  openKbHost,
  ROLES,
  type Role,
} from './knowledge-base-host.js';

describe.each(dialects)('reading articles over REST on $name', (dialect) => {
  let kb: KbHost;
  let http: Agent;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    const source = { schema: { type: 'string' }, title: 'Source' } as const;
    kb.host.plugin('knowledge-base').metaKeys.register('acme_source', source);
    http = request(await kb.host.listen());
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);

  describe('GET /articles', () => {
    it('returns a list with totals, links and the fields of an article', async () => {
      const category = await kb.category({ name: 'Shapes' });
      const id = await kb.article({
        title: 'Fish & <Chips>',
        content: '## Top\n\nSome *text*.\n\n### Below\n',
        categories: [category],
        tags: ['Fried', 'fast'],
        meta: { acme_source: 'kitchen' },
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
          rating: {
            article_id: id,
            count: 0,
            average: null,
            distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
            helpful: { yes: 0, no: 0, percent: null },
            score: null,
          },
          sticky: false,
          contributors: [],
          featured_media: 0,
          review_by: null,
          reviewed_at: null,
          stale: false,
          views: 0,
          attachments_count: 0,
          seo: { title: '', description: '', canonical: '', noindex: false, og_image: 0 },
          access: { allowed: true, mode: 'public', source: { type: 'none', id: 0 }, teaser: 'none', listed: true },
          meta: { acme_source: 'kitchen' },
          _links: {
            self: [{ href: `http://localhost:8080/api/vendor-kb/v1/articles/${id}` }],
            collection: [{ href: 'http://localhost:8080/api/vendor-kb/v1/articles' }],
            category: [{ href: `http://localhost:8080/api/vendor-kb/v1/categories/${category}`, embeddable: true }],
          },
        },
      ]);
    });

    it('returns sources with context=edit to users who may edit', async () => {
      const id = await kb.article({ content: '*source*', excerpt: 'By *hand*', meta: { acme_source: 'kitchen' } });
      const edited = await get(`/articles?include=${id}&context=edit`, 'editor');
      expect(edited.data).toMatchObject([
        {
          title: { raw: expect.any(String) },
          content: { raw: '*source*' },
          excerpt: { raw: 'By *hand*' },
          meta: { acme_source: 'kitchen' },
        },
      ]);
      expect((await get(`/articles?include=${id}&context=edit`, 'subscriber')).status).toBe(403);
      expect((await get(`/articles?include=${id}&context=edit`)).status).toBe(401);
    });

    it('paginates without gaps or duplicates in every order', async () => {
      const category = await kb.category();
      const articleIds: number[] = [];
      for (let index = 0; index < 7; index += 1) {
        articleIds.push(
          await kb.article({ title: `Page ${(index * 5) % 7}`, categories: [category], order: index % 3 }),
        );
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
          expect([...seen].sort((a, b) => a - b)).toEqual(articleIds);
        }
      }
    });

    it('sends totals and pagination links in headers', async () => {
      const category = await kb.category();
      for (let index = 0; index < 5; index += 1) await kb.article({ categories: [category] });
      const { headers } = await http.get(`/api/vendor-kb/v1/articles?category=${category}&per_page=2&page=2`);
      expect(headers).toMatchObject({ 'x-cms-total': '5', 'x-cms-totalpages': '3' });
      for (const rel of ['first', 'prev', 'next', 'last']) expect(headers.link).toContain(`rel="${rel}"`);
      expect(headers.link).toContain(`category=${category}&per_page=2&page=3>; rel="next"`);
    });

    it('rejects a page past the end, and returns an empty first page of an empty list', async () => {
      const category = await kb.category();
      expect(await get(`/articles?category=${category}`)).toMatchObject({
        status: 200,
        data: [],
        headers: { 'X-CMS-Total': '0', 'X-CMS-TotalPages': '0' },
      });
      expectError(await get(`/articles?category=${category}&page=2`), 400, 'vendor_kb_invalid_page');
    });

    it('filters by category ID, slug, several categories and subcategories', async () => {
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

    it('filters by case-insensitive tag, author, locale, sticky, include, exclude and search', async () => {
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
      // An empty list counts as absent, as in WordPress.
      expect(await list('include=')).toEqual([plain, tagged, authored, sticky]);
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
      expect(await list('before=2127-06-01T00:00:00&modified_before=2127-06-01T00:00')).toEqual([id]);
      expect(await list('after=2127-06-01T00:00:00')).toEqual([]);
      for (const time of ['yesterday', '2027-02-30T00:00:00', '2027-01-01T25:00:00', '2027-01-01']) {
        expectError(await get(`/articles?after=${time}`), 400, 'rest_invalid_param');
      }
    });

    it('paginates by offset instead of page', async () => {
      const category = await kb.category();
      const articleIds = [];
      for (let index = 0; index < 4; index += 1) articleIds.push(await kb.article({ categories: [category] }));
      const list = async (query: string) => idsOf(await get(`/articles?category=${category}&order=asc&${query}`));
      expect(await list('offset=1&per_page=2')).toEqual(articleIds.slice(1, 3));
      expect(await list('offset=4')).toEqual([]);
      const { headers } = await get(`/articles?include=${articleIds.join()}&offset=1&per_page=2`);
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

    it('updates several articles in one batch, or none with require-all-validate', async () => {
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

    it('selects fields in lists and single articles', async () => {
      const id = await kb.article({ title: 'Fields' });
      expect((await get(`/articles?include=${id}&_fields=id,title.rendered`)).data).toEqual([
        { id, title: { rendered: 'Fields' } },
      ]);
      expect((await get(`/articles/${id}?_fields=slug`)).data).toEqual({ slug: 'fields' });
    });

    it('lists and counts only published articles unless a writer requests more', async () => {
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

    it.each(['author', 'contributor'] as const)('shows the %s only their own unpublished articles', async (role) => {
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
    ])('rejects %s', async (query) => {
      expectError(await get(`/articles?${query}`), 400, 'rest_invalid_param');
    });
  });

  describe('GET /articles/{id}', () => {
    it('reads by ID and by path', async () => {
      const category = await kb.category({ slug: `by-${dialect.name}` });
      const id = await kb.article({ slug: 'by-address', categories: [category] });
      const byId = await get(`/articles/${id}`);
      expect(byId).toMatchObject({ status: 200, data: { id } });
      expect((await get(`/articles/slug:by-${dialect.name}%2Fby-address`)).data).toEqual(byId.data);
      expectError(await get(`/articles/slug:by-${dialect.name}%2Fother`), 404, 'vendor_kb_article_not_found');
      expectError(await get('/articles/slug:by-address'), 404, 'vendor_kb_article_not_found');
    });

    it('has an ETag and returns 304 for the current version', async () => {
      const id = await kb.article();
      const path = `/api/vendor-kb/v1/articles/${id}`;
      const first = await http.get(path);
      const etag = String(first.headers.etag);
      expect(etag).toMatch(new RegExp(`^"a${id}-v1-`));
      const again = await http.get(path).set('If-None-Match', etag);
      expect({ status: again.status, text: again.text, etag: again.headers.etag }).toEqual({
        status: 304,
        text: '',
        etag,
      });
      expect((await http.get(path).set('If-None-Match', `"x", W/${etag}`)).status).toBe(304);
      await kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'Changed' });
      expect((await http.get(path).set('If-None-Match', etag)).status).toBe(200);
    });

    it('changes the ETag, but not the version, when its category moves', async () => {
      const category = await kb.category({ slug: `before-${dialect.name}` });
      const id = await kb.article({ categories: [category] });
      const path = `/api/vendor-kb/v1/articles/${id}`;
      const fresh = async (etag: string) => http.get(path).set('If-None-Match', etag);
      const etag = String((await http.get(path)).headers.etag);
      expect((await fresh(etag)).status).toBe(304);
      await kb.call('administrator', 'PUT', `/categories/${category}`, { slug: `after-${dialect.name}` });
      const moved = await fresh(etag);
      expect(moved.status).toBe(200);
      expect(JSON.parse(moved.text).path).toMatch(new RegExp(`^after-${dialect.name}/`));
      // The version is the same, so a change based on it misses nothing.
      const change = await kb.call('administrator', 'PUT', `/articles/${id}`, { title: 'T' }, { 'if-match': etag });
      expect(change.status).toBe(200);
    });

    it('does not reveal that an unpublished article exists', async () => {
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

    it('keeps an archived article available', async () => {
      const id = await kb.article();
      await kb.call('administrator', 'PUT', `/articles/${id}`, { status: 'archived' });
      expect(await get(`/articles/${id}`)).toMatchObject({ status: 200, data: { status: 'archived' } });
    });
  });
});
