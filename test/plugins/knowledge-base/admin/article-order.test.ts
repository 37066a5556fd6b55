import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

describe('article order of a category', () => {
  let host: TestHost;
  let editor: { id: number };
  let category: number;
  let ids: Record<string, number>;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    editor = await host.createUser('editor');
  });
  afterAll(() => host.close());
  let round = 0;
  beforeEach(async () => {
    const admin = await host.createUser('administrator');
    round += 1;
    const created = await host.request('POST', '/vendor-kb/v1/categories', {
      as: admin.id,
      body: { name: `Birds ${round}` },
    });
    category = (created.data as { id: number }).id;
    ids = {};
    for (const title of ['Avocet', 'Bittern', 'Crane', 'Dunlin']) ids[title] = await write(title);
  });

  const kb = () => host.plugin('knowledge-base');
  async function write(title: string, fields: Record<string, unknown> = {}): Promise<number> {
    const body = {
      title,
      slug: `${title.toLowerCase()}-${round}`,
      content: 'x',
      status: 'publish',
      categories: [category],
      ...fields,
    };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: editor.id, body });
    return (data as { id: number }).id;
  }
  const path = () => `/admin/kb/categories/${category}/order`;
  const orderPage = async (as = editor, query = ''): Promise<{ names: string[]; seen: string; html: string }> => {
    const html = await (await host.visit(path() + query, { as })).text();
    const names = [...html.matchAll(/data-name="\d+" data-label="([^"]+)"/g)].map(([, name = '']) => name);
    return { names, seen: /name="seen" value="([^"]+)"/.exec(html)?.[1] ?? '', html };
  };
  const arrange = (fields: Record<string, string | string[]>, as = editor) =>
    host.submit(path(), 'arrange', fields, { as });
  const send = async (step: string, more: Record<string, string | string[]> = {}) =>
    arrange({ step, seen: (await orderPage()).seen, ...more });

  it('is alphabetical until changed by a button, by dragging or by positions', async () => {
    expect((await orderPage()).names).toEqual(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
    const answer = await send(`up ${ids.Dunlin}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(`#article-${ids.Dunlin}`);
    expect((await orderPage()).names).toEqual(['Avocet', 'Bittern', 'Dunlin', 'Crane']);
    const { Avocet, Bittern, Crane, Dunlin } = ids;
    await send(`order ${Crane}`, { order: [Crane, Avocet, Bittern, Dunlin].map(String) });
    expect((await orderPage()).names).toEqual(['Crane', 'Avocet', 'Bittern', 'Dunlin']);
    await send('save', { [`place-${Dunlin}`]: '1', [`place-${Crane}`]: '4', [`place-${Avocet}`]: '2' });
    expect((await orderPage()).names).toEqual(['Dunlin', 'Avocet', 'Bittern', 'Crane']);
  });

  it('applies to previous and next links, the navigation and the REST list', async () => {
    const { Avocet, Bittern, Crane, Dunlin } = ids;
    await send(`order ${Crane}`, { order: [Crane, Avocet, Dunlin, Bittern].map(String) });
    const html = await (await host.visit(`/kb/birds-${round}/avocet-${round}`)).text();
    const neighbours = [
      ...html.matchAll(
        /rel="(prev|next)"[^>]*href="[^"]*\/([a-z]+)-\d+"|href="[^"]*\/([a-z]+)-\d+" rel="(prev|next)"/g,
      ),
    ];
    expect(neighbours.map(([, way, slug, other, side]) => `${way ?? side} ${slug ?? other}`)).toEqual(
      expect.arrayContaining(['prev crane', 'next dunlin']),
    );
    const nav = await host.request('GET', '/vendor-kb/v1/nav');
    const text = JSON.stringify(nav.data);
    const places = ['Crane', 'Avocet', 'Dunlin', 'Bittern'].map((title) => text.lastIndexOf(`"${title}"`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    const list = await host.request('GET', `/vendor-kb/v1/articles?category=${category}&orderby=order`);
    expect((list.data as { id: number }[]).map(({ id }) => id)).toEqual([Crane, Avocet, Dunlin, Bittern]);
  });

  it('changes as few articles as the gaps allow, each as a new version', async () => {
    const versions = async () =>
      Promise.all(Object.values(ids).map(async (id) => (await kb().articles.get(id))?.version));
    await send(`down ${ids.Avocet}`);
    expect(await versions()).toEqual([2, 2, 2, 2]);
    await send(`up ${ids.Dunlin}`);
    expect(await versions()).toEqual([2, 2, 2, 3]);
    await send('save');
    expect(await versions()).toEqual([2, 2, 2, 3]);
  });

  it('is not overwritten after another change of the order or a new article', async () => {
    const { seen } = await orderPage();
    await send(`up ${ids.Dunlin}`);
    const late = await arrange({ step: `up ${ids.Bittern}`, seen, [`place-${ids.Avocet}`]: '1' });
    const text = await late.text();
    expect([late.status, text.includes('Another user changed this order.')]).toEqual([422, true]);
    // The form shows the current positions, not those of the outdated order.
    expect(text).toMatch(new RegExp(`name="place-${ids.Dunlin}" value="3"`));
    expect((await orderPage()).names).toEqual(['Avocet', 'Bittern', 'Dunlin', 'Crane']);
    const before = await orderPage();
    await write('Egret');
    expect((await arrange({ step: `up ${ids.Bittern}`, seen: before.seen })).status).toBe(422);
    expect((await arrange({ step: `up ${ids.Bittern}` })).status).toBe(422);
  });

  it('is saved by one of two concurrent requests and rejected for the other', async () => {
    const { seen } = await orderPage();
    const answers = await Promise.all(
      [`up ${ids.Dunlin}`, `down ${ids.Avocet}`].map((step) => arrange({ step, seen })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
  });

  it('is restored by undo', async () => {
    const answer = await send('save', { [`place-${ids.Dunlin}`]: '1', [`place-${ids.Crane}`]: '2' });
    const to = new URL(answer.headers.get('location') ?? '', 'http://localhost');
    expect((await orderPage()).names).toEqual(['Dunlin', 'Crane', 'Avocet', 'Bittern']);
    const { html } = await orderPage(editor, to.search);
    const step = /value="(back [^"]+)"/.exec(html)?.[1] ?? '';
    await send(step);
    expect((await orderPage()).names).toEqual(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
  });

  it('rejects invalid positions, unknown steps and orders with foreign or duplicate articles', async () => {
    for (const place of ['zero', '-1', '0', '1.5']) {
      const answer = await send('save', { [`place-${ids.Crane}`]: place });
      const text = await answer.text();
      expect([answer.status, text.includes('is not a valid position. Enter a number from 1 to 4.')]).toEqual([
        422,
        true,
      ]);
      expect(text).toContain(`name="place-${ids.Crane}" value="${place}"`);
    }
    for (const step of ['', 'sideways 1', 'up', 'up x']) expect((await send(step)).status).toBe(422);
    expect((await send('order 1', { order: ['999999'] })).status).toBe(422);
    expect((await send('order 1', { order: [String(ids.Crane), String(ids.Crane)] })).status).toBe(422);
    expect((await send('up 999999')).status).toBe(303);
    expect((await orderPage()).names).toEqual(['Avocet', 'Bittern', 'Crane', 'Dunlin']);
  });

  it('includes drafts, but no trashed articles and none of other categories', async () => {
    await write('Sketch', { status: 'draft' });
    await host.request('DELETE', `/vendor-kb/v1/articles/${ids.Crane}`, { as: editor.id });
    const { names, html } = await orderPage();
    expect(names).toEqual(['Avocet', 'Bittern', 'Dunlin', 'Sketch']);
    expect(html).toMatch(/Sketch<\/a>\s*<span class="m-badge m-badge-neutral">Draft/);
  });

  it('requires the permission to edit articles of others and leaves restricted ones in place', async () => {
    const author = await host.createUser('author');
    expect((await host.visit(path(), { as: author })).status).toBe(403);
    expect((await arrange({ step: `up ${ids.Crane}`, seen: (await orderPage()).seen }, author)).status).toBe(403);
    const admin = await host.createUser('administrator');
    const body = { access_rule: { mode: 'roles', roles: ['administrator'] } };
    await host.request('PUT', `/vendor-kb/v1/articles/${ids.Bittern}`, { as: admin.id, body });
    const other = await host.createUser('editor');
    expect((await orderPage(other)).names).toEqual(['Avocet', 'Crane', 'Dunlin']);
    const answer = await arrange({ step: `up ${ids.Dunlin}`, seen: (await orderPage(other)).seen }, other);
    expect(answer.status).toBe(303);
    expect((await orderPage(other)).names).toEqual(['Avocet', 'Dunlin', 'Crane']);
    expect((await kb().articles.get(ids.Bittern ?? 0))?.version).toBe(2);
    expect((await host.visit('/admin/kb/categories/999999/order', { as: editor })).status).toBe(404);
  });

  it('is linked from the category tree and a filtered article list with permission', async () => {
    const list = await (await host.visit(`/admin/kb/articles?category=${category}`, { as: editor })).text();
    expect(list).toContain(path());
    expect(await (await host.visit('/admin/kb/articles', { as: editor })).text()).not.toContain('/order"');
    const author = await host.createUser('author');
    expect(await (await host.visit(`/admin/kb/articles?category=${category}`, { as: author })).text()).not.toContain(
      path(),
    );
    const admin = await host.createUser('administrator');
    expect(await (await host.visit('/admin/kb/categories', { as: admin })).text()).toContain(path());
  });
});
