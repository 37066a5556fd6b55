import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('article editor page', () => {
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

  it('opens for a block article and for a new one', async () => {
    const id = await write({ format: 'blocks' });
    expect(await statusOf(`${id}/edit`, editor)).toBe(200);
    expect(await statusOf('new', author)).toBe(200);
  });

  it('returns 404 for a missing or trashed article', async () => {
    const id = await write({ format: 'blocks' });
    await host.request('DELETE', `/vendor-kb/v1/articles/${id}`, { as: editor.id });
    expect(await statusOf(`${id}/edit`, editor)).toBe(404);
    expect(await statusOf('987654/edit', editor)).toBe(404);
    expect(await statusOf('one/edit', editor)).toBe(404);
  });

  it('returns 403 without the permission to edit the article or to write any', async () => {
    const published = await write({ format: 'blocks', status: 'publish' });
    expect(await statusOf(`${published}/edit`, author)).toBe(403);
    expect(await statusOf('new', await host.createUser('subscriber'))).toBe(403);
  });

  it('redirects a new article to the Markdown form, by setting or query, with its title', async () => {
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
    expect(list).toContain('href="/admin/kb/articles/new?format=blocks">New article (blocks)</a>');
    // The default format over REST is unchanged.
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: author.id, body: { title: 'Reeds' } });
    const { content } = (
      await host.request('GET', `/vendor-kb/v1/articles/${(data as { id: number }).id}`, { as: author.id })
    ).data as { content: { format: string } };
    expect(content.format).toBe('markdown');
    await host.settings.reset('knowledge-base');
  });

  it('redirects a Markdown article to the Markdown form and lets only editors convert it', async () => {
    const id = await write({ format: 'markdown' });
    const answer = await host.visit(`/admin/kb/articles/${id}/edit`, { as: editor });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/admin/kb/articles/${id}/write`]);
    expect(await statusOf(`${id}/convert`, editor)).toBe(200);
    expect(await statusOf(`${id}/convert`, author)).toBe(403);
  });

  it('loads modules only from this site, through an import map that its CSP allows', async () => {
    const page = await host.visit('/admin/kb/articles/new', { as: editor });
    const html = await page.text();
    const [, nonce = '', map = ''] = /<script type="importmap" nonce="([^"]+)">([^<]+)<\/script>/.exec(html) ?? [];
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`'nonce-${nonce}'`);
    expect(policy).toContain('frame-src blob:');
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    expect(Object.keys(imports)).toContain('@wordpress/block-editor');
    // All modules share one hashed folder, so that none is loaded twice.
    const folders = new Set(Object.values(imports).map((address) => address.replace(/[^/]+$/, '')));
    expect([...folders]).toEqual([expect.stringMatching(/^\/_mortise\/[0-9a-f]{12}\/editor\/$/)]);
    expect(html).toContain(`${[...folders][0]}main.js`);
  });
});
