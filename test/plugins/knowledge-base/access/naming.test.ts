import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects, migratedDatabase } from '../../../support/databases.js';

const ADMINISTRATORS = { access_rule: { mode: 'roles', roles: ['administrator'] } };
const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
type Role = (typeof ROLES)[number];

/** Unused id. */
const NOTHING = 99_999_999;

/** Returns a response without its request id, and with its object id replaced by the unused one. */
function impersonal(answer: unknown, id: number): string {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return text.replace(/"request_id":"[^"]*"/, '').replaceAll(new RegExp(`\\b${id}\\b`, 'g'), String(NOTHING));
}

describe.each(dialects)('restricted content on $name', (dialect) => {
  let host: TestHost;
  let end: () => Promise<void>;
  const users = {} as Record<Role, User>;
  beforeAll(async () => {
    const { url, drop } = await migratedDatabase(dialect, [knowledgeBase()]);
    host = await createTestHost({ database: url, plugins: [knowledgeBase()] });
    end = async () => {
      await host.close();
      await drop();
    };
    for (const role of ROLES) users[role] = await host.createUser(role);
  });
  afterAll(() => end?.());

  const send = (as: Role | null, method: string, path: string, body?: object) =>
    host.request(method, path.startsWith('/mortise') ? path : `/vendor-kb/v1${path}`, {
      as: as && users[as],
      ...(body ? { body } : {}),
    });
  async function make(as: Role, path: string, body: object): Promise<number> {
    const { status, data } = await send(as, 'POST', path, body);
    expect(status, JSON.stringify(data)).toBe(201);
    return (data as { id: number }).id;
  }
  const article = (as: Role, body: object = {}) =>
    make(as, '/articles', { title: `Article of ${as}`, status: 'publish', ...body });

  /** Creates an attachment of an article, uploaded for it or added from the library. */
  async function fileOf(articleId: number, { isOfArticle = true } = {}): Promise<{ id: number; path: string }> {
    const fields = {
      filename: 'plan.pdf',
      authorId: users.administrator.id,
      ...(isOfArticle ? { postId: articleId } : {}),
    };
    const { id, url } = await host.media.create(Buffer.from(`%PDF-1.7\n${articleId} ${isOfArticle}`), fields);
    await make('administrator', `/articles/${articleId}/attachments`, { media_id: id });
    return { id, path: new URL(url, host.site.origin).pathname };
  }
  async function waysTo({ id, path }: { id: number; path: string }, as: Role | null): Promise<number[]> {
    const page = await host.visit(path, as ? { as: users[as] } : {});
    return [page.status, (await send(as, 'GET', `/mortise/v1/media/${id}`)).status];
  }

  describe('as a featured image', () => {
    it('is rejected in posts, and in articles exactly like a missing one', async () => {
      for (const isOfArticle of [true, false]) {
        const file = await fileOf(await article('administrator', ADMINISTRATORS), { isOfArticle });
        for (const as of ['contributor', 'author', 'editor'] as const) {
          const own = await article(as, { status: 'draft' });
          for (const [method, path] of [
            ['POST', '/articles'],
            ['PUT', `/articles/${own}`],
          ] as const) {
            for (const body of [{ featured_media: file.id }, { seo: { og_image: file.id } }]) {
              const refused = await send(as, method, path, { title: 'Mine', ...body });
              expect(refused.status, `${as} ${method} ${JSON.stringify(body)}`).toBe(400);
              const missing = JSON.parse(JSON.stringify(body).replace(String(file.id), String(NOTHING)));
              const absent = await send(as, method, path, { title: 'Mine', ...missing });
              expect(impersonal(refused.data, file.id)).toBe(impersonal(absent.data, NOTHING));
            }
          }
          const post = await send(as, 'POST', '/mortise/v1/posts', { title: 'Mine', featured_media: file.id });
          expect(post, as).toMatchObject({ status: 400, data: { code: 'rest_invalid_featured_media' } });
          expect(await waysTo(file, as)).toEqual([404, 403]);
        }
        expect(await waysTo(file, null)).toEqual([404, 401]);
      }
    });

    it('stays restricted when a user with access features it elsewhere', async () => {
      const file = await fileOf(await article('administrator', ADMINISTRATORS));
      await article('administrator', { featured_media: file.id });
      const post = { title: 'News', status: 'publish', featured_media: file.id };
      await make('administrator', '/mortise/v1/posts', post);
      for (const as of [null, 'contributor', 'author', 'editor'] as const) {
        expect(await waysTo(file, as), String(as)).toEqual([404, as ? 403 : 401]);
      }
      expect(await waysTo(file, 'administrator')).toEqual([200, 200]);
      const { data } = await send(null, 'GET', `/mortise/v1/media?include=${file.id}`);
      expect(data).toEqual([]);
    });

    it('is public with its own article, and may stay where it was set before', async () => {
      const id = await article('author');
      const { path, ...file } = await fileOf(id);
      expect((await send('author', 'PUT', `/articles/${id}`, { featured_media: file.id })).status).toBe(200);
      expect(await waysTo({ path, ...file }, null)).toEqual([200, 200]);
      const secret = await fileOf(await article('administrator', ADMINISTRATORS));
      expect((await send('administrator', 'PUT', `/articles/${id}`, { featured_media: secret.id })).status).toBe(200);
      const again = await send('author', 'PUT', `/articles/${id}`, { title: 'Anew', featured_media: secret.id });
      expect(again).toMatchObject({ status: 200, data: { featured_media: secret.id } });
    });
  });

  describe('as a category', () => {
    it('is rejected for articles exactly like a missing one, so that its slugs stay secret', async () => {
      const hidden = await make('administrator', '/categories', { name: 'Board', ...ADMINISTRATORS });
      await article('administrator', { slug: 'merger', categories: [hidden] });
      const own = await article('editor');
      for (const as of ['contributor', 'author', 'editor'] as const) {
        for (const [method, path] of [
          ['POST', '/articles'],
          ['PUT', `/articles/${as === 'editor' ? own : await article(as, { status: 'draft' })}`],
        ] as const) {
          const ask = (id: number) => send(as, method, path, { title: 'T', slug: 'merger', categories: [id] });
          const [refused, absent] = [await ask(hidden), await ask(NOTHING)];
          expect(refused).toMatchObject({ status: 400, data: { code: 'vendor_kb_invalid_param' } });
          expect(impersonal(refused.data, hidden)).toBe(impersonal(absent.data, NOTHING));
        }
      }
      expect((await send('administrator', 'PUT', `/articles/${own}`, { categories: [hidden] })).status).toBe(200);
    });

    it('is treated as missing for an API key with only the scope kb:write', async () => {
      const hidden = await make('administrator', '/categories', { name: 'Vault', ...ADMINISTRATORS });
      const open = await make('administrator', '/categories', { name: 'Hall' });
      const closed = { access_rule: { mode: 'nobody' } };
      await send('administrator', 'PUT', `/categories/${hidden}`, closed);
      const { key } = await host.apiKeys.create({ name: 'k', scopes: ['kb:write'], userId: users.administrator.id });
      const address = await host.listen();
      const call = async (method: string, path: string, body?: object): Promise<[number, string]> => {
        const answer = await fetch(`${address}/api/vendor-kb/v1${path}`, {
          method,
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        return [answer.status, await answer.text()];
      };
      const checks = (id: number): [string, string, object?][] => [
        ['PUT', `/categories/${id}`, { name: 'Mine' }],
        ['DELETE', `/categories/${id}`],
        ['PUT', `/categories/${open}`, { parent: id }],
        ['PUT', `/categories/${open}`, { translation_of: id }],
        ['POST', '/categories', { name: 'Below', parent: id }],
        ['DELETE', `/categories/${open}?reassign=${id}`],
      ];
      const absent = checks(NOTHING);
      for (const [index, question] of checks(hidden).entries()) {
        const [status, text] = await call(...question);
        expect([400, 404], `${question[0]} ${question[1]}: ${status} ${text}`).toContain(status);
        const [sameStatus, same] = await call(...(absent[index] ?? question));
        expect([status, impersonal(text, hidden)]).toEqual([sameStatus, impersonal(same, NOTHING)]);
      }
      expect((await send('administrator', 'GET', `/categories/${hidden}`)).data).toMatchObject({ name: 'Vault' });
    });
  });

  it('is rejected exactly like a missing one as a related article', async () => {
    const [closed, draft] = [
      await article('administrator', ADMINISTRATORS),
      await article('administrator', { status: 'draft' }),
    ];
    const own = await article('author');
    for (const id of [closed, draft]) {
      const ask = (related: number) => send('author', 'PUT', `/articles/${own}`, { related: [related] });
      const [refused, absent] = [await ask(id), await ask(NOTHING)];
      expect(refused.status).toBe(400);
      expect(impersonal(refused.data, id)).toBe(impersonal(absent.data, NOTHING));
    }
    expect((await send('administrator', 'PUT', `/articles/${own}`, { related: [closed] })).status).toBe(200);
    // Related articles set by another user stay.
    expect((await send('author', 'PUT', `/articles/${own}`, { related: [own, closed] })).status).toBe(200);
  });
});
