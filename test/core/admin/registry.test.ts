import { beforeEach, describe, expect, it } from 'vitest';
import { type AdminRegistry, createAdminRegistry } from '../../../src/core/admin/registry.js';

describe('admin page registry', () => {
  let registry: AdminRegistry;
  beforeEach(() => {
    registry = createAdminRegistry();
  });

  function add(path: string, owner = 'acme'): void {
    registry.page(
      { path, title: path, capability: 'read', template: 'core/admin/list', load: () => ({}) as never },
      owner,
    );
  }

  const found = (path: string): string | null => registry.match(path)?.page.path ?? null;

  it('finds a page and its path parameters', () => {
    add('/recipes/{id}/steps/{step}');
    expect(registry.match('/recipes/7/steps/two')?.params).toEqual({ id: '7', step: 'two' });
    expect(found('/recipes/7/steps')).toBeNull();
    expect(found('/recipes/7/steps/two/three')).toBeNull();
  });

  it('prefers a fixed segment to a parameter that was registered first', () => {
    add('/recipes/{id}');
    add('/recipes/add');
    expect(found('/recipes/add')).toBe('/recipes/add');
    expect(found('/recipes/7')).toBe('/recipes/{id}');
  });

  it('finds the root page with and without a slash', () => {
    add('/');
    expect([found('/'), found('')]).toEqual(['/', '/']);
  });

  it('rejects a second page with the same path, even with another parameter name', () => {
    add('/recipes/{id}');
    expect(() => add('/recipes/{slug}', 'other')).toThrow(expect.objectContaining({ code: 'admin_page_conflict' }));
  });

  it.each(['recipes', '/Recipes', '/recipes/', '/re cipes', '/recipes/{Id}', '/login', '/logout', '//x', '/{a}b'])(
    'rejects the path %j',
    (path) => {
      expect(() => add(path)).toThrow(expect.objectContaining({ code: 'admin_page_invalid' }));
    },
  );

  it('rejects a section that another plugin registered', () => {
    registry.section({ name: 'shop', title: 'Shop' }, 'acme');
    expect(() => registry.section({ name: 'shop', title: 'Shop' }, 'other')).toThrow(
      expect.objectContaining({ code: 'admin_section_conflict' }),
    );
  });

  it('removes everything of one owner and keeps the rest', () => {
    for (const owner of ['acme', 'other']) {
      add(`/${owner}`, owner);
      registry.section({ name: owner, title: owner }, owner);
      registry.card({ title: owner, load: () => ({ text: owner }) }, owner);
      registry.notice({ capability: 'read', load: () => null }, owner);
    }
    registry.removeOwner('acme');
    expect(registry.pages().map(({ owner }) => owner)).toEqual(['other']);
    expect(registry.sections().map(({ name }) => name)).toEqual(['other']);
    expect(registry.cards().map(({ owner }) => owner)).toEqual(['other']);
    expect(registry.notices().map(({ owner }) => owner)).toEqual(['other']);
    expect(found('/acme')).toBeNull();
  });

  it('sorts cards by their order', () => {
    registry.card({ title: 'late', order: 90, load: () => ({ text: '' }) }, 'acme');
    registry.card({ title: 'middle', load: () => ({ text: '' }) }, 'acme');
    registry.card({ title: 'early', order: 10, load: () => ({ text: '' }) }, 'acme');
    expect(registry.cards().map(({ title }) => title)).toEqual(['early', 'middle', 'late']);
  });
});
