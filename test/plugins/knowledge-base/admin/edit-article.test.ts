import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the page of the editor', () => {
  let host: TestHost;
  let editor: { id: number };
  let author: { id: number };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
    author = await host.createUser('author');
  });
  afterAll(() => host.close());

  async function write(body: object): Promise<number> {
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', {
      as: editor.id,
      body: { title: 'Marsh birds', content: 'Reeds.', ...body },
    });
    return (data as { id: number }).id;
  }

  const statusOf = async (path: string, as: { id: number }): Promise<number> =>
    (await host.visit(`/admin/kb/articles/${path}`, { as })).status;

  it('is there for an article of blocks and for a new one', async () => {
    const id = await write({ format: 'blocks' });
    expect(await statusOf(`${id}/edit`, editor)).toBe(200);
    expect(await statusOf('new', author)).toBe(200);
  });

  it('is not there for what is not there, or lies in the trash', async () => {
    const id = await write({ format: 'blocks' });
    await host.request('DELETE', `/vendor-kb/v1/articles/${id}`, { as: editor.id });
    expect(await statusOf(`${id}/edit`, editor)).toBe(404);
    expect(await statusOf('987654/edit', editor)).toBe(404);
    expect(await statusOf('one/edit', editor)).toBe(404);
  });

  it('is forbidden to who may not change the article, and to who may change none', async () => {
    const published = await write({ format: 'blocks', status: 'publish' });
    expect(await statusOf(`${published}/edit`, author)).toBe(403);
    expect(await statusOf('new', await host.createUser('subscriber'))).toBe(403);
  });

  it('leads to the form for a text when the settings say that new articles are Markdown, with what is known of it', async () => {
    const opened = async (path: string) =>
      (await host.visit(`/admin/kb/articles${path}`, { as: author })).headers.get('location');
    expect(await opened('/new?title=Birds')).toBeNull();
    expect(await opened('/new?title=Birds&format=markdown')).toBe('/admin/kb/articles/write?title=Birds');
    await host.settings.save('knowledge-base', { articleFormat: 'markdown' });
    expect(await opened('/new?title=Birds')).toBe('/admin/kb/articles/write?title=Birds');
    expect(await (await host.visit('/admin/kb/articles/write?title=Birds', { as: author })).text()).toContain(
      'value="Birds"',
    );
    expect(await opened('/new?format=blocks')).toBeNull();
    const list = await (await host.visit('/admin/kb/articles', { as: author })).text();
    expect(list).toContain('href="/admin/kb/articles/new?format=blocks">New article of blocks</a>');
    // What programs send stays what it was.
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author.id, body: { title: 'Reeds' } });
    const { content } = (
      await host.request('GET', `/vendor-kb/v1/articles/${(data as { id: number }).id}`, { as: author.id })
    ).data as { content: { format: string } };
    expect(content.format).toBe('markdown');
    await host.settings.reset('knowledge-base');
  });

  it('leads to the form for a text where an article is written in something else', async () => {
    const id = await write({ format: 'markdown' });
    const answer = await host.visit(`/admin/kb/articles/${id}/edit`, { as: editor });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/admin/kb/articles/${id}/write`]);
    expect(await statusOf(`${id}/convert`, editor)).toBe(200);
    expect(await statusOf(`${id}/convert`, author)).toBe(403);
  });

  it('loads modules of this site alone, by an import map that its policy knows', async () => {
    const page = await host.visit('/admin/kb/articles/new', { as: editor });
    const html = await page.text();
    const [, nonce = '', map = ''] = /<script type="importmap" nonce="([^"]+)">([^<]+)<\/script>/.exec(html) ?? [];
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(policy).toContain('frame-src blob:');
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    expect(Object.keys(imports)).toContain('@wordpress/block-editor');
    // One folder with one hash: a module that is reached in two ways is loaded once.
    const folders = new Set(Object.values(imports).map((address) => address.replace(/[^/]+$/, '')));
    expect([...folders]).toEqual([expect.stringMatching(/^\/_mortise\/[0-9a-f]{12}\/editor\/$/)]);
    expect(html).toContain(`${[...folders][0]}main.js`);
  });
});
