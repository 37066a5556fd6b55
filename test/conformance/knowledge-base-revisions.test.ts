import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../support/databases.js';
import { expectError, type KbHost, MOMENT, openKbHost, type Role } from './knowledge-base-host.js';

describe.each(dialects)('article revisions over REST on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const get = (path: string, as: Role = 'editor') => kb.call(as, 'GET', path);
  const query = (id: number, body: object) => kb.call('editor', 'PUT', `/articles/${id}`, body);

  async function written(): Promise<number> {
    const id = await kb.article({ title: 'Old', content: '*first*', tags: ['a'], excerpt: 'short' });
    await query(id, { title: 'New', content: 'second', tags: ['b'], excerpt: 'shorter' });
    await query(id, { sticky: true });
    return id;
  }

  it('are listed newest first, with pages', async () => {
    const id = await written();
    const answer = await get(`/articles/${id}/revisions?per_page=2`);
    expect(answer).toMatchObject({ status: 200, headers: { 'X-CMS-Total': '3', 'X-CMS-TotalPages': '2' } });
    expect(answer.data).toEqual([
      {
        article_id: id,
        version: 3,
        kind: 'save',
        parent_version: null,
        author: kb.users.editor.id,
        author_name: kb.users.editor.login,
        date: expect.stringMatching(MOMENT),
        title: { raw: 'New', rendered: 'New' },
        _links: expect.objectContaining({ up: expect.anything() }),
      },
      expect.objectContaining({ version: 2 }),
    ]);
    expect((await get(`/articles/${id}/revisions?per_page=2&page=2`)).data).toMatchObject([{ version: 1 }]);
    expectError(await get(`/articles/${id}/revisions?page=2`), 400, 'vendor_kb_invalid_page');
  });

  it('return the content of the article at that time', async () => {
    const id = await written();
    expect(await get(`/articles/${id}/revisions/1`)).toMatchObject({
      status: 200,
      data: {
        version: 1,
        title: { raw: 'Old' },
        content: { raw: '*first*', rendered: expect.stringContaining('<em>first</em>'), format: 'markdown' },
        excerpt: { raw: 'short' },
        tags: ['a'],
        sticky: false,
      },
    });
    expectError(await get(`/articles/${id}/revisions/4`), 404, 'vendor_kb_revision_not_found');
  });

  it('are restored as a new version that references them', async () => {
    const id = await written();
    const answer = await kb.call('editor', 'POST', `/articles/${id}/revisions/1/restore`);
    expect(answer).toMatchObject({
      status: 200,
      headers: { ETag: expect.stringContaining(`"a${id}-v4-`) },
      data: { version: 4, title: { raw: 'Old' }, content: { raw: '*first*' }, tags: ['a'], sticky: true },
    });
    expect((await get(`/articles/${id}/revisions/4`)).data).toMatchObject({ kind: 'restore', parent_version: 1 });
    await query(id, { excerpt: 'another' });
    expect((await get(`/articles/${id}/revisions/5`)).data).toMatchObject({ kind: 'save', parent_version: null });
  });

  it('create no version when they equal the current content', async () => {
    const id = await written();
    const answer = await kb.call('editor', 'POST', `/articles/${id}/revisions/2/restore`);
    expect(answer).toMatchObject({ status: 200, data: { version: 3 } });
  });

  it('are not restored over a concurrent change', async () => {
    const id = await written();
    const path = `/articles/${id}/revisions/1/restore`;
    expectError(await kb.call('editor', 'POST', path, { version: 2 }), 412, 'vendor_kb_version_conflict');
    const old = { 'if-match': `"a${id}-v2-edit"` };
    expectError(await kb.call('editor', 'POST', path, undefined, old), 412, 'vendor_kb_version_conflict');
    expect(await kb.call('editor', 'POST', path, { version: 3 })).toMatchObject({ status: 200 });
  });

  it('are not found for a hidden article', async () => {
    const rule = { mode: 'users', users: [kb.users.subscriber.id] };
    const id = await kb.article({ access_rule: rule });
    expectError(await get(`/articles/${id}/revisions`), 404, 'vendor_kb_article_not_found');
    expectError(
      await kb.call('editor', 'POST', `/articles/${id}/revisions/1/restore`),
      404,
      'vendor_kb_article_not_found',
    );
    expect((await get(`/articles/${id}/revisions`, 'administrator')).status).toBe(200);
  });

  it('require permission to edit their article', async () => {
    const id = await written();
    for (const [method, path] of [
      ['GET', 'revisions'],
      ['GET', 'revisions/1'],
      ['POST', 'revisions/1/restore'],
    ] as const) {
      const call = (as: Role, article: number) => kb.call(as, method, `/articles/${article}/${path}`);
      expectError(await call('anonymous', id), 401, 'rest_forbidden');
      for (const role of ['subscriber', 'contributor', 'author'] as const) {
        expectError(await call(role, id), 403, 'rest_forbidden');
      }
      expect((await call('kb_manager', id)).status).toBe(200);
      expectError(await call('editor', 99_999_999), 404, 'vendor_kb_article_not_found');
    }
    const draft = await kb.article({ status: 'draft' });
    expectError(await get(`/articles/${draft}/revisions`, 'author'), 404, 'vendor_kb_article_not_found');
    const own = await kb.article({ status: 'draft' }, 'contributor');
    expect((await get(`/articles/${own}/revisions`, 'contributor')).status).toBe(200);
  });
});
