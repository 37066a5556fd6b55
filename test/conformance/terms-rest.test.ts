import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { type ContentAnswer, type ContentHost, openContentHost, type Role } from './content-host.js';

interface TermData {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
  readonly parent?: number;
}

describe.each(dialects)('categories and tags over REST on $name', (dialect) => {
  let content: ContentHost;
  let count = 0;

  beforeAll(async () => {
    content = await openContentHost(dialect);
  });
  afterAll(() => content?.close());

  const get = (path: string, as: Role = 'anonymous') => content.call(as, 'GET', path);

  async function term(base: 'categories' | 'tags', input: Readonly<Record<string, unknown>> = {}): Promise<TermData> {
    count += 1;
    const answer = await content.call('administrator', 'POST', `/${base}`, { name: `Term ${count}`, ...input });
    expect(answer.status).toBe(201);
    return answer.data as TermData;
  }

  function expectError(answer: ContentAnswer, status: number, code: string): void {
    expect({ status: answer.status, data: answer.data }).toMatchObject({ status, data: { code, data: { status } } });
  }

  const idsOf = (answer: ContentAnswer): number[] => (answer.data as TermData[]).map(({ id }) => id);

  it('have the fields of WordPress terms', async () => {
    const answer = await content.call('editor', 'POST', '/categories', { name: 'Fish & Chips', description: 'Fried' });
    const { id } = answer.data as TermData;
    const restUrl = 'http://localhost:8080/api/mortise/v1';
    expect(answer).toMatchObject({ status: 201, headers: { Location: `${restUrl}/categories/${id}` } });
    expect((await get(`/categories/${id}`)).data).toEqual({
      id,
      count: 0,
      description: 'Fried',
      link: null,
      name: 'Fish & Chips',
      slug: 'fish-chips',
      taxonomy: 'category',
      locale: 'en',
      parent: 0,
      meta: {},
      _links: {
        self: [{ href: `${restUrl}/categories/${id}` }],
        collection: [{ href: `${restUrl}/categories` }],
        'wp:post_type': [{ href: `${restUrl}/posts?categories=${id}` }],
      },
    });
  });

  it.each<[Role, string, string, object, number, string]>([
    ['anonymous', 'POST', '/categories', { name: 'x' }, 401, 'rest_forbidden'],
    ['author', 'POST', '/categories', { name: 'x' }, 403, 'rest_forbidden'],
    ['author', 'POST', '/tags', { name: 'x' }, 403, 'rest_forbidden'],
    ['editor', 'POST', '/tags', {}, 400, 'rest_missing_callback_param'],
    ['editor', 'POST', '/tags', { name: '   ' }, 400, 'rest_invalid_param'],
    ['editor', 'POST', '/categories', { name: 'x', parent: 999_999 }, 400, 'rest_invalid_param'],
    ['editor', 'PUT', '/tags/999999', { name: 'x' }, 404, 'rest_term_invalid'],
    ['editor', 'DELETE', '/tags/999999?force=true', {}, 404, 'rest_term_invalid'],
    ['anonymous', 'GET', '/tags/999999', {}, 404, 'rest_term_invalid'],
    ['anonymous', 'GET', '/tags?context=edit', {}, 401, 'rest_forbidden_context'],
    ['anonymous', 'GET', '/tags?post=999999', {}, 404, 'rest_post_invalid_id'],
  ])('%s %s %s %j: return %i %s', async (role, method, path, body, status, code) => {
    expectError(await content.call(role, method, path, method === 'GET' ? undefined : body), status, code);
  });

  it('report an existing term with the same name or slug', async () => {
    const { id } = await term('tags', { name: 'Twice' });
    for (const body of [{ name: 'twice' }, { name: 'Other', slug: 'twice' }]) {
      const answer = await content.call('editor', 'POST', '/tags', body);
      expectError(answer, 400, 'term_exists');
      expect(answer.data).toMatchObject({ data: { term_id: id } });
    }
    // Another parent, another locale or a merely similar name does not conflict.
    const top = await term('categories', { name: 'Twice' });
    expect(await term('categories', { name: 'Twice', parent: top.id })).toMatchObject({ slug: 'twice' });
    expect(await term('tags', { name: 'Twice', locale: 'de' })).toMatchObject({ slug: 'twice' });
    expect(await term('tags', { name: 'Twice!' })).toMatchObject({ slug: 'twice-2' });
  });

  it('can be renamed and moved, but never below themselves', async () => {
    const top = await term('categories', { name: 'House' });
    const below = await term('categories', { name: 'Room', parent: top.id });
    const changed = await content.call('editor', 'PATCH', `/categories/${below.id}`, { name: 'Kitchen' });
    expect(changed.data).toMatchObject({ name: 'Kitchen', slug: 'room', parent: top.id });
    const call = (body: object) => content.call('editor', 'PUT', `/categories/${top.id}`, body);
    expectError(await call({ parent: below.id }), 400, 'rest_invalid_param');
    expectError(await call({ parent: (await term('tags')).id }), 400, 'rest_invalid_param');
    expect(idsOf(await get(`/categories?parent=${top.id}`))).toEqual([below.id]);
  });

  it('keep their posts when deleted, and their children move up', async () => {
    const top = await term('categories', { name: 'Shelf' });
    const middle = await term('categories', { name: 'Box', parent: top.id });
    const below = await term('categories', { name: 'Bag', parent: middle.id });
    await term('categories', { name: 'Bag', parent: top.id });
    const { id } = await content.create('/posts', { title: 'In a box', categories: [middle.id, top.id] });
    expectError(await content.call('editor', 'DELETE', `/categories/${middle.id}`), 501, 'rest_trash_not_supported');
    const answer = await content.call('editor', 'DELETE', `/categories/${middle.id}?force=true`);
    expect(answer.data).toMatchObject({ deleted: true, previous: { id: middle.id } });
    expect((await get(`/categories/${below.id}`)).data).toMatchObject({ parent: top.id, slug: 'bag-2' });
    expect((await get(`/posts/${id}`, 'administrator')).data).toMatchObject({ categories: [top.id] });
  });

  it('count only published posts, and are listed with any order and filter', async () => {
    const [none, one, two] = [await term('tags'), await term('tags'), await term('tags', { name: 'Zebra' })];
    const all = [none.id, one.id, two.id];
    await content.create('/posts', { title: 'a', status: 'publish', tags: [one.id, two.id] });
    await content.create('/posts', { title: 'b', status: 'publish', tags: [two.id] });
    for (const status of ['draft', 'pending', 'private'] as const) {
      await content.create('/posts', { title: 'c', status, tags: all });
    }
    const list = async (query: string, as: Role = 'anonymous') =>
      (await get(`/tags?include=${all}&${query}`, as)).data as TermData[];
    for (const role of ['anonymous', 'administrator'] as const) {
      expect((await list('orderby=id', role)).map(({ count }) => count)).toEqual([0, 1, 2]);
    }
    expect((await list('orderby=count&order=desc')).map(({ id }) => id)).toEqual([two.id, one.id, none.id]);
    expect((await list('hide_empty=true&orderby=id')).map(({ id }) => id)).toEqual([one.id, two.id]);
    expect((await list('search=zeb')).map(({ id }) => id)).toEqual([two.id]);
    expect((await list(`exclude=${one.id}&orderby=include`)).map(({ id }) => id)).toEqual([none.id, two.id]);
    expect((await list(`slug=${one.slug}`)).map(({ id }) => id)).toEqual([one.id]);
    const paged = await get(`/tags?include=${all}&per_page=2&page=2`);
    expect(paged.headers).toMatchObject({ 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2' });
    expectError(await get(`/tags?include=${all}&page=9`), 400, 'rest_post_invalid_page_number');
  });

  it('are listed per post in its order, and hidden with it', async () => {
    const [one, two] = [await term('tags'), await term('tags')];
    const open = await content.create('/posts', { title: 'Open', status: 'publish', tags: [two.id, one.id] });
    const hidden = await content.create('/posts', { title: 'Hidden', status: 'draft', tags: [one.id] });
    expect(idsOf(await get(`/tags?post=${open.id}`))).toEqual([two.id, one.id]);
    expectError(await get(`/tags?post=${hidden.id}`), 404, 'rest_post_invalid_id');
    expect(idsOf(await get(`/tags?post=${hidden.id}`, 'editor'))).toEqual([one.id]);
  });

  it('are created once for concurrent requests with the same name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => content.call('editor', 'POST', '/tags', { name: 'At once' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400]);
  });
});
