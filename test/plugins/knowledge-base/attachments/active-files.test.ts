import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../core/media/pictures.js';
import { dialects } from '../../../support/databases.js';
import { type AttachmentSite, type AttachmentView, openAttachmentSite } from './attachment-site.js';
import { HOSTILE_FILES, HOSTILE_TEXTS } from './hostile-files.js';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const SVG = bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

describe.each(dialects)('SVG and HTML attachments on $name', (dialect) => {
  let site: AttachmentSite;
  let article: number;
  beforeAll(async () => {
    site = await openAttachmentSite(dialect);
    article = await site.article();
  });
  afterAll(() => site?.close());

  /** Returns every URL that sends the bytes of a file. */
  async function addressesOf({ id, media_id }: AttachmentView): Promise<string[]> {
    const file = await site.host.media.get(media_id);
    const ours = [`/attachments/${id}/download`, `/kb/-/attachments/${id}/x.html`];
    return [...ours, ...ours.map((address) => `${address}?inline=1`), file?.url ?? ''];
  }

  it.each(HOSTILE_FILES)(
    '$name is accepted, and every URL sends it as a download',
    async ({ name, content, type, saved }) => {
      const { status, data } = await site.upload('editor', article, content, name);
      expect({ status, data }).toMatchObject({ status: 201, data: { mime_type: type, filename: saved } });
      for (const address of await addressesOf(data)) {
        for (const headers of [{}, { Range: 'bytes=0-9' }] as Record<string, string>[]) {
          const answer = await site.ask('anonymous', address).set(headers).responseType('blob');
          expect([address, answer.status]).toEqual([address, 'Range' in headers ? 206 : 200]);
          expect(answer.headers['content-disposition'], address).toMatch(/^attachment; filename=/);
          expect(answer.headers['x-content-type-options'], address).toBe('nosniff');
          const policy = answer.headers['content-security-policy']?.split('; ') ?? [];
          expect(policy, address).toEqual(expect.arrayContaining(["default-src 'none'", 'sandbox']));
          expect(answer.headers['content-type'], address).toMatch(new RegExp(`^${type.replace('+', '\\+')}`));
          expect(
            answer.body.equals(Buffer.from(content).subarray(0, 'Range' in headers ? 10 : undefined)),
            address,
          ).toBe(true);
        }
      }
      await site.json('editor', 'DELETE', `/attachments/${data.id}`);
    },
  );

  it.each(HOSTILE_TEXTS)('$name is sent as plain text from every URL', async ({ name, content, saved }) => {
    const { data } = await site.upload('editor', article, content, name);
    expect(data).toMatchObject({ mime_type: 'text/plain', filename: saved });
    for (const address of await addressesOf(data)) {
      const { headers } = await site.ask('anonymous', address);
      expect(headers['content-type'], address).toBe('text/plain; charset=utf-8');
      expect(headers['x-content-type-options'], address).toBe('nosniff');
      expect(headers['content-security-policy'], address).toContain('sandbox');
    }
  });

  it('stay downloads even if a filter changes the headers', async () => {
    const { data } = await site.upload('editor', article, SVG, 'a.svg');
    const filter = site.host.hooks.addFilter('vendor_kb_download_headers', (headers) => ({
      ...headers,
      'content-disposition': 'inline',
      'Content-Security-Policy': "default-src *; script-src 'unsafe-inline'",
      'CONTENT-TYPE': 'text/html',
      'X-Content-Type-Options': '',
      'X-Robots-Tag': 'noindex',
    }));
    try {
      const { headers } = await site.ask('anonymous', `/attachments/${data.id}/download`);
      expect(headers).toMatchObject({
        'content-disposition': 'attachment; filename="a.svg"',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'content-type': 'image/svg+xml',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      });
    } finally {
      filter.remove();
    }
  });

  it('are rejected by the media library itself, also as a replacement of an attachment', async () => {
    const refused = { status: 415, code: 'media_type_refused' };
    const { data } = await site.upload('editor', article, SVG, 'a.svg');
    await expect(site.host.media.create(Buffer.from(SVG), { filename: 'a.svg' })).rejects.toMatchObject(refused);
    await expect(site.host.media.replace(data.media_id, Buffer.from(SVG))).rejects.toMatchObject(refused);
    const answer = await site
      .ask('administrator', '/api/mortise/v1/media', 'POST')
      .attach('file', Buffer.from(SVG), 'a.svg');
    expect([answer.status, answer.body.code]).toEqual([415, 'media_type_refused']);
  });

  it('are rejected by the media library even during an attachment upload', async () => {
    const openedUrls: string[] = [];
    const filter = site.host.hooks.addFilter('media_accept', async (accepted, { filename }) => {
      if (filename !== 'a.svg') return accepted;
      const other = site.host.media.create(Buffer.from(SVG), { filename: 'other.svg' });
      openedUrls.push(
        await other.then(
          () => 'taken',
          ({ code }: { code: string }) => code,
        ),
      );
      return accepted;
    });
    try {
      expect((await site.upload('editor', article, SVG, 'a.svg')).status).toBe(201);
    } finally {
      filter.remove();
    }
    expect(openedUrls).toEqual(['media_type_refused']);
  });

  it('are rejected if a filter of the site rejects the type', async () => {
    const filter = site.host.hooks.addFilter(
      'media_accept',
      (accepted, { mimeType }) => accepted && mimeType !== 'image/svg+xml',
    );
    try {
      expect((await site.upload('editor', article, SVG, 'a.svg')).status).toBe(415);
    } finally {
      filter.remove();
    }
  });

  it('are detected as an image, damaged or complete, if they start with one', async () => {
    const whole = await png(9, 9);
    const cut = Buffer.concat([whole.subarray(0, 40), SVG]);
    expect(await site.upload('editor', article, new Uint8Array(cut), 'a.svg')).toMatchObject({
      status: 422,
      data: { code: 'media_damaged' },
    });
    // A complete image followed by a page is an image, and must not be sniffed as anything else.
    const { data } = await site.upload('editor', article, new Uint8Array(Buffer.concat([whole, SVG])), 'a.html');
    expect(data).toMatchObject({ mime_type: 'image/png', filename: 'a.png' });
    const { headers } = await site.ask('anonymous', `/attachments/${data.id}/download?inline=1`);
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual(['image/png', 'nosniff']);
  });
});
