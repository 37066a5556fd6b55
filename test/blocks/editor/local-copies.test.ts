import { beforeEach, describe, expect, it } from 'vitest';
import { createLocalCopies } from '../../../src/blocks/editor/saving/local-copies.js';

const SOUP = { title: 'Soup', content: 'Boil.', fields: { excerpt: 'Hot' } };

describe('local copies in the browser', () => {
  let stored: Map<string, string>;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  };
  const config = { collection: '/acme/v1/recipes', userId: 3 };
  const copies = (tab = 'one', id: number | null = 7) => createLocalCopies(config, id, tab, storage);
  beforeEach(() => {
    stored = new Map();
  });

  it('are available on the next visit until they are cleared', () => {
    expect(copies('two').left()).toEqual([]);
    expect(copies().write(SOUP)).toBe(true);
    expect(copies('two').left()).toEqual([{ ...SOUP, keptAt: expect.any(Number), key: expect.any(String) }]);
    // A tab is not offered its own copy.
    expect(copies().left()).toEqual([]);
    copies().clear();
    expect(copies('two').left()).toEqual([]);
  });

  it('are separate for each user, text and tab', () => {
    copies().write(SOUP);
    expect(copies('two', 8).left()).toEqual([]);
    expect(copies('two', 70).left()).toEqual([]);
    expect(copies('two', null).left()).toEqual([]);
    expect(createLocalCopies({ ...config, userId: 4 }, 7, 'two', storage).left()).toEqual([]);
    copies('two').write({ ...SOUP, title: 'Stew' });
    expect(copies('three').left()).toHaveLength(2);
  });

  it('are listed newest first, and removed one by one', () => {
    const aside = copies().putAside(SOUP, 1000);
    copies().write({ ...SOUP, title: 'Stew' });
    expect(
      copies('two')
        .left()
        .map(({ title }) => title),
    ).toEqual(['Stew', 'Soup']);
    copies('two').remove(aside.key ?? '');
    expect(
      copies('two')
        .left()
        .map(({ title }) => title),
    ).toEqual(['Stew']);
  });

  it('ignore invalid entries', () => {
    for (const text of ['{', 'null', '7', '{"title":"Soup"}', '{"title":"Soup","content":"","keptAt":1}']) {
      stored.set('mortise-editor:3:/acme/v1/recipes:7:x', text);
      expect(copies().left()).toEqual([]);
    }
  });

  it('are not stored after logout until the next login', () => {
    // Set by the page on logout.
    stored.set('mortise-editor-left:3', '2026-11-22');
    expect(copies().write(SOUP)).toBe(false);
    expect(copies().putAside(SOUP, 1000).key).toBeNull();
    expect(createLocalCopies({ ...config, userId: 4 }, 7, 'one', storage).write(SOUP)).toBe(true);
    copies().allow();
    expect(copies().write(SOUP)).toBe(true);
  });

  it('report a full browser storage, and work without one', () => {
    const refuse = (): never => {
      throw new Error('QuotaExceededError');
    };
    const full = { getItem: refuse, setItem: refuse, removeItem: refuse, key: refuse, length: 1 };
    const none = createLocalCopies(config, 7, 'one', full);
    expect(none.write(SOUP)).toBe(false);
    expect(none.putAside(SOUP, 5)).toEqual({ ...SOUP, keptAt: 5, key: null });
    expect(none.left()).toEqual([]);
    none.clear();
  });
});
