import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

describe.each(dialects)('category changes on $name', (dialect) => {
  let kb: KbHost;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
  });
  afterEach(() => kb?.close());

  const categories = () => kb.host.plugin('knowledge-base').categories;

  it('announce each child that moves up when its parent is deleted', async () => {
    const top = await kb.category({ name: 'Top', slug: 'top' });
    const deleted = await kb.category({ name: 'Gone', slug: 'gone', parent: top });
    const below = [
      await kb.category({ name: 'One', slug: 'one', parent: deleted }),
      await kb.category({ name: 'Two', slug: 'two', parent: deleted }),
    ];
    const calls: unknown[] = [];
    kb.host.hooks.addAction('vendor_kb_category_saved', (category, previous, { source }) => {
      const { id, path, depth, parentId } = category;
      calls.push({ id, path, depth, parentId, from: previous?.path, source });
    });
    await kb.call('administrator', 'DELETE', `/categories/${deleted}?children=lift`);
    await expect.poll(() => calls).toHaveLength(2);
    expect(calls).toEqual(
      below.map((id, index) => {
        const slug = ['one', 'two'][index];
        return { id, path: `top/${slug}`, depth: 2, parentId: top, from: `top/gone/${slug}`, source: 'rest' };
      }),
    );
    expect(calls).toEqual(
      below.map((id) =>
        expect.objectContaining({ path: categories().get(id).path, depth: categories().get(id).depth }),
      ),
    );
  });

  it('are visible only inside their transaction until it ends', async () => {
    const id = await kb.category({ name: 'Before' });
    let seenOutside = '';
    let release = (): void => undefined;
    const changed = new Promise<void>((resolve) => {
      release = resolve;
    });
    const outside = changed.then(() => {
      seenOutside = categories().get(id).name;
    });
    await kb.host.db.transaction(async () => {
      await categories().update(id, { name: 'After' });
      const added = await categories().create({ name: 'New' });
      expect(categories().get(id).name).toBe('After');
      expect(categories().get(added.id).name).toBe('New');
      release();
      await outside;
    });
    expect(seenOutside).toBe('Before');
    expect(categories().get(id).name).toBe('After');
  });

  it('disappear when they are rolled back', async () => {
    const id = await kb.category({ name: 'Before' });
    const failing = kb.host.db.transaction(async () => {
      await categories().update(id, { name: 'After' });
      await categories().create({ name: 'Never' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    const names = categories()
      .tree()
      .all()
      .map(({ name }) => name);
    expect(names).toEqual(['Before']);
  });

  it('link translations by a common key, or leave both unchanged', async () => {
    const first = await kb.category({ name: 'Guides', locale: 'en' });
    const second = await kb.category({ name: 'Anleitungen', locale: 'de', translation_of: first });
    expect((await kb.call('anonymous', 'GET', `/categories/${first}`)).data).toMatchObject({
      translations: { en: first, de: second },
    });
    const alone = await kb.category({ name: 'Alone', slug: 'alone', locale: 'en' });
    const answer = await kb.call('administrator', 'POST', '/categories', {
      name: 'Taken',
      slug: 'anleitungen',
      locale: 'de',
      translation_of: alone,
    });
    expect(answer.status).toBe(409);
    expect(categories().get(alone).meta).not.toHaveProperty('translation_key');
  });
});
