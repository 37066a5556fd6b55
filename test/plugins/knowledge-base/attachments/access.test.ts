import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../support/databases.js';
import { type AttachmentSite, type AttachmentView, openAttachmentSite, pdf, type Role } from './attachment-site.js';

const CLOSED = { access_rule: { mode: 'nobody' } };
const MEMBERS = { access_rule: { mode: 'logged_in' } };

describe.each(dialects)('attachment access on $name', (dialect) => {
  let site: AttachmentSite;
  let created = 0;
  beforeAll(async () => {
    site = await openAttachmentSite(dialect);
  });
  afterAll(() => site?.close());

  async function upload(article: number, as: Role = 'administrator'): Promise<AttachmentView> {
    created += 1;
    const { status, data } = await site.upload(as, article, pdf(400 + created));
    expect(status).toBe(201);
    return data;
  }

  /** Returns the response status of every path to a file. */
  async function ways(as: Role, { id, media_id }: AttachmentView): Promise<Record<string, number>> {
    const file = await site.host.media.get(media_id);
    const path = new URL(file?.url ?? '', 'http://localhost').pathname;
    const visitor = as === 'anonymous' ? {} : { as: site.users[as] };
    return {
      data: (await site.ask(as, `/attachments/${id}`)).status,
      download: (await site.ask(as, `/attachments/${id}/download`)).status,
      range: (await site.ask(as, `/attachments/${id}/download`).set({ Range: 'bytes=0-3' })).status,
      page: (await site.host.visit(`/kb/-/attachments/${id}/x.pdf`, visitor)).status,
      library: (await site.host.visit(path, visitor)).status,
    };
  }
  const OPEN = { data: 200, download: 200, range: 206, page: 200, library: 200 };

  async function found(as: Role, { media_id }: AttachmentView): Promise<boolean> {
    const { data } = await site.json<{ id: number }[]>(as, 'GET', `/api/mortise/v1/media?include=${media_id}`);
    return Array.isArray(data) && data.some(({ id }) => id === media_id);
  }

  it('is public for a public article', async () => {
    const file = await upload(await site.article());
    expect(await ways('anonymous', file)).toMatchObject(OPEN);
  });

  it('follows the rule of the article, with 404 for the files of an unlisted one', async () => {
    const members = await upload(await site.article(MEMBERS));
    expect(await ways('subscriber', members)).toMatchObject(OPEN);
    expect(await ways('anonymous', members)).toMatchObject({
      data: 401,
      download: 401,
      range: 401,
      page: 401,
      library: 404,
    });
    const hidden = await upload(await site.article(CLOSED));
    for (const role of ['anonymous', 'subscriber', 'author', 'editor'] as const) {
      expect(await ways(role, hidden), role).toMatchObject({
        data: 404,
        download: 404,
        range: 404,
        page: 404,
        library: 404,
      });
    }
    expect(await ways('administrator', hidden)).toMatchObject(OPEN);
    const refused = await site.json('anonymous', 'GET', `/attachments/${members.id}/download`);
    expect(refused.data).toMatchObject({ message: expect.stringMatching(/^Sign in to read the article \d+/) });
    const answer = await site.json('anonymous', 'GET', `/attachments/${hidden.id}/download`);
    expect(answer.data).toMatchObject({ code: 'vendor_kb_attachment_not_found' });
  });

  it('is limited to editors for a draft', async () => {
    const file = await upload(await site.article({ status: 'draft' }));
    expect(await ways('anonymous', file)).toMatchObject({ data: 404, download: 404, page: 404, library: 404 });
    expect(await ways('editor', file)).toMatchObject(OPEN);
  });

  it('is narrowed by a rule of the file on every path to it', async () => {
    const article = await site.article();
    const file = await upload(article);
    await upload(article);
    const rule = { access_rule: { mode: 'roles', roles: ['author'], listed: true } };
    expect(await site.json('administrator', 'PUT', `/attachments/${file.id}`, rule)).toMatchObject({
      status: 200,
      data: {
        access_rule: { mode: 'roles', roles: ['author'] },
        access: { source: { type: 'attachment', id: file.id } },
      },
    });
    expect(await ways('author', file)).toMatchObject(OPEN);
    expect(await ways('anonymous', file)).toMatchObject({
      data: 401,
      download: 401,
      range: 401,
      page: 401,
      library: 404,
    });
    expect((await site.json('anonymous', 'GET', `/attachments/${file.id}/download`)).data).toMatchObject({
      message: `Sign in to read the file ${file.id}.`,
    });
    for (const role of ['subscriber', 'contributor', 'editor'] as const) {
      expect(await ways(role, file), role).toMatchObject({
        data: 403,
        download: 403,
        range: 403,
        page: 403,
        library: 404,
      });
      expect(await found(role, file), role).toBe(false);
    }
    expect(await found('author', file)).toBe(true);
    const ids = async (as: Role) =>
      (await site.json<AttachmentView[]>(as, 'GET', `/articles/${article}/attachments`)).data.map(({ id }) => id);
    expect(await ids('subscriber')).not.toContain(file.id);
    expect(await ids('author')).toContain(file.id);
    // The public count excludes the file.
    expect(await site.attachmentsCount(article)).toBe(1);
    expect(
      (await site.json('administrator', 'PUT', `/attachments/${file.id}`, { access_rule: { mode: 'inherit' } })).status,
    ).toBe(200);
    expect(await site.attachmentsCount(article)).toBe(2);
    expect(await ways('anonymous', file)).toMatchObject(OPEN);
  });

  it('is never widened by a rule of the file', async () => {
    const file = await upload(await site.article(MEMBERS));
    await site.json('administrator', 'PUT', `/attachments/${file.id}`, { access_rule: { mode: 'public' } });
    expect(await ways('anonymous', file)).toMatchObject({ data: 401, download: 401, page: 401, library: 404 });
  });

  it('is set only with the permission to manage it, and is required to change or delete a file', async () => {
    const article = await site.article();
    const file = await upload(article, 'editor');
    expect(await site.json('editor', 'PUT', `/attachments/${file.id}`, CLOSED)).toMatchObject({
      status: 403,
      data: { data: { missing_capability: 'manage_kb_access' } },
    });
    const closed = await upload(article);
    await site.json('administrator', 'PUT', `/attachments/${closed.id}`, CLOSED);
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { title: 'Mine now' } : undefined;
      expect((await site.json('editor', method, `/attachments/${closed.id}`, body)).status).toBe(404);
    }
    const reordered = await site.json<AttachmentView[]>('editor', 'POST', '/attachments/reorder', {
      article_id: article,
      ids: [file.id],
    });
    expect(reordered.data.map(({ id }) => id)).toEqual([file.id]);
    // A file can be attached to another article only by its owner.
    const own = await site.article({}, 'editor');
    const attached = await site.json('editor', 'POST', `/articles/${own}/attachments`, { media_id: closed.media_id });
    expect(attached.status).toBe(400);
  });

  it('is granted by the password of the article or of the file in a header', async () => {
    const password = { access_rule: { mode: 'password', password: 'sesame' } };
    const ofArticle = await upload(await site.article(password));
    const file = await upload(await site.article());
    await site.json('administrator', 'PUT', `/attachments/${file.id}`, password);
    for (const { id } of [ofArticle, file]) {
      const path = `/attachments/${id}/download`;
      const closed = await site.ask('anonymous', path);
      expect(closed.status).toBe(401);
      expect(closed.body).toMatchObject({ code: 'vendor_kb_password_required' });
      const wrong = await site.ask('anonymous', path).set({ 'X-KB-Password': 'open' });
      expect(wrong.status).toBe(403);
      const right = await site.ask('anonymous', path).set({ 'X-KB-Password': 'sesame' });
      expect(right.status).toBe(200);
      expect(right.headers['cache-control']).toBe('private, no-store');
    }
  });

  it('ends as soon as it is revoked, even between the ranges of a download', async () => {
    const article = await site.article();
    const file = await upload(article);
    const path = `/attachments/${file.id}/download`;
    const first = await site.ask('anonymous', path).set({ Range: 'bytes=0-99' });
    const tag = first.headers.etag ?? '';
    expect((await site.json('administrator', 'PUT', `/articles/${article}`, CLOSED)).status).toBe(200);
    for (const headers of [{}, { Range: 'bytes=100-', 'If-Range': tag }, { 'If-None-Match': tag }]) {
      const next = await site.ask('anonymous', path).set(headers as Record<string, string>);
      expect(next.status).toBe(404);
      expect(next.headers.etag).not.toBe(tag);
    }
    expect(await ways('anonymous', file)).toMatchObject({ data: 404, download: 404, page: 404, library: 404 });
    expect(
      (await site.json('administrator', 'PUT', `/articles/${article}`, { access_rule: { mode: 'inherit' } })).status,
    ).toBe(200);
    await site.json('administrator', 'PUT', `/attachments/${file.id}`, CLOSED);
    expect(await ways('anonymous', file)).toMatchObject({ data: 404, download: 404, page: 404, library: 404 });
    await site.json('administrator', 'PUT', `/attachments/${file.id}`, { access_rule: { mode: 'inherit' } });
    await site.json('administrator', 'PUT', `/articles/${article}`, { status: 'trash' });
    expect(await ways('anonymous', file)).toMatchObject({ data: 404, download: 404, page: 404, library: 404 });
  });

  it('is required for a file to count in the media library', async () => {
    const article = await site.article();
    const ruled = await upload(article);
    await upload(article);
    const loose = await upload(await site.article(MEMBERS));
    await site.json('administrator', 'PUT', `/attachments/${ruled.id}`, CLOSED);
    await site.host.media.update(loose.media_id, { postId: 0 });
    for (const role of ['anonymous', 'subscriber', 'contributor', 'editor', 'administrator'] as const) {
      const { body: library } = await site.ask(role, '/api/mortise/v1/media?per_page=100');
      const pages = await site.ask(role, '/api/mortise/v1/media?per_page=1');
      expect(pages.headers['x-cms-total'], role).toBe(String(library.length));
      const named = await site.ask(role, `/api/mortise/v1/media?include=${ruled.media_id},${loose.media_id}`);
      const ids = named.body.map(({ id }: { id: number }) => id);
      expect(named.headers['x-cms-total'], role).toBe(String(ids.length));
      expect(ids.includes(ruled.media_id), role).toBe(role === 'administrator');
    }
  });

  it('stays the same when the file is detached from its article in the library', async () => {
    const file = await upload(await site.article(MEMBERS));
    await site.host.media.update(file.media_id, { postId: 0 });
    expect(await ways('anonymous', file)).toMatchObject({ data: 401, download: 401, library: 404 });
    expect(await ways('subscriber', file)).toMatchObject({ download: 200, library: 200 });
  });

  it('is denied when a filter callback throws', async () => {
    const file = await upload(await site.article());
    const filter = site.host.hooks.addFilter('vendor_kb_can_access', () => {
      throw new Error('away');
    });
    const { download, library } = await ways('anonymous', file);
    filter.remove();
    expect(download).toBeGreaterThanOrEqual(400);
    expect(library).toBe(404);
    expect(await ways('anonymous', file)).toMatchObject(OPEN);
  });
});
