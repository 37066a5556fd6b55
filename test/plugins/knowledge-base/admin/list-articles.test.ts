import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LIST = '/admin/kb/articles';

describe('admin article list', () => {
  let host: TestHost;
  let editor: { id: number };
  let author: { id: number };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
    author = await host.createUser('author');
    await write('Herons', 'publish');
    await write('Egrets', 'draft');
    await write('My ducks', 'draft', author);
    const deleted = await write('Gone geese', 'draft');
    await host.request('DELETE', `/vendor-kb/v1/articles/${deleted}`, { as: editor.id });
  });
  afterAll(() => host.close());

  async function write(title: string, status: string, as = editor): Promise<number> {
    const body = { title, status, format: 'blocks', content: '' };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: as.id, body });
    return (data as { id: number }).id;
  }

  async function titles(query = '', as = editor): Promise<string[]> {
    const html = await (await host.visit(`/admin/kb/articles${query}`, { as })).text();
    return ['Herons', 'Egrets', 'My ducks', 'Gone geese'].filter((title) => html.includes(title));
  }

  it('excludes trashed articles unless requested, and filters by status and search', async () => {
    expect(await titles()).toEqual(['Herons', 'Egrets', 'My ducks']);
    expect(await titles('?status=draft')).toEqual(['Egrets', 'My ducks']);
    expect(await titles('?status=trash')).toEqual(['Gone geese']);
    expect(await titles('?search=heron')).toEqual(['Herons']);
  });

  it('shows only published articles of others without the permission to edit them', async () => {
    expect(await titles('', author)).toEqual(['Herons', 'My ducks']);
  });

  it('requires the permission to write', async () => {
    const subscriber = await host.createUser('subscriber');
    expect((await host.visit('/admin/kb/articles', { as: subscriber })).status).toBe(403);
  });

  it('links to the editor, as does the article page for users who may edit it', async () => {
    const id = await write('Rails', 'publish');
    const edit = `/admin/kb/articles/${id}/edit`;
    expect(await (await host.visit('/admin/kb/articles', { as: editor })).text()).toContain(`href="${edit}"`);
    const page = async (as?: { id: number }): Promise<string> =>
      (await host.visit('/kb/rails', as ? { as } : {})).text();
    expect(await page(editor)).toContain(`href="${edit}"`);
    expect(await page(author)).not.toContain(edit);
    expect(await page()).not.toContain(edit);
  });

  it('filters by category, tag, format, author and staleness, and counts statuses', async () => {
    const admin = await host.createUser('administrator');
    const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as: admin.id, body: { name: 'Ponds' } });
    const place = (data as { id: number }).id;
    const id = await write('Teals', 'draft');
    const body = { categories: [place], tags: ['duck'], review_by: '2001-01-01' };
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: editor.id, body });
    const rows = async (query: string): Promise<string[]> => {
      const html = await (await host.visit(`/admin/kb/articles?${query}`, { as: editor })).text();
      return [...html.matchAll(/name="ids" value="(\d+)"/g)].map(([, each = '']) => each);
    };
    for (const query of [`category=${place}`, 'tag=Duck', 'stale=yes']) expect(await rows(query)).toEqual([String(id)]);
    expect(await rows('format=markdown')).toEqual([]);
    expect(await rows(`author=${author.id}`)).toHaveLength(1);
    expect(await rows('author=nobody-of-this-name')).toEqual([]);
    expect(await (await host.visit('/admin/kb/articles?tag=duck', { as: editor })).text()).toContain('Draft (1)');
  });

  it('skips impossible bulk changes of the status and undoes successful ones', async () => {
    const [one, two] = [await write('Snipe', 'draft'), await write('Curlew', 'publish')];
    const states = async () => {
      const found = await host.plugin('knowledge-base').articles.getMany([one, two]);
      return found.map(({ status }) => status);
    };
    const kb = host.plugin('knowledge-base');
    await kb.articles.update(one, { status: 'publish' }, { user: null, source: 'cli' });
    for (const id of [one, two]) await kb.articles.update(id, { status: 'archived' }, { user: null, source: 'cli' });
    const before = await states();
    const answer = await host.submit(LIST, 'change', { bulk: 'draft', ids: [one, two] }, { as: editor });
    expect(answer.status).toBe(303);
    // An archived article cannot become a draft.
    expect(await states()).toEqual(before);
    const published = await host.submit(LIST, 'change', { bulk: 'publish', ids: [one] }, { as: editor });
    const to = published.headers.get('location') ?? '';
    expect(to).toBe(`${LIST}?undo=${one}%3Aarchived`);
    const html = await (await host.visit(to, { as: editor })).text();
    expect(html).toContain('Undo for 1 article');
    await host.submit(to, 'undo', { step: `${one}:archived` }, { as: editor });
    expect((await states())[0]).toBe('archived');
  });

  it('changes tags, review date and trash in bulk, and rejects invalid input', async () => {
    const id = await write('Godwit', 'draft');
    const now = () => host.plugin('knowledge-base').articles.get(id);
    const change = (fields: Record<string, string>) =>
      host.submit(LIST, 'change', { ids: [id], ...fields }, { as: editor });
    await change({ bulk: 'tag-add', tags: 'wader, mud' });
    await change({ bulk: 'tag-remove', tags: 'MUD' });
    await change({ bulk: 'review', review: '2033-04-05' });
    expect(await now()).toMatchObject({ tags: ['wader'], reviewBy: '2033-04-05' });
    expect((await change({ bulk: 'tag-add', tags: '' })).status).toBe(422);
    expect((await change({ bulk: 'category-add', place: '987654' })).status).toBe(422);
    await change({ bulk: 'trash' });
    await change({ bulk: 'restore' });
    expect(await now()).toMatchObject({ status: 'draft' });
  });

  it('changes nothing without permission', async () => {
    const id = await write('Dunlin', 'publish');
    await host.submit(LIST, 'change', { bulk: 'trash', ids: [id] }, { as: author });
    expect((await host.plugin('knowledge-base').articles.get(id))?.status).toBe('publish');
  });
});
