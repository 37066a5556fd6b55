import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from '../../../core/media/pictures.js';

describe('permissions for article media and posts', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
  });
  afterAll(() => host.close());

  async function pictureIn(status: string, as: { id: number }): Promise<number> {
    const body = { title: `A ${status} article`, status };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: as.id, body });
    const { id: postId } = data as { id: number };
    return (await host.media.create(await png(8, 8), { filename: 'a.png', postId })).id;
  }

  it('show an image to users who may read an article with its status', async () => {
    const author = await host.createUser('author');
    const published = await pictureIn('publish', author);
    const draft = await pictureIn('draft', author);
    const seenBy = async (role: string | null): Promise<number[]> => {
      const as = role === null ? null : role === 'author' ? author.id : (await host.createUser(role)).id;
      const { data } = await host.request('GET', `/mortise/v1/media?include=${published},${draft}`, { as });
      return (data as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b);
    };
    expect(await seenBy(null)).toEqual([published]);
    expect(await seenBy('subscriber')).toEqual([published]);
    expect(await seenBy('contributor')).toEqual([published]);
    expect(await seenBy('author')).toEqual([published, draft]);
    expect(await seenBy('editor')).toEqual([published, draft]);
  });

  it('hide an image from an API key without the required scope', async () => {
    const editor = await host.createUser('editor');
    const draft = await pictureIn('draft', editor);
    const url = await host.listen();
    const ask = async (scopes: string[]): Promise<number> => {
      const { key } = await host.apiKeys.create({ name: 'Key', scopes, userId: editor.id });
      return (await fetch(`${url}/api/mortise/v1/media/${draft}`, { headers: { 'X-API-Key': key } })).status;
    };
    expect(await ask(['kb:write'])).toBe(200);
    expect(await ask(['kb:read'])).toBe(403);
    expect(await ask(['upload_files'])).toBe(403);
  });

  it('apply to posts of articles', async () => {
    const author = await host.createUser('author');
    const other = await host.createUser('author');
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author.id, body: { title: 'Mine' } });
    const post = await host.content.posts.get((data as { id: number }).id);
    expect(await host.access.can(author, 'edit_post', post)).toBe(true);
    expect(await host.access.can(other, 'edit_post', post)).toBe(false);
    expect(await host.access.can(author, 'delete_post', post)).toBe(false);
  });
});
