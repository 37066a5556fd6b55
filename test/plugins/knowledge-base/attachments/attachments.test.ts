import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialects } from '../../../support/databases.js';
import { type AttachmentSite, type AttachmentView, openAttachmentSite, pdf, type Role } from './attachment-site.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(dialects)('attachments on $name', (dialect) => {
  let site: AttachmentSite;
  beforeAll(async () => {
    site = await openAttachmentSite(dialect);
  });
  afterAll(() => site?.close());

  const list = async (as: Role, id: number) =>
    (await site.json<AttachmentView[]>(as, 'GET', `/articles/${id}/attachments`)).data;
  const titles = async (as: Role, id: number) => (await list(as, id)).map(({ title }) => title);

  describe('adding', () => {
    it('stores the file in the media library and returns its details', async () => {
      const article = await site.article();
      const answer = await site.upload('editor', article, pdf(1234), 'Návod k použití.pdf', {
        description: 'How <it> works',
      });
      expect(answer).toMatchObject({
        status: 201,
        data: {
          id: expect.any(Number),
          article_id: article,
          media_id: expect.any(Number),
          title: expect.stringContaining('použití'),
          description: 'How <it> works',
          mime_type: 'application/pdf',
          size: 1234,
          sha256: expect.stringMatching(/^[\da-f]{64}$/),
          order: 1,
          downloads: 0,
          access: { allowed: true, mode: 'public' },
          download_url: expect.stringMatching(/\/vendor-kb\/v1\/attachments\/\d+\/download$/),
          created_at: expect.stringMatching(MOMENT),
          created_by: site.users.editor.id,
          last_download_at: null,
          access_rule: { mode: 'inherit' },
        },
      });
      const file = await site.host.media.get(answer.data.media_id);
      expect(file).toMatchObject({ postId: article, authorId: site.users.editor.id });
      expect(await site.attachmentsCount(article)).toBe(1);
    });

    it('shows the uploader and the last download only to editors', async () => {
      const article = await site.article();
      const { data } = await site.upload('editor', article);
      const { data: plain } = await site.json<object>('anonymous', 'GET', `/attachments/${data.id}`);
      expect(plain).not.toHaveProperty('created_by');
      expect(plain).not.toHaveProperty('last_download_at');
      expect(plain).not.toHaveProperty('access_rule');
      expect((await site.json('anonymous', 'GET', `/attachments/${data.id}?context=edit`)).status).toBe(401);
      expect(await site.json('editor', 'GET', `/attachments/${data.id}?context=edit`)).toMatchObject({
        status: 200,
        data: { created_by: site.users.editor.id },
      });
    });

    it('detects the type from the content instead of the name', async () => {
      const article = await site.article();
      const { data } = await site.upload('editor', article, pdf(), 'photo.png');
      expect(data).toMatchObject({ mime_type: 'application/pdf', filename: 'photo.pdf' });
      const refused = await site.upload('editor', article, new TextEncoder().encode('MZ\u0001\u0000'), 'a.pdf');
      expect(refused).toMatchObject({ status: 415, data: { code: 'media_type_refused' } });
      expect(await site.attachmentsCount(article)).toBe(1);
    });

    it('accepts plain text, which the media library rejects by itself', async () => {
      const text = new TextEncoder().encode('Line one\nLine two\n');
      const { status, data } = await site.upload('editor', await site.article(), text, 'notes.txt');
      expect({ status, data }).toMatchObject({ status: 201, data: { mime_type: 'text/plain', filename: 'notes.txt' } });
      await expect(site.host.media.create(text, { filename: 'notes.txt' })).rejects.toMatchObject({
        code: 'media_type_refused',
      });
    });

    it.each([
      ['x.json', 'application/json'],
      ['x.yaml', 'text/yaml'],
      ['x.csv', 'text/csv'],
      ['x.log', 'text/plain'],
      ['x.ps1', 'text/plain'],
      ['Say "hi".txt', 'text/plain'],
    ])('keeps the name of the text file %s and sends it as a %s download', async (name, type) => {
      const text = new TextEncoder().encode('[1, 2]\n');
      const { status, data } = await site.upload('editor', await site.article(), text, name);
      expect({ status, data }).toMatchObject({ status: 201, data: { mime_type: type, filename: name } });
      const { headers } = await site.ask('editor', `/attachments/${data.id}/download`);
      expect(headers['content-type']).toBe(type.startsWith('text/') ? `${type}; charset=utf-8` : type);
      expect(headers['content-disposition']).toMatch(/^attachment/);
      expect(headers['x-content-type-options']).toBe('nosniff');
    });

    it('rejects a file above the size limit and stores nothing of it', async () => {
      const article = await site.article();
      const before = (await site.host.media.list()).total;
      await site.host.settings.save('knowledge-base', { attachmentLimit: 1 });
      try {
        expect(await site.upload('editor', article, pdf(1024 * 1024 + 1))).toMatchObject({
          status: 413,
          data: { code: 'vendor_kb_too_large', data: { limit: 1024 * 1024 } },
        });
        expect((await site.upload('editor', article, pdf(1024 * 1024))).status).toBe(201);
      } finally {
        await site.host.settings.save('knowledge-base', { attachmentLimit: 50 });
      }
      expect((await site.host.media.list()).total).toBe(before + 1);
    });

    it('requires the permissions to edit the article and to upload', async () => {
      const article = await site.article();
      expect((await site.upload('anonymous', article)).status).toBe(401);
      expect((await site.upload('subscriber', article)).status).toBe(403);
      expect((await site.upload('author', article)).status).toBe(403);
      const draft = await site.article({ status: 'draft' }, 'contributor');
      expect(await site.upload('contributor', draft)).toMatchObject({
        status: 403,
        data: { data: { missing_capability: 'upload_files' } },
      });
      const own = await site.article({}, 'author');
      expect((await site.upload('author', own)).status).toBe(201);
      expect((await site.upload('editor', 999_999)).data.code).toBe('vendor_kb_article_not_found');
    });

    it('accepts an existing file by id once, and only from its owner', async () => {
      const article = await site.article();
      const file = await site.host.media.create(pdf(70), { filename: 'own.pdf', authorId: site.users.editor.id });
      const body = { media_id: file.id, title: 'Mine' };
      const path = `/articles/${article}/attachments`;
      expect(await site.json('editor', 'POST', path, body)).toMatchObject({
        status: 201,
        data: { media_id: file.id, title: 'Mine' },
      });
      // From now on the file has the same access as the article.
      expect((await site.host.media.get(file.id))?.postId).toBe(article);
      expect(await site.json('editor', 'POST', path, body)).toMatchObject({
        status: 409,
        data: { code: 'vendor_kb_attachment_exists' },
      });
      for (const media_id of [file.id, 999_999]) {
        expect(await site.json('administrator', 'POST', path, { media_id })).toMatchObject({
          status: 400,
          data: { code: 'vendor_kb_invalid_param', data: { params: { media_id: expect.any(String) } } },
        });
      }
      expect(await site.attachmentsCount(article)).toBe(1);
    });

    it('requires exactly one file and rejects read-only fields', async () => {
      const article = await site.article();
      expect((await site.json('editor', 'POST', `/articles/${article}/attachments`, { title: 'None' })).status).toBe(
        400,
      );
      expect((await site.upload('editor', article, pdf(), 'a.pdf', { media_id: '1' })).status).toBe(400);
      expect((await site.upload('editor', article, pdf(), 'a.pdf', { downloads: '7' })).status).toBe(400);
      expect(await list('editor', article)).toEqual([]);
    });

    it('accepts one of three concurrent requests for the same file', async () => {
      const article = await site.article();
      const file = await site.host.media.create(pdf(80), { filename: 'twice.pdf', authorId: site.users.editor.id });
      const add = () => site.json('editor', 'POST', `/articles/${article}/attachments`, { media_id: file.id });
      const statuses = (await Promise.all([add(), add(), add()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, 409, 409]);
      expect(await site.attachmentsCount(article)).toBe(1);
    });
  });

  describe('changing', () => {
    it('updates the fields that are sent, keeps the others and rejects invalid values', async () => {
      const article = await site.article();
      const { data } = await site.upload('editor', article, pdf(), 'a.pdf', { description: 'Old' });
      expect(await site.json('editor', 'PUT', `/attachments/${data.id}`, { title: 'New', order: 7 })).toMatchObject({
        status: 200,
        data: { id: data.id, title: 'New', description: 'Old', order: 7 },
      });
      for (const body of [
        { title: '  ' },
        { title: 7e300, order: 'x' },
        { format: 9 },
        { description: 'x'.repeat(2001) },
      ]) {
        expect((await site.json('editor', 'PUT', `/attachments/${data.id}`, body)).status, JSON.stringify(body)).toBe(
          400,
        );
      }
      expect(await site.json('editor', 'PUT', `/attachments/${data.id}`, { downloads: 9 })).toMatchObject({
        status: 200,
        data: { title: 'New', downloads: 0 },
      });
    });

    it('requires the permission to edit the article', async () => {
      const article = await site.article();
      const { data } = await site.upload('editor', article);
      for (const [role, status] of [
        ['anonymous', 401],
        ['subscriber', 403],
        ['author', 403],
      ] as const) {
        expect((await site.json(role, 'PUT', `/attachments/${data.id}`, { title: 'X' })).status).toBe(status);
        expect((await site.json(role, 'DELETE', `/attachments/${data.id}`)).status).toBe(status);
        const reorder = { article_id: article, ids: [data.id] };
        expect((await site.json(role, 'POST', '/attachments/reorder', reorder)).status).toBe(status);
      }
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(
          await site.json('editor', method, '/attachments/999999', method === 'PUT' ? {} : undefined),
        ).toMatchObject({
          status: 404,
          data: { code: 'vendor_kb_attachment_not_found' },
        });
      }
    });

    it('reorders all or some attachments, but only those of the article', async () => {
      const article = await site.article();
      const other = await site.article();
      const ids: number[] = [];
      for (const title of ['A', 'B', 'C']) {
        ids.push((await site.upload('editor', article, pdf(100, title), 'x.pdf', { title })).data.id);
      }
      const strange = (await site.upload('editor', other)).data.id;
      expect(await titles('anonymous', article)).toEqual(['A', 'B', 'C']);
      const [a, b, c] = ids;
      const reorder = (order: unknown) =>
        site.json<AttachmentView[]>('editor', 'POST', '/attachments/reorder', { article_id: article, ids: order });
      expect((await reorder([c, a, b])).data.map(({ id, order }) => [id, order])).toEqual([
        [c, 1],
        [a, 2],
        [b, 3],
      ]);
      expect((await reorder([b])).data.map(({ id }) => id)).toEqual([b, c, a]);
      for (const wrong of [[strange], [a, a], [], ['x'], [a, -1], 'abc']) {
        expect((await reorder(wrong)).status, JSON.stringify(wrong)).toBe(400);
      }
      expect((await list('anonymous', article)).map(({ id }) => id)).toEqual([b, c, a]);
    });
  });

  describe('removing', () => {
    it('deletes the uploaded file from the media library as well', async () => {
      const article = await site.article();
      const { data } = await site.upload('editor', article);
      expect(await site.json('editor', 'DELETE', `/attachments/${data.id}`)).toMatchObject({
        status: 200,
        data: { deleted: true, previous: { id: data.id } },
      });
      expect(await site.host.media.get(data.media_id)).toBeNull();
      expect((await site.json('anonymous', 'GET', `/attachments/${data.id}`)).status).toBe(404);
      expect((await site.json('editor', 'DELETE', `/attachments/${data.id}`)).status).toBe(404);
      expect(await site.attachmentsCount(article)).toBe(0);
    });

    it('keeps a file that was in the library before or is used elsewhere', async () => {
      const article = await site.article();
      const file = await site.host.media.create(pdf(90), { filename: 'kept.pdf', authorId: site.users.editor.id });
      const { data: attachment } = await site.json<AttachmentView>(
        'editor',
        'POST',
        `/articles/${article}/attachments`,
        {
          media_id: file.id,
        },
      );
      const { data: shared } = await site.upload('editor', article, pdf(91));
      const elsewhere = await site.article();
      const also = await site.json('editor', 'POST', `/articles/${elsewhere}/attachments`, {
        media_id: shared.media_id,
      });
      expect(also.status).toBe(201);
      const { data: linked } = await site.upload('editor', article, pdf(92));
      const address = (await site.host.media.get(linked.media_id))?.url;
      await site.article({ content: `See [this](${address}).` });
      for (const { id, media_id } of [attachment, shared, linked]) {
        expect((await site.json('editor', 'DELETE', `/attachments/${id}`)).status).toBe(200);
        expect(await site.host.media.get(media_id)).not.toBeNull();
      }
      expect(await titles('anonymous', article)).toEqual([]);
      expect(await site.attachmentsCount(elsewhere)).toBe(1);
    });

    it('counts once for two concurrent requests', async () => {
      const article = await site.article();
      await site.upload('editor', article, pdf(93));
      const { data } = await site.upload('editor', article, pdf(94));
      const remove = () => site.json('editor', 'DELETE', `/attachments/${data.id}`);
      const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 404]);
      expect(await site.attachmentsCount(article)).toBe(1);
    });

    it('happens when the article is deleted or the file is deleted from the library', async () => {
      const article = await site.article();
      const { data: first } = await site.upload('editor', article, pdf(95));
      const { data: second } = await site.upload('editor', article, pdf(96));
      await site.host.media.delete(first.media_id);
      await expect.poll(() => site.attachmentsCount(article)).toBe(1);
      expect((await list('anonymous', article)).map(({ id }) => id)).toEqual([second.id]);
      expect((await site.json('administrator', 'DELETE', `/articles/${article}?force=true`)).status).toBe(200);
      expect(await site.host.media.get(second.media_id)).toBeNull();
      expect((await site.ask('administrator', `/attachments/${second.id}/download`)).status).toBe(404);
    });
  });
});
