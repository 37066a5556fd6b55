/** wpapi from npm on posts, pages and terms, which have the format it was made for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WPAPI from 'wpapi';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const NAMESPACE = 'mortise/v1';
type Base = 'posts' | 'pages' | 'categories' | 'tags';

interface Resource {
  readonly id: number;
}

describe('wpapi on content', () => {
  let site: PublishedSite;
  let reader: WPAPI;
  let writer: WPAPI;
  beforeAll(async () => {
    site = await publishSite();
    const user = await site.host.createUser('editor');
    const { password } = await site.host.applicationPasswords.create(user.id, { name: 'wpapi' });
    reader = await WPAPI.discover(`${site.url}/kb`);
    writer = (await WPAPI.discover(`${site.url}/api`)).auth({ username: user.login, password });
  });
  afterAll(() => site.close());

  const all = (api: WPAPI, base: Base): WPAPI.Request => api.namespace(NAMESPACE)[base]();
  const one = (api: WPAPI, base: Base, id: number): WPAPI.Request =>
    Object.assign(api, { resource: api.registerRoute(NAMESPACE, `/${base}/(?P<id>[\\d]+)`) })
      .resource()
      .id(id);
  const create = async (base: Base, body: WPAPI.Body): Promise<number> =>
    ((await all(writer, base).create(body)) as Resource).id;

  it.each(['posts', 'pages'] as const)('creates, reads, updates, trashes and deletes %s', async (base) => {
    const id = await create(base, { title: 'Soup', content: '<p>Hot</p>', status: 'publish' });
    expect(await one(reader, base, id)).toMatchObject({
      id,
      title: { rendered: 'Soup' },
      content: { rendered: expect.stringContaining('<p>Hot</p>') },
    });
    expect(await one(writer, base, id).update({ title: 'Bread' })).toMatchObject({ title: { raw: 'Bread' } });
    expect(await one(writer, base, id).edit()).toMatchObject({
      title: { raw: 'Bread' },
      content: { raw: '<p>Hot</p>' },
    });
    expect(await one(writer, base, id).delete()).toMatchObject({ id, status: 'trash' });
    await expect(one(reader, base, id).get()).rejects.toMatchObject({ code: 'rest_post_invalid_id' });
    expect(await one(writer, base, id).delete({ force: true })).toMatchObject({ deleted: true, previous: { id } });
  });

  it.each(['categories', 'tags'] as const)('creates, reads, updates and deletes %s', async (base) => {
    const id = await create(base, { name: 'Birds' });
    expect(await one(reader, base, id)).toMatchObject({ id, name: 'Birds', slug: 'birds', count: 0 });
    expect(await one(writer, base, id).update({ name: 'Fish' })).toMatchObject({ name: 'Fish' });
    await expect(all(writer, base).create({ name: 'Fish' })).rejects.toMatchObject({
      code: 'term_exists',
      data: { term_id: id },
    });
    expect(await one(writer, base, id).delete({ force: true })).toMatchObject({ deleted: true });
  });

  it('assigns terms to posts, embeds them and follows the pages of a list', async () => {
    const category = await create('categories', { name: 'Listed' });
    const tag = await create('tags', { name: 'Marked' });
    for (let number = 1; number <= 5; number += 1) {
      await create('posts', { title: `Bird ${number}`, status: 'publish', categories: [category], tags: [tag] });
    }
    const birds = all(reader, 'posts').param('categories', category).param('orderby', 'title').param('order', 'asc');
    const first = (await birds.perPage(2).embed()) as (Resource & { title: object; _embedded: object })[] & {
      _paging: WPAPI.Paging;
    };
    expect(first._paging).toMatchObject({ total: 5, totalPages: 3 });
    expect(first[0]).toMatchObject({
      title: { rendered: 'Bird 1' },
      _embedded: { 'wp:term': [[{ id: category }], [{ id: tag }]] },
    });
    expect([...((await first._paging.next) as Resource[])]).toMatchObject([
      { title: { rendered: 'Bird 3' } },
      { title: { rendered: 'Bird 4' } },
    ]);
  });

  it('lists drafts with credentials and rejects without them', async () => {
    await create('posts', { title: 'Draft of a soup', status: 'draft' });
    const drafts = (await all(writer, 'posts').status(['draft', 'pending']).search('soup')) as Resource[];
    expect([...drafts]).toMatchObject([{ title: { rendered: 'Draft of a soup' } }]);
    await expect(all(reader, 'posts').status('draft').get()).rejects.toMatchObject({ code: 'rest_forbidden_status' });
  });
});
