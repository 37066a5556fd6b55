import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe.each(['markdown', 'blocks'] as const)('article versions in %s', (format) => {
  let host: TestHost;
  let editor: { id: number };
  let id: number;
  const text = (paragraph: string): string =>
    format === 'blocks' ? `<!-- wp:paragraph -->\n<p>${paragraph}</p>\n<!-- /wp:paragraph -->` : paragraph;
  const page = () => `/admin/kb/articles/${id}/versions`;
  const show = async (query = ''): Promise<string> => (await host.visit(page() + query, { as: editor })).text();
  const now = async () => host.plugin('knowledge-base').articles.get(id);

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', {
      as: editor.id,
      body: { title: 'Reeds', content: text('They sway in wind.'), format, tags: ['marsh'] },
    });
    id = (data as { id: number }).id;
    for (const body of [{ content: text('They bend in wind.') }, { title: 'Rushes', tags: ['bog'] }]) {
      await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: editor.id, body });
    }
  });
  afterAll(() => host.close());

  it('are listed with their changed fields and a link to the diff', async () => {
    const html = await show();
    expect(html.match(/>Version \d/g)).toEqual(['>Version 3', '>Version 2', '>Version 1']);
    expect(html).toContain('<span class="m-cell-note">Title, Tags</span>');
    expect(html).toContain('<span class="m-cell-note">Content</span>');
    expect(html).toContain(`href="${page()}?from=2&#38;to=3"`);
  });

  it('are compared with the differing words marked', async () => {
    const html = await show('?from=1&to=3');
    expect(html).toContain('Changes from version 1 to 3');
    expect(html).toContain('They <mark>sway</mark> in wind.');
    expect(html).toContain('They <mark>bend</mark> in wind.');
    expect(html).toContain('- Title: <mark>Reeds</mark>');
    expect(await show('?from=2&to=2')).toContain('No differences.');
    expect((await host.visit(`${page()}?from=1&to=99`, { as: editor })).status).toBe(404);
  });

  it('are restored as a new version after confirmation, which can be undone', async () => {
    expect(await show('?restore=1')).toContain('Restore version 1?');
    const answer = await host.submit(`${page()}?restore=1`, 'restore', { version: '3' }, { as: editor });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page()}?undo=3`]);
    expect(await now()).toMatchObject({
      version: 4,
      title: 'Reeds',
      content: text('They sway in wind.'),
      tags: ['marsh'],
    });
    expect(await show('?undo=3')).toContain('Undo: restore version 3');
    await host.submit(`${page()}?undo=3`, 'undo', { step: '3' }, { as: editor });
    expect(await now()).toMatchObject({ version: 5, title: 'Rushes', tags: ['bog'] });
  });

  it('are not restored over a version saved after the confirmation page', async () => {
    const version = String((await now())?.version);
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: editor.id, body: { title: 'Sedges' } });
    const answer = await host.submit(`${page()}?restore=1`, 'restore', { version }, { as: editor });
    expect([answer.status, (await now())?.title]).toEqual([412, 'Sedges']);
  });

  it('require the permission to edit the article', async () => {
    const author = await host.createUser('author');
    expect((await host.visit(page(), { as: author })).status).toBe(403);
    const answer = await host.submit(`${page()}?restore=1`, 'restore', {}, { as: author });
    expect(answer.status).toBe(403);
  });
});
