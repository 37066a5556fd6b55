/**
 * wpapi from npm. It discovers the REST root by the Link header of a page and builds its methods from the index. It
 * treats templates like `{id}` as fixed text, so paths with a parameter are registered in the way it documents, or a
 * site translates its index.
 */
import { definePlugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WPAPI from 'wpapi';
import { type PublishedSite, publishSite } from '../support/published-site.js';

const NAMESPACE = 'vendor-kb/v1';

interface Article {
  readonly id: number;
  readonly title: { readonly rendered: string; readonly raw?: string };
  readonly version: number;
}

/** Plugin with two routes, one linking to the other for embedding. */
const menu = () =>
  definePlugin({
    name: 'acme-menu',
    version: '1.0.0',
    setup({ rest, site }) {
      rest.route('acme/v1', {
        method: 'GET',
        path: '/menu',
        summary: 'The menu of the day',
        permission: 'public',
        handler: () => ({ _links: { dish: [{ href: site.url('/api/acme/v1/dishes/1'), embeddable: true }] } }),
      });
      rest.route('acme/v1', {
        method: 'GET',
        path: '/dishes/{id}',
        summary: 'A dish',
        args: { id: { type: 'integer' } },
        permission: 'public',
        handler: ({ args }) => ({ id: args.id, name: 'Stew' }),
      });
    },
  });

describe('wpapi', () => {
  let site: PublishedSite;
  /** Client without credentials. */
  let reader: WPAPI;
  /** Client with an application password. */
  let writer: WPAPI;
  beforeAll(async () => {
    site = await publishSite({ plugins: [knowledgeBase(), menu()] });
    const user = await site.host.createUser('administrator');
    const { password } = await site.host.applicationPasswords.create(user.id, { name: 'wpapi' });
    reader = await WPAPI.discover(`${site.url}/kb`);
    writer = (await WPAPI.discover(`${site.url}/api`)).auth({ username: user.login, password });
  });
  afterAll(() => site.close());

  const articles = (api: WPAPI): WPAPI.Request => api.namespace(NAMESPACE).articles();
  /** Registers a plugin route as documented by wpapi. The method belongs to the instance that it is called on. */
  const article = (api: WPAPI, id: number): WPAPI.Request =>
    Object.assign(api, { article: api.registerRoute(NAMESPACE, '/articles/(?P<id>[\\d]+)') })
      .article()
      .id(id);
  const write = async (title: string, more: WPAPI.Body = {}): Promise<Article> =>
    (await articles(writer).create({ title, status: 'publish', ...more })) as Article;

  it('finds the root by the Link header of any page and builds its methods from the index', () => {
    expect(articles(reader).toString()).toBe(`${site.url}/api/${NAMESPACE}/articles`);
    expect(Object.keys(reader.namespace(NAMESPACE))).toEqual(
      expect.arrayContaining(['articles', 'categories', 'search']),
    );
  });

  it('creates, reads, updates and deletes with an application password', async () => {
    const { id, version } = await write('Soup');
    expect(await article(writer, id).edit()).toMatchObject({ id, title: { raw: 'Soup' } });
    expect(await article(reader, id)).toMatchObject({ id, title: { rendered: 'Soup' } });
    const changed = await article(writer, id).update({ title: 'Bread', version });
    expect(changed).toMatchObject({ id, title: { raw: 'Bread' }, version: version + 1 });
    expect(await article(writer, id).delete({ force: true })).toMatchObject({ deleted: true, previous: { id } });
    await expect(article(reader, id).get()).rejects.toMatchObject({ data: { status: 404 } });
  });

  it('follows the pages of a list in both directions', async () => {
    for (let number = 1; number <= 5; number += 1) await write(`Bird ${number}`, { tags: ['sing & fly'] });
    const birds = articles(reader).param('tag', 'sing & fly').param('orderby', 'title').perPage(2);
    const seen: string[][] = [];
    let page = (await birds) as Article[] & { _paging: WPAPI.Paging };
    expect(page._paging).toMatchObject({ total: 5, totalPages: 3 });
    for (;;) {
      seen.push(page.map(({ title }) => title.rendered));
      if (!page._paging.next) break;
      page = (await page._paging.next) as typeof page;
    }
    expect(seen).toEqual([['Bird 1', 'Bird 2'], ['Bird 3', 'Bird 4'], ['Bird 5']]);
    const before = (await page._paging.prev) as typeof page;
    expect(before.map(({ title }) => title.rendered)).toEqual(seen[1]);
  });

  it('supports the parameters listed in the index', async () => {
    await write('Draft of a soup', { status: 'draft' });
    const found = (await articles(writer).status(['draft', 'pending']).search('soup')) as Article[];
    expect(found.map(({ title }) => title.rendered)).toEqual(['Draft of a soup']);
    const headers = await articles(writer).status('draft').headers();
    expect(headers['x-wp-total']).toBe('1');
  });

  it('embeds linked resources', async () => {
    expect(await reader.root('acme/v1/menu').embed()).toMatchObject({ _embedded: { dish: [{ name: 'Stew' }] } });
  });

  it('rejects with the error of the host', async () => {
    await expect(articles(reader).create({ title: 'Nobody' })).rejects.toMatchObject({
      code: 'rest_forbidden',
      message: expect.any(String),
      data: { status: 401, request_id: expect.any(String) },
    });
    await expect(articles(reader).page(99).get()).rejects.toMatchObject({ code: 'vendor_kb_invalid_page' });
    const wrong = new WPAPI({ endpoint: `${site.url}/api` }).auth({ username: 'nobody', password: 'abcd efgh' });
    await expect(wrong.root().get()).rejects.toMatchObject({ code: 'incorrect_password', data: { status: 401 } });
  });

  it('has methods for path parameters when the site writes its index like WordPress', async () => {
    const { id } = await write('Translated');
    site.host.hooks.addFilter('rest_index', (index) => ({
      ...index,
      routes: Object.fromEntries(
        Object.entries(index.routes as Record<string, unknown>).map(([path, route]) => [
          path.replace(/\{(\w+)\}/g, (_, name: string) => `(?P<${name}>${name === 'id' ? '[\\d]+' : '[^/]+'})`),
          route,
        ]),
      ),
    }));
    const translated = await WPAPI.discover(`${site.url}/kb`);
    expect(await articles(translated).id(id)).toMatchObject({ id, title: { rendered: 'Translated' } });
  });
});
