import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { png } from '../../../core/media/pictures.js';
import { dialects } from '../../../support/databases.js';
import {
  type AttachmentSite,
  type AttachmentView,
  BROWSER,
  openAttachmentSite,
  pdf,
  type Role,
} from './attachment-site.js';

const SIZE = 200_000;
/** No two parts of the content are the same. */
const CONTENT = new TextEncoder().encode(
  `%PDF-1.7\n${Array.from({ length: SIZE / 8 }, (_, index) => String(index).padStart(8, '0')).join('')}`.slice(0, SIZE),
);
const TAG = `"${createHash('sha256').update(CONTENT).digest('hex')}"`;

describe.each(dialects)('downloads on $name', (dialect) => {
  let site: AttachmentSite;
  let article: number;
  let file: AttachmentView;
  beforeAll(async () => {
    site = await openAttachmentSite(dialect);
    // Accept types that the library rejects by default.
    site.host.hooks.addFilter('media_accept', () => true);
    article = await site.article();
    file = (await site.upload('editor', article, CONTENT, 'Příručka "A".pdf')).data;
  });
  afterAll(() => site?.close());

  /** Download paths over REST and in page links. */
  const WAYS = {
    'over REST': (id: number) => `/attachments/${id}/download`,
    'as a page': (id: number) => `/kb/-/attachments/${id}/x.pdf`,
  } as const;

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    site.ask('anonymous', path, method).set(headers).responseType('blob');

  describe.each(Object.entries(WAYS))('%s', (_way, path) => {
    it('sends the file with all its headers', async () => {
      const answer = await get(path(file.id));
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        etag: TAG,
        'last-modified': expect.stringMatching(/GMT$/),
        'accept-ranges': 'bytes',
        'content-length': String(SIZE),
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cache-control': 'public, no-cache',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''P%C5%99%C3%ADru%C4%8Dka/,
        ),
      });
      expect(answer.body.equals(CONTENT)).toBe(true);
    });

    it.each([
      ['bytes=0-0', 0, 0],
      ['bytes=0-', 0, SIZE - 1],
      ['bytes=100-199', 100, 199],
      [`bytes=${SIZE - 1}-`, SIZE - 1, SIZE - 1],
      [`bytes=${SIZE - 5}-${SIZE + 500}`, SIZE - 5, SIZE - 1],
      ['bytes=-500', SIZE - 500, SIZE - 1],
      [`bytes=-${SIZE + 1}`, 0, SIZE - 1],
    ])('answers the range %s with 206', async (range, start, end) => {
      const answer = await get(path(file.id), { Range: range });
      expect(answer.status).toBe(206);
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${SIZE}`);
      expect(answer.headers['content-length']).toBe(String(end - start + 1));
      expect(answer.body.equals(CONTENT.slice(start, end + 1))).toBe(true);
    });

    it.each(['bytes=0-1,5-6', 'bytes=5-2', 'bytes=a-b', 'lines=0-1', 'bytes=-', 'bytes=1-2-3'])(
      'answers %s with the whole file',
      async (range) => {
        const answer = await get(path(file.id), { Range: range });
        expect(answer.status).toBe(200);
        expect(answer.body.length).toBe(SIZE);
      },
    );

    it.each([`bytes=${SIZE}-`, `bytes=${SIZE}-${SIZE + 5}`, 'bytes=-0'])(
      'rejects the unsatisfiable range %s with 416',
      async (range) => {
        const answer = await get(path(file.id), { Range: range });
        expect(answer.status).toBe(416);
        expect(answer.headers['content-range']).toBe(`bytes */${SIZE}`);
      },
    );

    it('sends a part only if If-Range matches', async () => {
      const modified = (await get(path(file.id), {}, 'HEAD')).headers['last-modified'] ?? '';
      const part = async (tag: string) => (await get(path(file.id), { Range: 'bytes=5-9', 'If-Range': tag })).status;
      expect(await part(TAG)).toBe(206);
      expect(await part(modified)).toBe(206);
      expect(await part('"another"')).toBe(200);
      expect(await part(`W/${TAG}`)).toBe(200);
      expect(await part(new Date(0).toUTCString())).toBe(200);
    });

    it('answers 304 if If-None-Match or If-Modified-Since matches', async () => {
      for (const tag of [TAG, `W/${TAG}`, `"x", ${TAG}`, '*']) {
        const answer = await get(path(file.id), { 'If-None-Match': tag });
        expect(answer.status, tag).toBe(304);
        expect(answer.headers.etag).toBe(TAG);
      }
      const later = new Date(Date.now() + 60_000).toUTCString();
      expect((await get(path(file.id), { 'If-Modified-Since': later })).status).toBe(304);
      expect((await get(path(file.id), { 'If-None-Match': '"x"', 'If-Modified-Since': later })).status).toBe(200);
    });

    it('answers HEAD like GET without a body', async () => {
      const answer = await get(path(file.id), {}, 'HEAD');
      expect(answer.status).toBe(200);
      expect(answer.headers['content-length']).toBe(String(SIZE));
      expect(answer.body).toEqual({});
    });

    it('sends a file inline only on request and only if its type cannot run scripts', async () => {
      const text = (content: string) => new TextEncoder().encode(content);
      const kinds: readonly [string, Uint8Array<ArrayBuffer>, string][] = [
        ['a.pdf', pdf(300), 'inline'],
        ['a.png', new Uint8Array(await png(9, 9)), 'inline'],
        ['a.txt', text('just some words'), 'inline'],
        ['a.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'attachment'],
        ['a.html', text('<!doctype html><script>alert(1)</script>'), 'attachment'],
        ['a.bin', text('MZ\u0001\u0000\u0003'), 'attachment'],
      ];
      for (const [name, content, disposition] of kinds) {
        const { data } = await site.upload('editor', article, content, name);
        const plain = await get(path(data.id));
        expect(plain.headers['content-disposition'], name).toMatch(/^attachment/);
        const inline = await get(`${path(data.id)}?inline=1`);
        expect(inline.headers['content-disposition'], name).toMatch(new RegExp(`^${disposition}`));
        expect(inline.headers['x-content-type-options']).toBe('nosniff');
        if (name !== 'a.pdf') expect(inline.headers['content-security-policy'], name).toContain('sandbox');
        await site.json('editor', 'DELETE', `/attachments/${data.id}`);
      }
    });

    it('answers 404 for an unknown id', async () => {
      expect((await get(path(999_999))).status).toBe(404);
    });
  });

  it('have their own error codes over REST', async () => {
    const refused = await site.ask('anonymous', WAYS['over REST'](file.id)).set('Range', `bytes=${SIZE}-`);
    expect(refused.body).toMatchObject({ code: 'vendor_kb_range', data: { status: 416 } });
    expect((await site.ask('anonymous', WAYS['over REST'](999_999))).body).toMatchObject({
      code: 'vendor_kb_attachment_not_found',
    });
    expect((await get('/attachments/99999999999999999999/download')).status).toBeGreaterThanOrEqual(400);
  });

  it('have a URL for page links that needs only the session', async () => {
    const closed = await site.article({ access_rule: { mode: 'logged_in' } });
    const { data } = await site.upload('editor', closed, pdf(222));
    const address = new URL(data._links.alternate?.[0]?.href ?? '').pathname;
    expect((await site.host.visit(address)).status).toBe(401);
    const opened = await site.host.visit(address, { as: site.users.subscriber });
    expect(opened.status).toBe(200);
    expect(opened.headers.get('cache-control')).toBe('private, no-store');
    expect((await opened.arrayBuffer()).byteLength).toBe(222);
  });

  it('let plugins add headers but not change those that describe the content', async () => {
    const filter = site.host.hooks.addFilter('vendor_kb_download_headers', (headers, attachment, { id }) => ({
      ...headers,
      'X-Robots-Tag': `noindex, ${attachment.id}, ${id}`,
      'content-length': '3',
      ETag: '"mine"',
    }));
    try {
      const answer = await get(WAYS['over REST'](file.id));
      expect(answer.headers['x-robots-tag']).toBe(`noindex, ${file.id}, ${article}`);
      expect(answer.headers.etag).toBe(TAG);
      expect(answer.body.length).toBe(SIZE);
    } finally {
      filter.remove();
    }
  });

  describe('counting', () => {
    let id: number;
    beforeEach(async () => {
      id = (await site.upload('editor', article, pdf(500, String(Math.random())))).data.id;
    });

    async function download(as: Role, headers: Record<string, string> = {}, method = 'GET'): Promise<void> {
      await site.ask(as, WAYS['over REST'](id), method).set(headers);
      await site.host.plugin('knowledge-base').downloads.settle();
    }
    async function counted(): Promise<number> {
      return (await site.json<AttachmentView>('editor', 'GET', `/attachments/${id}?context=edit`)).data.downloads;
    }
    async function figure(): Promise<number> {
      const row = await site.host.db.query
        .selectFrom('kb_article_figures')
        .select('downloads')
        .where('article_id', '=', article)
        .executeTakeFirst();
      return row?.downloads ?? 0;
    }

    it('counts repeated downloads of a visitor once, in the attachment, article and statistics', async () => {
      const calls: number[] = [];
      const action = site.host.hooks.addAction('vendor_kb_attachment_downloaded', (attachment, { id: of }) => {
        calls.push(attachment.id, of);
      });
      const before = await figure();
      const { host } = site;
      const statistics = host.plugin('knowledge-base').statistics;
      await download('anonymous');
      await download('anonymous');
      await download('anonymous', { 'User-Agent': `${BROWSER} another` });
      await download('subscriber');
      await download('subscriber', { 'User-Agent': `${BROWSER} another` });
      action.remove();
      expect(await counted()).toBe(3);
      expect(await figure()).toBe(before + 3);
      expect(calls).toEqual([id, article, id, article, id, article]);
      await statistics.flush();
      const rows = await host.db.query
        .selectFrom('kb_stats_articles')
        .select((row) => row.fn.sum<number>('downloads').as('downloads'))
        .where('article_id', '=', article)
        .executeTakeFirstOrThrow();
      // Statistics and article figures agree.
      expect(Number(rows.downloads)).toBe(await figure());
      const { data } = await site.json<AttachmentView>('editor', 'GET', `/attachments/${id}?context=edit`);
      expect(data.last_download_at).toMatch(/Z$/);
    });

    it('counts a range only if it starts at the first byte', async () => {
      await download('anonymous', { Range: 'bytes=100-' });
      expect(await counted()).toBe(0);
      await download('anonymous', { Range: 'bytes=0-99' });
      expect(await counted()).toBe(1);
    });

    it('does not count HEAD, 304, 416 and bots', async () => {
      const { data } = await site.json<AttachmentView>('editor', 'GET', `/attachments/${id}`);
      await download('anonymous', {}, 'HEAD');
      await download('anonymous', { 'If-None-Match': `"${data.sha256}"` });
      await download('anonymous', { Range: 'bytes=500-' });
      await download('anonymous', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
      expect(await counted()).toBe(0);
      await download('anonymous');
      expect(await counted()).toBe(1);
    });

    it('counts concurrent visitors once each', async () => {
      const agents = Array.from({ length: 12 }, (_, index) => ({ 'User-Agent': `${BROWSER} ${index}` }));
      await Promise.all([...agents, ...agents].map((headers) => download('anonymous', headers)));
      expect(await counted()).toBe(12);
    });
  });
});
