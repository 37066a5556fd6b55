import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

describe('quick edit', () => {
  let host: TestHost;
  let editor: { id: number };
  let categories: number[];
  let id: number;
  let round = 0;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
    const { id: as } = await host.createUser('administrator');
    categories = [];
    for (const name of ['Birds', 'Fish']) {
      const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as, body: { name } });
      categories.push((data as { id: number }).id);
    }
  });
  beforeEach(async () => {
    round += 1;
    id = await write({
      title: 'Heron',
      slug: `heron-${round}`,
      content: 'Text.',
      tags: ['grey'],
      categories: [categories[0]],
    });
  });
  afterAll(() => host.close());

  async function write(body: Record<string, unknown>, as = editor): Promise<number> {
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: as.id, body });
    return (data as { id: number }).id;
  }
  const path = (back = '') => `/admin/kb/articles/${id}/quick${back === '' ? '' : `?back=${encodeURIComponent(back)}`}`;
  const stored = () => host.plugin('knowledge-base').articles.get(id);
  const blank = () => ({
    title: 'Heron',
    slug: `heron-${round}`,
    status: 'draft',
    main: String(categories[0]),
    tags: 'grey',
    review_by: '',
    version: '1',
  });
  const save = (fields: Record<string, string | string[]>, as = editor, back = '') =>
    host.submit(path(back), 'quick', { ...blank(), ...fields }, { as });

  it('changes title, slug, status, categories, tags and review date, and nothing else', async () => {
    const answer = await save(
      {
        title: 'Grey heron',
        slug: `grey-${round}`,
        status: 'publish',
        tags: 'grey, wader',
        review_by: '2031-01-02',
        main: String(categories[1]),
        also: [String(categories[0])],
      },
      editor,
      'status=draft&orderby=title',
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`/admin/kb/articles?status=draft&orderby=title&quick=${id}%3A1%3A2`);
    expect(await stored()).toMatchObject({
      title: 'Grey heron',
      slug: `grey-${round}`,
      status: 'publish',
      tags: ['grey', 'wader'],
      reviewBy: '2031-01-02',
      categoryIds: [categories[1], categories[0]],
      content: 'Text.',
      version: 2,
    });
  });

  it('can be undone from the list until the article is saved again', async () => {
    await save({ title: 'Grey heron', slug: `grey-${round}`, status: 'publish', tags: '', review_by: '2031-01-02' });
    const list = `/admin/kb/articles?quick=${id}:1:2`;
    expect(await (await host.visit(list, { as: editor })).text()).toContain('Undo quick edit');
    const undo = (step = `quick ${id}:1:2`) => host.submit(list, 'undo', { step }, { as: editor });
    expect((await undo()).status).toBe(303);
    expect(await stored()).toMatchObject({
      title: 'Heron',
      slug: `heron-${round}`,
      status: 'draft',
      tags: ['grey'],
      reviewBy: null,
      version: 3,
    });
    const late = await undo();
    expect([late.status, (await late.text()).includes('This article has been saved again')]).toEqual([422, true]);
    expect((await undo(`quick ${id}:9:3`)).status).toBe(422);
    expect((await undo('quick x')).status).toBe(303);
    expect((await stored())?.version).toBe(3);
  });

  it('shows the change of another user on a conflict, and overwrites it when submitted again', async () => {
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as: editor.id, body: { title: 'Night heron' } });
    const answer = await save({ title: 'Grey heron' });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain('Another user saved this article.');
    expect(html).toContain('Title: Night heron.');
    expect(html).toContain('value="Grey heron"');
    expect((await stored())?.title).toBe('Night heron');
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
    expect((await save({ title: 'Grey heron', version })).status).toBe(303);
    expect((await stored())?.title).toBe('Grey heron');
  });

  it('reports each invalid field and saves nothing', async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ title: ' ' }, 'Enter a title.'],
      [{ title: 'x'.repeat(201) }, 'Use at most 200 characters.'],
      [{ status: 'archived' }, 'Choose a status.'],
      [{ status: 'nonsense' }, 'Choose a status.'],
      [{ review_by: '2031-02-30' }, 'Enter a valid date.'],
      [{ main: '999999' }, 'A selected category no longer exists'],
    ];
    for (const [fields, text] of wrong) {
      const answer = await save(fields);
      expect([fields, answer.status, (await answer.text()).includes(text)]).toEqual([fields, 422, true]);
    }
    await write({ title: 'Other', slug: `taken-${round}`, content: 'x', categories: [categories[0]] });
    expect((await save({ slug: `taken-${round}` })).status).toBe(422);
    expect((await stored())?.version).toBe(1);
  });

  it('requires the permission to edit the article, and the one to publish', async () => {
    const author = await host.createUser('author');
    expect((await host.visit(path(), { as: author })).status).toBe(403);
    expect((await save({ title: 'Mine' }, author)).status).toBe(403);
    const contributor = await host.createUser('contributor');
    id = await write({ title: 'Own', slug: `own-${round}`, content: 'x', categories: [categories[0]] }, contributor);
    expect((await save({ title: 'Own', slug: `own-${round}`, status: 'publish', tags: '' }, contributor)).status).toBe(
      303,
    );
    expect((await stored())?.status).toBe('pending');
    const { id: as } = await host.createUser('administrator');
    const rule = { access_rule: { mode: 'roles', roles: ['administrator'] } };
    await host.request('PUT', `/vendor-kb/v1/articles/${id}`, { as, body: rule });
    expect((await host.visit(path(), { as: editor })).status).toBe(404);
  });

  it('is linked in the row of an editable article', async () => {
    const html = await (await host.visit('/admin/kb/articles?status=draft', { as: editor })).text();
    expect(html).toContain(`/admin/kb/articles/${id}/quick?back=status%3Ddraft`);
  });
});
