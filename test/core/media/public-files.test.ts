import { buffer } from 'node:stream/consumers';
import type { User } from 'mortise';
import type { Attachment } from 'mortise/media';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPost, type MediaSite, openMediaSite } from './media-site.js';
import { jpeg, png } from './pictures.js';

let site: MediaSite;
let http: Agent;
beforeAll(async () => {
  site = await openMediaSite();
  http = request(await site.host.listen());
});
afterAll(() => site.close());

const media = () => site.host.media;
const picture = async (more = {}): Promise<Attachment> =>
  media().create(await jpeg(), { filename: 'Tower.jpg', ...more });
const get = (url: string, headers: Record<string, string> = {}): Promise<Response> => http.get(url).set(headers);

/** Creates a user with this role and returns a session cookie. */
async function sessionOf(role: string): Promise<{ id: number; headers: { Cookie: string } }> {
  const { id } = await site.host.createUser(role);
  const { token } = await site.host.sessions.create({ userId: id, userAgent: 'test', ip: '127.0.0.1' });
  return { id, headers: { Cookie: `cms_session=${token}` } };
}

describe('file URL', () => {
  it('is immutable and serves the same bytes in every size', async () => {
    const attachment = await picture();
    for (const [name, url, type] of [
      ['full', attachment.url, 'image/jpeg'],
      ['medium', attachment.sizes.medium?.url ?? '', 'image/jpeg'],
    ] as const) {
      const answer = await get(url);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'content-length': String((await buffer(await media().read(attachment.id, name))).length),
        'content-disposition': expect.stringMatching(/^inline; filename="Tower(?:-medium)?\.jpg"$/),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'accept-ranges': 'bytes',
      });
      expect(answer.headers.etag).toMatch(/^"[\da-f]{16}\.\w+"$/);
      expect((await get(url, { 'If-None-Match': answer.headers.etag ?? '' })).status).toBe(304);
      expect((await get(url, { Range: 'bytes=0-9' })).status).toBe(206);
      expect((await get(url, { Range: 'bytes=9999999-' })).status).toBe(416);
      const head = await http.head(url);
      expect([head.status, head.headers['content-length'], head.text]).toEqual([
        200,
        answer.headers['content-length'],
        undefined,
      ]);
      expect((await http.post(url)).status).toBe(405);
    }
  });

  it('redirects to the current URL after the file was replaced', async () => {
    const before = await picture();
    const after = await media().replace(before.id, await png(700, 700), { filename: 'Bridge.png' });
    const again = await media().replace(before.id, await png(800, 800));
    for (const url of [before.url, after.url]) {
      const answer = await get(url);
      expect([answer.status, answer.headers.location, answer.headers['cache-control']]).toEqual([
        302,
        again.url,
        'no-store',
      ]);
    }
    const medium = await get(before.sizes.medium?.url ?? '');
    expect([medium.status, medium.headers.location]).toEqual([302, again.sizes.medium?.url]);
    expect((await get(again.url)).status).toBe(200);
  });

  it('is a 404 if it was never valid', async () => {
    const { id, url } = await picture();
    const hash = /-([\da-f]{16})\//.exec(url)?.[1] ?? '';
    for (const path of [
      `/media/${id}-${'0'.repeat(16)}/Tower.jpg`,
      `/media/${id}/Tower.jpg`,
      `/media/${id}-${hash}/`,
      `/media/${id}-${hash}`,
      `/media/${id}-${hash}/other.jpg`,
      `/media/${id}-${hash}/Tower-large.jpg`,
      `/media/${id}-${hash}/..%2f..%2fsecret`,
      `/media/${id}-${hash}/Tower.jpg/x`,
      `/media/${id}-${hash}/%00`,
      `/media/999999-${hash}/Tower.jpg`,
      `/media/9999999999999999-${hash}/Tower.jpg`,
      `/media/${id}-${hash.toUpperCase()}/Tower.jpg`,
      '/media/',
      '/media/_media/x',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
  });

  it('is a 404 after the file was deleted', async () => {
    const { id, url } = await picture();
    await media().delete(id);
    expect((await get(url)).status).toBe(404);
  });

  it('contains a hash that is unique and independent of the content', async () => {
    const [one, two] = [await picture(), await picture()];
    const hashes = [one, two].map(({ url }) => /-([\da-f]{16})\//.exec(url)?.[1]);
    expect(new Set([...hashes, one.sha256.slice(0, 16)]).size).toBe(3);
  });
});

describe('file that could contain a script', () => {
  it.each([
    ['<!DOCTYPE html><script>alert(1)</script>', 'text/html', 'a.html'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml', 'a.svg'],
    ['notes', 'text/plain', 'a.txt'],
  ])('is served as a download and never displayed: %s', async (text, type, filename) => {
    const { remove } = site.host.hooks.addFilter('media_accept', () => true);
    try {
      const { url } = await media().create(Buffer.from(text), { filename });
      const { headers, status } = await get(url);
      expect(status).toBe(200);
      expect(headers['content-type']?.split(';')[0]).toBe(type);
      expect(headers).toMatchObject({
        'content-disposition': `attachment; filename="${filename}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
    } finally {
      remove();
    }
  });
});

describe('files of posts', () => {
  it('are public with public posts, and otherwise visible only to users who may upload', async () => {
    const author = await sessionOf('author');
    const subscriber = await sessionOf('subscriber');
    for (const status of ['draft', 'private', 'publish'] as const) {
      const { url, sizes } = await picture({ postId: await createPost(site.host, author.id, status) });
      const expected = status === 'publish' ? 200 : 404;
      for (const each of [url, sizes.thumbnail?.url ?? '']) {
        expect((await get(each)).status, status).toBe(expected);
        expect((await get(each, subscriber.headers)).status, status).toBe(expected);
        const seen = await get(each, author.headers);
        expect(seen.status).toBe(200);
        expect(seen.headers['cache-control']).toBe(
          status === 'publish' ? 'public, max-age=31536000, immutable' : 'private, no-cache',
        );
      }
    }
  });

  it('are visible to users who may read the post, even without the upload permission', async () => {
    const contributor = await sessionOf('contributor');
    const { url } = await picture({ postId: await createPost(site.host, contributor.id, 'draft') });
    expect((await get(url, contributor.headers)).status).toBe(200);
    expect((await get(url, (await sessionOf('contributor')).headers)).status).toBe(404);
  });

  it('are hidden with a type that is never public, and visible with archived posts', async () => {
    site.host.content.registerType({
      name: 'memo',
      labels: { singular: 'Memo', plural: 'Memos' },
      public: false,
    } as never);
    const post = (type: string, status: 'archived' | 'publish') =>
      site.host.content.posts.create({
        type,
        status,
        title: 'x',
        slug: `${type}-${status}`,
        authorId: 1,
        locale: 'en',
      });
    expect((await get((await picture({ postId: (await post('memo', 'publish')).id })).url)).status).toBe(404);
    expect((await get((await picture({ postId: (await post('post', 'archived')).id })).url)).status).toBe(200);
  });

  it('are public when a public post uses one as its featured image', async () => {
    const attachment = await picture({ postId: await createPost(site.host, 1, 'draft') });
    expect((await get(attachment.url)).status).toBe(404);
    await createPost(site.host, 1, 'publish', { featuredMedia: attachment.id });
    expect((await get(attachment.url)).status).toBe(200);
  });

  it('stay private when their draft is deleted', async () => {
    const postId = await createPost(site.host, 1, 'draft');
    const { url } = await picture({ postId });
    await site.host.content.posts.delete(postId);
    expect((await get(url)).status).toBe(404);
  });

  it('obey the media_may_read filter', async () => {
    const { id, url } = await picture({ postId: await createPost(site.host, 1, 'publish') });
    const { remove } = site.host.hooks.addFilter('media_may_read', (may, attachment, user) =>
      attachment.id === id ? user !== null : may,
    );
    expect((await get(url)).status).toBe(404);
    expect((await get(url, (await sessionOf('subscriber')).headers)).status).toBe(200);
    remove();
    expect((await get(url)).status).toBe(200);
  });

  it('are neither listed nor counted when the media_hidden filter hides them', async () => {
    const postId = await createPost(site.host, 1, 'publish');
    const hidden = await picture({ postId });
    const publicImage = await picture({ postId });
    const seen = async (as: User | null) => {
      const { data, headers } = await site.host.request('GET', `/mortise/v1/media?parent=${postId}`, { as });
      return [(data as { id: number }[]).map(({ id }) => id), headers['X-CMS-Total']];
    };
    const { remove } = site.host.hooks.addFilter('media_hidden', (ids, { reader }) =>
      reader === null ? [...ids, hidden.id] : ids,
    );
    expect(await seen(null)).toEqual([[publicImage.id], '1']);
    expect(await seen(await site.host.createUser('editor'))).toEqual([[publicImage.id, hidden.id], '2']);
    remove();
    expect((await seen(null))[1]).toBe('2');
  });
});
