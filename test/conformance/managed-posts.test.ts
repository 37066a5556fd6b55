import { definePlugin, type User } from 'mortise';
import { capabilityName } from 'mortise/access';
import type { Post, PostStatus, PostViewer } from 'mortise/content';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../core/media/pictures.js';
import { dialects, migratedDatabase } from '../support/databases.js';

/**
 * Diary pages: everyone reads `publish`, visitors with the cookie `diary=open` read `private`, authors read all of
 * theirs.
 */
const diary = definePlugin({
  name: 'acme-diary',
  version: '1.0.0',
  setup({ content }) {
    content.registerType({
      name: 'acme_page',
      labels: { plural: 'Diary pages', singular: 'Diary page' },
      rest: false,
      managed: {
        capabilities: (act, user, post) =>
          act === 'delete' ? ['do_not_allow'] : [capabilityName(post.authorId === user.id ? 'read' : 'manage_options')],
        readable: ({ reader, cookies }: PostViewer) => {
          const states: PostStatus[] = cookies.get('diary') === 'open' ? ['publish', 'private'] : ['publish'];
          return (posts) =>
            posts.or([posts('posts.status', 'in', states), posts('posts.author_id', '=', reader?.id ?? -1)]);
        },
      },
    });
  },
});

describe.each(dialects)('post type managed by its plugin on $name', (dialect) => {
  let host: TestHost;
  let http: Agent;
  let drop: () => Promise<void>;
  const users = {} as Record<'subscriber' | 'author' | 'editor' | 'administrator', User>;
  beforeAll(async () => {
    const database = await migratedDatabase(dialect);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [diary] });
    http = request(await host.listen());
    for (const role of ['subscriber', 'author', 'editor', 'administrator'] as const) {
      users[role] = await host.createUser(role);
    }
  });
  afterAll(async () => {
    await host.close();
    await drop();
  });

  let count = 0;
  async function page(status: PostStatus, more: Partial<Post> = {}): Promise<Post> {
    count += 1;
    const post = { type: 'acme_page', status, title: 'P', slug: `p-${count}`, authorId: 0, locale: 'en', ...more };
    return host.content.posts.create(post);
  }
  async function fileOf(postId: number, authorId = 0): Promise<{ id: number; url: string }> {
    return host.media.create(await png(8, 8), { filename: 'p.png', postId, authorId });
  }
  async function headersOf(user: User | null, cookie = ''): Promise<Record<string, string>> {
    if (!user) return cookie === '' ? {} : { Cookie: cookie };
    const { token } = await host.sessions.create({ userId: user.id, userAgent: 'test', ip: '127.0.0.1' });
    return { Cookie: `cms_session=${token}; ${cookie}` };
  }
  const load = async (url: string, user: User | null, cookie?: string): Promise<number> =>
    (await http.get(url).set(await headersOf(user, cookie))).status;
  async function listed(user: User | null, ids: readonly number[], headers = {}): Promise<[number[], number]> {
    const path = `/mortise/v1/media?include=${ids.join(',')}&per_page=100&orderby=id&order=asc`;
    const answer = await host.request('GET', path, { as: user, headers });
    const found = (answer.data as { id: number }[]).map(({ id }) => id);
    return [found, Number(answer.headers['X-CMS-Total'])];
  }

  it('is not published, written or routed by the core', async () => {
    const { id } = await page('future', { publishedAt: new Date('2020-01-01') });
    expect(await host.content.publishing.publishDue()).not.toContain(id);
    expect((await host.content.posts.get(id))?.status).toBe('future');
    const writer = { user: users.administrator };
    const refused = { code: 'post_type_managed', status: 400 };
    await expect(host.content.publishing.create('acme_page', { title: 'T' }, writer)).rejects.toMatchObject(refused);
    await expect(host.content.publishing.update(id, { title: 'T' }, writer)).rejects.toMatchObject(refused);
    await expect(host.content.publishing.delete(id, writer)).rejects.toMatchObject(refused);
    for (const path of ['posts', 'pages', 'acme_page']) {
      expect((await host.request('GET', `/mortise/v1/${path}/${id}`, { as: users.administrator })).status).toBe(404);
    }
  });

  it('has its capabilities mapped by the plugin', async () => {
    const post = await page('draft', { authorId: users.subscriber.id });
    const can = (user: User, name: 'delete_post' | 'edit_post' | 'read_post') => host.access.can(user, name, post);
    expect(await can(users.subscriber, 'edit_post')).toBe(true);
    expect(await can(users.editor, 'edit_post')).toBe(false);
    expect(await can(users.administrator, 'read_post')).toBe(true);
    expect(await can(users.administrator, 'delete_post')).toBe(false);
    expect(host.access.hasCapability('edit_acme_pages')).toBe(false);
  });

  it('shows the files of readable posts: by URL, by ID, in lists and in totals', async () => {
    const open = await fileOf((await page('publish')).id);
    const half = await fileOf((await page('private')).id);
    const shut = await fileOf((await page('draft')).id);
    const ids = [open.id, half.id, shut.id];
    for (const user of [null, users.subscriber, users.author, users.editor, users.administrator]) {
      expect(await listed(user, ids)).toEqual([[open.id], 1]);
      for (const [file, status] of [
        [open, 200],
        [half, 404],
        [shut, 404],
      ] as const) {
        expect(await load(file.url, user)).toBe(status);
      }
      const one = await host.request('GET', `/mortise/v1/media/${half.id}`, { as: user });
      expect(one.status).toBe(user ? 403 : 401);
    }
    expect(await listed(null, ids, { Cookie: 'diary=open' })).toEqual([[open.id, half.id], 2]);
    expect(await load(half.url, null, 'diary=open')).toBe(200);
    expect(await load(shut.url, null, 'diary=open')).toBe(404);
  });

  it('allows shared caching only of files that anonymous visitors may load', async () => {
    const open = await fileOf((await page('publish')).id);
    const half = await fileOf((await page('private')).id);
    expect((await http.get(open.url)).headers['cache-control']).toMatch(/^public/);
    const { headers } = await http.get(half.url).set('Cookie', 'diary=open');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('keeps own uploads and unattached files open, and files of drafts closed where featured', async () => {
    const { id: postId } = await page('draft');
    const shut = await fileOf(postId);
    const own = await fileOf(postId, users.author.id);
    const loose = await fileOf(0);
    const ids = [shut.id, own.id, loose.id];
    expect(await listed(users.author, ids)).toEqual([[own.id, loose.id], 2]);
    for (const { id } of [shut, loose]) await page('publish', { type: 'post', featuredMedia: id });
    expect(await listed(users.author, ids)).toEqual([[own.id, loose.id], 2]);
    expect(await listed(null, ids)).toEqual([[loose.id], 1]);
    expect([await load(shut.url, null), await load(loose.url, null)]).toEqual([404, 200]);
  });

  it('hides closed files from editors, even when they try to change them', async () => {
    const shut = await fileOf((await page('draft')).id);
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', '?force=true'],
    ] as const) {
      const answer = await host.request(method, `/mortise/v1/media/${shut.id}${path}`, {
        as: users.editor,
        body: { title: 'Mine' },
      });
      expect(answer).toMatchObject({ status: 404, data: { code: 'attachment_not_found' } });
    }
    expect(await host.media.get(shut.id)).not.toBeNull();
  });

  it('counts the same files in the total as it lists', async () => {
    const draft = (await page('draft')).id;
    const open = (await page('publish')).id;
    const ids: number[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await fileOf(index % 2 === 0 ? draft : open)).id);
    const answer = await host.request('GET', `/mortise/v1/media?include=${ids}&per_page=1&page=2`, { as: null });
    expect(answer).toMatchObject({ status: 200, data: [{ id: expect.any(Number) }] });
    expect(answer.headers['X-CMS-Total']).toBe('2');
  });
});

