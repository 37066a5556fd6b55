import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { expectError, idsOf, type KbHost, openKbHost, type Role } from './knowledge-base-host.js';

describe.each(dialects)('categories over REST on $name', (dialect) => {
  let kb: KbHost;
  let http: Agent;

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    http = request(await kb.host.listen());
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'anonymous') => kb.call(as, 'GET', path);

  describe('categories', () => {
    it('have the same fields as single items and in lists', async () => {
      const parent = await kb.category({ name: `Parent of ${dialect.name}` });
      const answer = await kb.call('kb_manager', 'POST', '/categories', {
        name: 'Tom & <Jerry>',
        description: 'Two *animals*, [drawn](/kb/animals#by-hand)',
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
        description: {
          raw: 'Two *animals*, [drawn](/kb/animals#by-hand)',
          rendered: '<p>Two <em>animals</em>, <a href="/kb/animals#h-by-hand">drawn</a></p>\n',
        },
        parent,
        order: 3,
        icon: 'mouse',
        color: null,
        image: 0,
        seo: { title: '', description: '', canonical: '', noindex: false, og_image: 0 },
        count: 0,
        count_total: 0,
        access: { allowed: true, mode: 'public', source: { type: 'none', id: 0 }, teaser: 'none', listed: true },
        access_rule: { mode: 'inherit' },
        depth: 2,
        locale: 'en',
        translations: { en: id },
        link: `http://localhost:8080/kb/parent-of-${dialect.name}/tom-jerry`,
        _links: {
          self: [{ href: `${url}/${id}` }],
          collection: [{ href: url }],
          articles: [{ href: `${url}/${id}/articles` }],
          up: [{ href: `${url}/${parent}`, embeddable: true }],
        },
      });
      const { count_total: _total, access_rule: _rule, ...category } = answer.data as Record<string, unknown>;
      expect((await get(`/categories/${id}`)).data).toEqual(category);
      expect((await get(`/categories?include=${id}`)).data).toEqual([category]);
      expect((await get(`/categories/${id}?context=edit`, 'kb_manager')).data).toEqual(answer.data);
    });

    it('are listed by parent, as a tree, without empty ones, sorted and paginated', async () => {
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

    it('list their articles, optionally with those of subcategories', async () => {
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

    it('update their counts when articles change', async () => {
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

    it('change only in the fields that are sent', async () => {
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

    it('redirect from old URLs after a rename, including those of their articles', async () => {
      const id = await kb.category({ slug: `old-${dialect.name}` });
      await kb.article({ slug: 'inside', categories: [id] });
      await kb.call('kb_manager', 'PUT', `/categories/${id}`, { slug: `new-${dialect.name}` });
      const page = await http.get(`/kb/old-${dialect.name}/inside`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toMatch(new RegExp(`/kb/new-${dialect.name}/inside$`));
      expect((await http.get(`/kb/old-${dialect.name}`)).status).toBe(301);
    });

    it('cannot be moved below themselves', async () => {
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

    it('nest up to ten levels deep, including moved subtrees', async () => {
      const chain = [await kb.category()];
      for (let depth = 2; depth <= 10; depth += 1) chain.push(await kb.category({ parent: chain.at(-1) }));
      expect((await get(`/categories/${chain.at(-1)}`)).data).toMatchObject({ depth: 10 });
      const eleventh = await kb.call('kb_manager', 'POST', '/categories', { name: 'x', parent: chain.at(-1) });
      expectError(eleventh, 400, 'vendor_kb_invalid_param');
      const other = await kb.category();
      const moved = await kb.call('kb_manager', 'PUT', `/categories/${chain[0]}`, { parent: other });
      expectError(moved, 400, 'vendor_kb_invalid_param');
    });

    it('have unique slugs among siblings of a locale', async () => {
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

    it('keep their locale unless they are empty', async () => {
      const [empty, full, parent] = [await kb.category(), await kb.category(), await kb.category()];
      await kb.article({ categories: [full] });
      await kb.category({ parent });
      const translate = (id: number) => kb.call('kb_manager', 'PUT', `/categories/${id}`, { locale: 'de' });
      expect((await translate(empty)).data).toMatchObject({ locale: 'de' });
      expectError(await translate(full), 409, 'vendor_kb_category_not_empty');
      expectError(await translate(parent), 409, 'vendor_kb_category_not_empty');
    });

    it('share their URLs with articles', async () => {
      const parent = await kb.category();
      const child = await kb.category({ parent, slug: 'shared' });
      const elsewhere = await kb.article({ slug: 'shared' });
      const move = { categories: [parent] };
      expectError(await kb.call('editor', 'PUT', `/articles/${elsewhere}`, move), 409, 'vendor_kb_slug_taken');
      await kb.call('kb_manager', 'DELETE', `/categories/${child}`);
      expect((await kb.call('editor', 'PUT', `/articles/${elsewhere}`, move)).status).toBe(200);
      const duplicate = await kb.call('kb_manager', 'POST', '/categories', { name: 'Shared', slug: 'shared', parent });
      expectError(duplicate, 409, 'vendor_kb_slug_taken');
      const created = await kb.call('kb_manager', 'POST', '/categories', { name: 'Shared', parent });
      expect(created.data).toMatchObject({ slug: 'shared-2' });
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
    ])('reject %s', async (_, body, code) => {
      expectError(await kb.call('administrator', 'POST', '/categories', body), 400, code);
    });
  });

  describe('DELETE /categories/{id}', () => {
    const remove = (id: number, query = '') => kb.call('kb_manager', 'DELETE', `/categories/${id}${query}`);

    it('deletes an empty category and returns it', async () => {
      const id = await kb.category({ name: 'Empty' });
      expect(await remove(id)).toMatchObject({ status: 200, data: { deleted: true, previous: { id, name: 'Empty' } } });
      expectError(await get(`/categories/${id}`), 404, 'vendor_kb_category_not_found');
      expectError(await remove(id), 404, 'vendor_kb_category_not_found');
    });

    it('keeps a category with articles until a target for them is given', async () => {
      const [id, target] = [await kb.category(), await kb.category()];
      const article = await kb.article({ categories: [id] });
      expectError(await remove(id), 409, 'vendor_kb_category_not_empty');
      expectError(await remove(id, `?reassign=${id}`), 400, 'vendor_kb_invalid_param');
      expectError(await remove(id, '?reassign=99999999'), 400, 'vendor_kb_invalid_param');
      expect((await remove(id, `?reassign=${target}`)).status).toBe(200);
      expect((await get(`/articles/${article}`)).data).toMatchObject({ categories: [target] });
      expect((await get(`/categories/${target}`)).data).toMatchObject({ count: 1 });
    });

    it('removes articles only from the deleted category with reassign=0', async () => {
      const [id, remaining] = [await kb.category(), await kb.category()];
      const [alone, shared] = [
        await kb.article({ categories: [id] }),
        await kb.article({ categories: [id, remaining] }),
      ];
      expect((await remove(id, '?reassign=0')).status).toBe(200);
      expect((await get(`/articles/${alone}`)).data).toMatchObject({ categories: [] });
      expect((await get(`/articles/${shared}`)).data).toMatchObject({ categories: [remaining] });
    });

    it('rejects a category that contains only drafts', async () => {
      const id = await kb.category();
      await kb.article({ categories: [id], status: 'draft' });
      expectError(await remove(id), 409, 'vendor_kb_category_not_empty');
    });

    it('moves subcategories up or deletes them', async () => {
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

    it('changes nothing when a slug is already taken in the parent category', async () => {
      const top = await kb.category();
      const middle = await kb.category({ parent: top, slug: 'middle' });
      const child = await kb.category({ parent: middle, slug: 'twin' });
      await kb.category({ parent: top, slug: 'twin' });
      expectError(await remove(middle, '?children=lift'), 409, 'vendor_kb_slug_taken');
      expect((await get(`/categories/${child}`)).data).toMatchObject({ parent: middle });
    });

    it('changes nothing when the URL of a reassigned article is taken', async () => {
      const [from, to] = [await kb.category(), await kb.category()];
      const article = await kb.article({ slug: 'twin', categories: [from] });
      await kb.article({ slug: 'twin', categories: [to] });
      expectError(await remove(from, `?reassign=${to}`), 409, 'vendor_kb_slug_taken');
      expect((await get(`/articles/${article}`)).data).toMatchObject({ categories: [from] });
    });

    it('rejects a move or reassignment when an article and a category would share a slug', async () => {
      const top = await kb.category();
      const middle = await kb.category({ parent: top });
      await kb.category({ parent: middle, slug: 'neighbour' });
      await kb.article({ slug: 'neighbour', categories: [top] });
      expectError(await remove(middle, '?children=lift'), 409, 'vendor_kb_slug_taken');
      const from = await kb.category();
      await kb.article({ slug: 'neighbour', categories: [from] });
      expectError(await remove(from, `?reassign=${middle}`), 409, 'vendor_kb_slug_taken');
    });

    it('lets a child take the slug of its deleted parent', async () => {
      const parent = await kb.category({ slug: `heir-${dialect.name}` });
      const child = await kb.category({ parent, slug: `heir-${dialect.name}` });
      expect((await remove(parent, '?children=lift')).status).toBe(200);
      expect((await get(`/categories/${child}`)).data).toMatchObject({ path: `heir-${dialect.name}`, parent: 0 });
    });

    it('gives reassigned articles a new version to prevent unnoticed overwrites', async () => {
      const id = await kb.category();
      const article = await kb.article({ categories: [id] });
      await remove(id, '?reassign=0');
      const answer = await kb.call('editor', 'PUT', `/articles/${article}`, { title: 'x', version: 1 });
      expectError(answer, 412, 'vendor_kb_version_conflict');
    });

    it('redirects old URLs of moved subcategories', async () => {
      const top = await kb.category({ slug: `lost-${dialect.name}` });
      const child = await kb.category({ parent: top, slug: `child-${dialect.name}` });
      await kb.article({ slug: 'deep', categories: [child] });
      await remove(top, '?children=lift');
      const page = await http.get(`/kb/lost-${dialect.name}/child-${dialect.name}/deep`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toMatch(new RegExp(`/kb/child-${dialect.name}/deep$`));
    });

    it('redirects old URLs of reassigned articles', async () => {
      const [from, to] = [await kb.category(), await kb.category()];
      const article = await kb.article({ slug: `wanderer-${dialect.name}`, categories: [from] });
      const { path } = (await get(`/articles/${article}`)).data as { path: string };
      await remove(from, `?reassign=${to}`);
      const page = await http.get(`/kb/${path}`);
      expect(page.status).toBe(301);
      expect(page.headers.location).toContain(`/wanderer-${dialect.name}`);
    });
  });
});
