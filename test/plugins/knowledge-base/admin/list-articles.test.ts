import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the list of articles in the admin area', () => {
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
    const gone = await write('Gone geese', 'draft');
    await host.request('DELETE', `/vendor-kb/v1/articles/${gone}`, { as: editor.id });
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

  it('has all but the trash, which is asked for', async () => {
    expect(await titles()).toEqual(['Herons', 'Egrets', 'My ducks']);
    expect(await titles('?status=draft')).toEqual(['Egrets', 'My ducks']);
    expect(await titles('?status=trash')).toEqual(['Gone geese']);
    expect(await titles('?search=heron')).toEqual(['Herons']);
  });

  it('has of other people only what readers see too, without the right to edit them', async () => {
    expect(await titles('', author)).toEqual(['Herons', 'My ducks']);
  });

  it('is for those who write', async () => {
    const subscriber = await host.createUser('subscriber');
    expect((await host.visit('/admin/kb/articles', { as: subscriber })).status).toBe(403);
  });

  it('leads to the editor, as the page of an article does for those who may edit it', async () => {
    const id = await write('Rails', 'publish');
    const edit = `/admin/kb/articles/${id}/edit`;
    expect(await (await host.visit('/admin/kb/articles', { as: editor })).text()).toContain(`href="${edit}"`);
    const page = async (as?: { id: number }): Promise<string> =>
      (await host.visit('/kb/rails', as ? { as } : {})).text();
    expect(await page(editor)).toContain(`href="${edit}"`);
    expect(await page(author)).not.toContain(edit);
    expect(await page()).not.toContain(edit);
  });
});