describe('managed post type', () => {
  const managed = { capabilities: () => ['read'], readable: () => () => undefined as never };
  it.each([
    ['routes', { rest: { base: 'things' } }],
    ['capabilities of the core', { rest: false as const, capabilities: ['thing', 'things'] as const }],
  ])('cannot have %s', async (_, more) => {
    const plugin = definePlugin({
      name: 'acme-things',
      version: '1.0.0',
      setup: ({ content }) =>
        content.registerType({ name: 'acme_thing', labels: { plural: 'T', singular: 'T' }, managed, ...more }),
    });
    await expect(createTestHost({ plugins: [plugin] })).rejects.toThrow(/managed post types/);
  });

  it('closes the files of its posts when its plugin is inactive', async () => {
    const host = await createTestHost({ plugins: [diary] });
    try {
      const post = { type: 'acme_page', status: 'publish', title: 'P', slug: 'p', authorId: 0, locale: 'en' } as const;
      const { id: postId } = await host.content.posts.create(post);
      const { id } = await host.media.create(await png(8, 8), { filename: 'p.png', postId });
      const status = async () => (await host.request('GET', `/mortise/v1/media/${id}`, { as: null })).status;
      expect(await status()).toBe(200);
      await host.plugins.deactivate('acme-diary');
      expect(await status()).toBe(401);
    } finally {
      await host.close();
    }
  });
});
