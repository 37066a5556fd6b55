import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, idsOf, type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

describe.each(dialects)('REST lists, on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());
  const get = (as: Role, path: string) => kb.call(as, 'GET', path);

  describe('articles', () => {
    it('include raw content only for articles the caller may edit', async () => {
      const body = { content: 'Source', related: [], access_rule: { mode: 'logged_in' } };
      const others = await kb.article(body);
      const own = await kb.article({ content: 'Source', status: 'draft' }, 'contributor');
      const { data } = await get('contributor', `/articles?context=edit&status=publish,draft&include=${others},${own}`);
      const byId = new Map((data as { id: number }[]).map((article) => [article.id, article]));
      expect(byId.get(own)).toMatchObject({ content: { raw: 'Source' }, access_rule: expect.any(Object), related: [] });
      expect(byId.get(others)).toBeDefined();
      expect(byId.get(others)).not.toHaveProperty('content.raw');
      for (const member of ['access_rule', 'related', 'parent_revision']) {
        expect(byId.get(others)).not.toHaveProperty(member);
      }
      const [edited] = (await get('editor', `/articles?context=edit&include=${others}`)).data as object[];
      expect(edited).toMatchObject({ content: { raw: 'Source' } });
    });

    it('combine published articles of others with own drafts for users who cannot edit others', async () => {
      const [published, archived] = [await kb.article(), await kb.article()];
      await kb.call('administrator', 'PUT', `/articles/${archived}`, { status: 'archived' });
      const drafted = await kb.article({ status: 'draft' });
      const own = await kb.article({ status: 'draft' }, 'author');
      const included = `include=${published},${archived},${drafted},${own}&order=asc`;
      const ids = async (as: Role, query: string) =>
        idsOf(await get(as, `/articles?${included}&${query}`)).toSorted((one, other) => one - other);
      expect(await ids('author', 'status=publish,draft')).toEqual([published, own]);
      expect(await ids('author', 'status=publish,draft,archived')).toEqual([published, archived, own]);
      expect(await ids('author', 'status=draft')).toEqual([own]);
      expect(await ids('author', `status=draft&author=${kb.users.administrator.id}`)).toEqual([]);
      expect(await ids('editor', 'status=publish,draft')).toEqual([published, drafted, own]);
      expectError(await get('subscriber', '/articles?status=publish,draft'), 403, 'rest_forbidden_status');
    });

    it('search only in the requested columns', async () => {
      const named = await kb.article({ title: 'Needlework', content: 'Wool' });
      const inside = await kb.article({ title: 'Wool', content: 'A needlework' });
      const found = async (query: string) =>
        idsOf(await get('administrator', `/articles?search=needlework${query}`)).toSorted((one, other) => one - other);
      expect(await found('')).toEqual([named, inside]);
      expect(await found('&search_columns=title')).toEqual([named]);
      expect(await found('&search_columns=content')).toEqual([inside]);
      expect(await found('&search_columns=title,content')).toEqual([named, inside]);
      expectError(await get('administrator', '/articles?search=a&search_columns=slug'), 400, 'rest_invalid_param');
    });
  });

  describe('filters of WordPress', () => {
    const ids = async (path: string) => idsOf(await get('editor', path));

    it('find articles by slug, categories, tags, author and change', async () => {
      const place = await kb.category({ name: 'Wells' });
      const one = await kb.article({ title: 'Deep well', categories: [place], tags: ['water'] }, 'author');
      const other = await kb.article({ title: 'Dry well', categories: [place], tags: ['sand'] });
      const among = `/articles?include=${one},${other}&order=asc&orderby=id`;
      expect(await ids('/articles?slug=deep-well')).toEqual([one]);
      expect(await ids('/articles?slug=dry-well,deep-well&orderby=slug')).toEqual([one, other]);
      expect(await ids(`/articles?categories=${place}&orderby=id&order=ASC`)).toEqual([one, other]);
      expect(await ids(`${among}&categories_exclude=${place}`)).toEqual([]);
      expect(await ids(`${among}&tags=water,sand`)).toEqual([one, other]);
      expect(await ids(`${among}&tags=Sand`)).toEqual([other]);
      expect(await ids(`${among}&tags_exclude=sand`)).toEqual([one]);
      expect(await ids(`${among}&author=${kb.users.author.id}`)).toEqual([one]);
      expect(await ids(`${among}&author_exclude=${kb.users.author.id}`)).toEqual([other]);
      expect(await ids(`${among}&modified_before=2001-01-01T00:00:00Z`)).toEqual([]);
      expect(await ids(`${among}&modified_before=2901-01-01T00:00:00Z`)).toEqual([one, other]);
    });

    it('keep the order of include', async () => {
      const [one, two, three] = [await kb.article(), await kb.article(), await kb.article()];
      const query = `include=${three},${one},${two}&orderby=include`;
      expect(await ids(`/articles?${query}`)).toEqual([three, one, two]);
      expect(await ids(`/articles?${query}&per_page=2&page=2`)).toEqual([two]);
      expectError(await get('editor', '/articles?orderby=include'), 400, 'vendor_kb_invalid_param');
    });

    it('find categories by slug, article and include', async () => {
      const [one, two] = [await kb.category({ name: 'Larks' }), await kb.category({ name: 'Finches' })];
      const article = await kb.article({ categories: [two] });
      const hidden = await kb.article({ categories: [two], access_rule: { mode: 'logged_in' } });
      expect(await ids('/categories?slug=larks')).toEqual([one]);
      expect(await ids('/categories?slug=larks,finches&orderby=slug')).toEqual([two, one]);
      expect(await ids(`/categories?include=${one},${two}&orderby=id&order=desc`)).toEqual([two, one]);
      expect(await ids(`/categories?include=${two},${one}&orderby=include`)).toEqual([two, one]);
      expect(await ids(`/categories?post=${article}`)).toEqual([two]);
      expect(idsOf(await get('anonymous', `/categories?post=${hidden}`))).toEqual([]);
      expectError(await get('editor', '/categories?orderby=include'), 400, 'vendor_kb_invalid_param');
    });
  });

  describe('category tree', () => {
    interface Node {
      readonly id: number;
      readonly children: readonly Node[];
    }
    const shape = (nodes: readonly Node[]): unknown[] =>
      nodes.map(({ id, children }) => (children.length === 0 ? id : [id, ...shape(children)]));
    const tree = async (query: string): Promise<unknown[]> =>
      shape((await get('anonymous', `/categories?tree=true&per_page=100&${query}`)).data as Node[]);

    it('is filtered and sorted on every level', async () => {
      const top = await kb.category({ name: 'Zoology tree', order: 1 });
      const [beta, alpha] = [
        await kb.category({ name: 'Beta', parent: top, order: 1 }),
        await kb.category({ name: 'Alpha', parent: top, order: 2 }),
      ];
      const empty = await kb.category({ name: 'Gamma', parent: top, order: 3 });
      const deep = await kb.category({ name: 'Needle', parent: beta });
      for (const id of [alpha, alpha, deep]) await kb.article({ categories: [id] });
      const under = `include=${top},${alpha},${beta},${empty},${deep}`;
      expect(await tree(under)).toEqual([[top, [beta, deep], alpha, empty]]);
      expect(await tree(`${under}&hide_empty=true`)).toEqual([[top, [beta, deep], alpha]]);
      expect(await tree(`${under}&orderby=name`)).toEqual([[top, alpha, [beta, deep], empty]]);
      expect(await tree(`${under}&orderby=order&order=desc`)).toEqual([[top, empty, alpha, [beta, deep]]]);
      expect(await tree('search=needle')).toEqual([[top, [beta, deep]]]);
      expect(await tree(`search=needle&exclude=${beta}`)).toEqual([]);
      expect(await tree(`include=${deep}`)).toEqual([[top, [beta, deep]]]);
    });
  });

  describe('dates', () => {
    const BOUNDS = [
      '/feedback?to=9999-12-31',
      '/feedback?from=0001-01-01',
      '/feedback?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59-14:00',
      '/articles?after=0001-01-01T00:00:00Z',
      '/articles?modified_after=0001-01-01T00:00:00Z',
      '/articles?before=9999-12-31T23:59:59-14:00',
      '/articles?after=2016-12-31T23:59:60Z',
      '/articles?after=2016-12-31t23:59:59z',
    ];

    it.each(BOUNDS)('accept the extreme bounds in %s', async (path) => {
      const id = await kb.article();
      const answer = await get('administrator', `${path}&per_page=100`);
      expect(answer.status, JSON.stringify(answer.data)).toBe(200);
      if (path.startsWith('/articles')) expect(idsOf(answer)).toContain(id);
    });

    it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '0999-12-31T23:59:59Z'])(
      'are rejected when no database can store them: %s',
      async (date) => {
        const answer = await kb.call('administrator', 'POST', '/articles', { title: 'Old', date });
        expectError(answer, 400, 'rest_invalid_param');
      },
    );
  });
});
