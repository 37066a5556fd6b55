import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

describe.each(dialects)('article changes, on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const put = (as: Role, path: string, body: object, headers = {}) => kb.call(as, 'PUT', path, body, headers);
  const tagOf = async (id: number): Promise<string> =>
    (await kb.call('administrator', 'GET', `/articles/${id}`)).headers.ETag ?? '';

  it('are rejected with the author of the current version, not of the article', async () => {
    const id = await kb.article({}, 'author');
    const stale = await tagOf(id);
    await put('editor', `/articles/${id}`, { title: 'Saved over it' });
    for (const answer of [
      await put('author', `/articles/${id}`, { title: 'Mine' }, { 'If-Match': stale }),
      await put('author', `/articles/${id}`, { title: 'Mine', version: 1 }),
    ]) {
      expect(answer).toMatchObject({
        status: 412,
        data: { data: { details: { version: 2, author: kb.users.editor.id } } },
      });
    }
  });

  it.each([
    ['scheduled', { status: 'future', date: '2051-01-01T00:00:00.000Z' }],
    ['published', { status: 'publish', date: '2025-01-01T00:00:00.000Z' }],
    ['draft', { status: 'draft' }],
  ])('keep a %s article as it is when a response is sent back', async (_, fields) => {
    const id = await kb.article(fields, 'administrator');
    const { data: before } = await kb.call('administrator', 'GET', `/articles/${id}?context=edit`);
    const saved = await put('administrator', `/articles/${id}?context=edit`, before as object);
    expect(saved).toMatchObject({ status: 200 });
    const { status, published_at } = before as { status: string; published_at: string | null };
    expect(saved.data).toMatchObject({ status, published_at });
  });

  it.each(['', '?force=true'])('reject DELETE%s with an outdated ETag', async (query) => {
    const id = await kb.article();
    const stale = await tagOf(id);
    await put('editor', `/articles/${id}`, { title: 'Worth keeping' });
    const refused = await kb.call('administrator', 'DELETE', `/articles/${id}${query}`, undefined, {
      'If-Match': stale,
    });
    expectError(refused, 412, 'vendor_kb_version_conflict');
    expect((await kb.call('anonymous', 'GET', `/articles/${id}`)).status).toBe(200);
    const headers = { 'If-Match': await tagOf(id) };
    expect((await kb.call('administrator', 'DELETE', `/articles/${id}${query}`, undefined, headers)).status).toBe(200);
  });

  it('use an ETag that covers attachments and staleness, but match If-Match by version', async () => {
    const id = await kb.article();
    const first = await tagOf(id);
    const file = await kb.host.media.create(Buffer.from(`%PDF-1.7\n${id}`), {
      filename: 'a.pdf',
      authorId: kb.users.administrator.id,
    });
    expect((await kb.call('administrator', 'POST', `/articles/${id}/attachments`, { media_id: file.id })).status).toBe(
      201,
    );
    const second = await tagOf(id);
    expect(second).not.toBe(first);
    const { views } = kb.host.plugin('knowledge-base');
    const view = (await kb.call('administrator', 'GET', `/articles/${id}`)).data as Parameters<typeof views.etag>[0];
    expect(views.etag({ ...view, stale: false }, 'view')).toBe(second);
    expect(views.etag({ ...view, stale: true }, 'view')).not.toBe(second);
    expect((await put('administrator', `/articles/${id}`, { title: 'On' }, { 'If-Match': first })).status).toBe(200);
  });

  it('explain a taken slug when restoring from the trash, and accept another slug', async () => {
    const id = await kb.article({ slug: 'again' });
    await kb.call('administrator', 'DELETE', `/articles/${id}`);
    await kb.category({ name: 'Taker', slug: 'again' });
    const refused = await put('administrator', `/articles/${id}`, { status: 'publish' });
    expectError(refused, 409, 'vendor_kb_slug_taken');
    expect((refused.data as { message: string }).message).toMatch(/send another `slug`/i);
    expect((await put('administrator', `/articles/${id}`, { status: 'publish', slug: 'again-2' })).status).toBe(200);
  });

  it('redirect old slug paths to new ones for readers who may see the article', async () => {
    const category = await kb.category({ slug: 'shelf' });
    const id = await kb.article({ slug: 'before', categories: [category] });
    await put('administrator', `/articles/${id}`, { slug: 'after' });
    const ask = (path: string) => kb.call('anonymous', 'GET', `/articles/slug:${encodeURIComponent(path)}`);
    const moved = await ask('shelf/before');
    expect(moved.status).toBe(301);
    expect(moved.headers.Location).toMatch(/\/articles\/slug:shelf%2Fafter\?locale=en$/);
    await put('administrator', `/categories/${category}`, { slug: 'board' });
    expect((await ask('shelf/after')).headers.Location).toMatch(/slug:board%2Fafter/);
    expect((await ask('board/after')).status).toBe(200);
    await put('administrator', `/articles/${id}`, { access_rule: { mode: 'nobody' } });
    expect((await ask('shelf/before')).status).toBe(404);
    expect((await ask('shelf/nothing')).status).toBe(404);
  });

  it('reject order values beyond the range of exports', async () => {
    for (const order of [2_000_000_001, -2_000_000_001, Number.MAX_SAFE_INTEGER]) {
      expectError(
        await kb.call('administrator', 'POST', '/articles', { title: 'Far', order }),
        400,
        'rest_invalid_param',
      );
      expectError(
        await kb.call('administrator', 'POST', '/categories', { name: 'Far', order }),
        400,
        'rest_invalid_param',
      );
    }
    expect(await kb.article({ order: 2_000_000_000 })).toBeGreaterThan(0);
  });

  it('reject access rules that name unknown roles, users or capabilities', async () => {
    for (const [rule, name] of [
      [{ mode: 'roles', roles: ['editor', 'edtior'] }, 'edtior'],
      [{ mode: 'users', users: [kb.users.author.id, 99_999_999] }, '99999999'],
      [{ mode: 'capability', capability: 'raed' }, 'raed'],
      [{ mode: 'capability', capability: 'edit_kb_article' }, 'edit_kb_article'],
    ] as const) {
      for (const path of ['/articles', '/categories']) {
        const body = path === '/articles' ? { title: 'Ruled' } : { name: 'Ruled' };
        const answer = await kb.call('administrator', 'POST', path, { ...body, access_rule: rule });
        expectError(answer, 400, 'vendor_kb_invalid_param');
        expect(JSON.stringify(answer.data)).toContain(name);
      }
    }
    const rule = { mode: 'capability', capability: 'edit_kb_articles' };
    expect(await kb.article({ access_rule: rule })).toBeGreaterThan(0);
  });

  it('keep the check results of links that stay', async () => {
    const { checkLinks } = await import('../../../../src/plugins/knowledge-base/content/link-checks/check-links.js');
    const id = await kb.article({ content: '[gone](/kb/nowhere-at-all) and [site](https://example.org)' });
    await checkLinks(kb.host.plugin('knowledge-base'));
    const broken = async () => {
      const { data } = await kb.call('administrator', 'GET', '/links/broken?per_page=100');
      return (data as { article: { id: number }; href: string }[])
        .filter(({ article }) => article.id === id)
        .map(({ href }) => href);
    };
    expect(await broken()).toEqual(['/kb/nowhere-at-all']);
    await put('administrator', `/articles/${id}`, { content: 'New. [new](/kb/other) [gone](/kb/nowhere-at-all)' });
    expect(await broken()).toEqual(['/kb/nowhere-at-all']);
    await put('administrator', `/articles/${id}`, { content: 'Mended.' });
    expect(await broken()).toEqual([]);
  });
});
