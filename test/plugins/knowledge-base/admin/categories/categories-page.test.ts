import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const TREE = '/admin/kb/categories';

describe('admin category tree', () => {
  let host: TestHost;
  let admin: { id: number };
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    admin = await host.createUser('administrator');
    for (const name of ['Birds', 'Fish', 'Plants']) await add({ name });
  });
  afterAll(() => host.close());

  const tree = () => host.plugin('knowledge-base').categories.tree();
  const idOf = (path: string): number => tree().byPath('en', path)?.id ?? 0;
  const add = (fields: Record<string, string>, as = admin) =>
    host.submit(`${TREE}/new`, 'create', { locale: 'en', ...fields }, { as });
  const move = (way: string, path: string) =>
    host.submit(TREE, 'move', { step: `${way} ${idOf(path)}` }, { as: admin });
  const order = async (): Promise<string[]> => {
    const html = await (await host.visit(TREE, { as: admin })).text();
    return [...html.matchAll(/kb-tree-(\d+)">\s*<div><a href="[^"]*">([^<]+)</g)].map(
      ([, depth, name]) => `${depth} ${name}`,
    );
  };

  it('adds a category with all its fields and rejects invalid ones', async () => {
    const answer = await add({
      name: 'Ducks',
      parent: 'birds',
      color: '#8f4318',
      seo_title: 'All of ducks',
      description: 'They swim.',
    });
    expect(answer.status).toBe(303);
    const { data } = await host.request('GET', `/vendor-kb/v1/categories/${idOf('birds/ducks')}`, { as: admin.id });
    expect(data).toMatchObject({
      name: 'Ducks',
      color: '#8f4318',
      seo: { title: 'All of ducks' },
      parent: idOf('birds'),
    });
    const wrong = await add({ name: '', color: 'red', parent: 'nowhere' });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('Category “nowhere” doesn’t exist in this language.');
  });

  it('moves a category up, in and out, and ignores an impossible move', async () => {
    expect(await order()).toEqual(['1 Birds', '2 Ducks', '1 Fish', '1 Plants']);
    await move('up', 'plants');
    expect(await order()).toEqual(['1 Birds', '2 Ducks', '1 Plants', '1 Fish']);
    await move('in', 'plants');
    expect(await order()).toEqual(['1 Birds', '2 Ducks', '2 Plants', '1 Fish']);
    await move('out', 'birds/ducks');
    expect(await order()).toEqual(['1 Birds', '2 Plants', '1 Ducks', '1 Fish']);
    await move('down', 'fish');
    expect(await order()).toEqual(['1 Birds', '2 Plants', '1 Ducks', '1 Fish']);
  });

  it('reorders dragged siblings, updates only moved ones and rejects an outdated order', async () => {
    const names = (path: string): string[] => (tree().byPath('en', path)?.children ?? []).map(({ name }) => name);
    await add({ name: 'Trees' });
    for (const name of ['Ash', 'Beech', 'Cedar', 'Doum']) await add({ name, parent: 'trees' });
    const seenOf = async (): Promise<string> => {
      const html = await (await host.visit(TREE, { as: admin })).text();
      return new RegExp(`data-seen="([^"]+)"[^>]*>\\s*<li data-name="${idOf('trees/ash')}"`).exec(html)?.[1] ?? '';
    };
    const seen = await seenOf();
    const drag = (order: string[], as = seen) =>
      host.submit(
        TREE,
        'move',
        {
          step: `order ${idOf(`trees/${order[0]}`)}`,
          seen: as,
          order: order.map((slug) => String(idOf(`trees/${slug}`))),
        },
        { as: admin },
      );
    // One of two concurrent requests is saved, the other is rejected.
    const answers = await Promise.all([
      drag(['doum', 'ash', 'beech', 'cedar']),
      drag(['ash', 'cedar', 'beech', 'doum']),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(['Doum,Ash,Beech,Cedar', 'Ash,Cedar,Beech,Doum']).toContain(names('trees').join());
    const late = await drag(['beech', 'ash', 'cedar', 'doum']);
    expect([late.status, (await late.text()).includes('Another user changed this order.')]).toEqual([422, true]);
    const orders = () =>
      new Map(
        tree()
          .byPath('en', 'trees')
          ?.children.map(({ id, order: number }) => [id, number]),
      );
    const before = orders();
    await move('up', 'trees/cedar');
    const changed = [...orders()].filter(([id, number]) => before.get(id) !== number);
    expect(changed).toHaveLength(1);
    await host.submit(`${TREE}/${idOf('trees')}`, 'delete', { children: 'delete', reassign: '' }, { as: admin });
  });

  it('rejects a cycle with a clear message', async () => {
    const answer = await host.submit(
      `${TREE}/${idOf('birds')}`,
      'save',
      { name: 'Birds', slug: 'birds', locale: 'en', parent: 'birds/plants' },
      { as: admin },
    );
    expect([answer.status, /A category can’t be inside itself/.test(await answer.text())]).toEqual([422, true]);
  });

  it('deletes a category with content only when a target for the content is given', async () => {
    const [id, fish] = [idOf('birds'), idOf('fish')];
    const body = { title: 'Herons', content: 'x', status: 'publish', categories: [id] };
    const { data } = await host.request('POST', '/vendor-kb/v1/articles', { as: admin.id, body });
    const remove = (fields: Record<string, string>) => host.submit(`${TREE}/${id}`, 'delete', fields, { as: admin });
    expect((await remove({ children: '', reassign: '' })).status).toBe(422);
    expect((await remove({ children: 'lift', reassign: 'fish' })).status).toBe(303);
    expect(idOf('plants')).toBeGreaterThan(0);
    const article = await host.plugin('knowledge-base').articles.get((data as { id: number }).id);
    expect(article?.categoryIds).toEqual([fish]);
  });

  it('requires the permission to manage categories', async () => {
    const author = await host.createUser('author');
    expect((await host.visit(TREE, { as: author })).status).toBe(403);
    expect((await add({ name: 'Mine' }, author)).status).toBe(403);
  });
});
