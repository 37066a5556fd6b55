import { beforeEach, describe, expect, it } from 'vitest';
import { createLocalCopies } from '../../../src/blocks/editor/saving/local-copies.js';

const SOUP = { title: 'Soup', content: 'Boil.', fields: { excerpt: 'Hot' } };

describe('what this browser keeps of a text', () => {
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

  it('is there for the next visit as it was written, until it is forgotten', () => {
    expect(copies('two').left()).toEqual([]);
    expect(copies().write(SOUP)).toBe(true);
    expect(copies('two').left()).toEqual([{ ...SOUP, keptAt: expect.any(Number), key: expect.any(String) }]);
    // Nobody is offered what they are writing.
    expect(copies().left()).toEqual([]);
    copies().clear();
    expect(copies('two').left()).toEqual([]);
  });

  it('is each person’s, each text’s and each tab’s own', () => {
    copies().write(SOUP);
    expect(copies('two', 8).left()).toEqual([]);
    expect(copies('two', 70).left()).toEqual([]);
    expect(copies('two', null).left()).toEqual([]);
    expect(createLocalCopies({ ...config, userId: 4 }, 7, 'two', storage).left()).toEqual([]);
    copies('two').write({ ...SOUP, title: 'Stew' });
    expect(copies('three').left()).toHaveLength(2);
  });

  it('comes with the newest first, and what was put aside goes by itself alone', () => {
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

  it('is nothing where something else stands', () => {
    for (const text of ['{', 'null', '7', '{"title":"Soup"}', '{"title":"Soup","content":"","keptAt":1}']) {
      stored.set('mortise-editor:3:/acme/v1/recipes:7:x', text);
      expect(copies().left()).toEqual([]);
    }
  });

  it('is not kept for whoever has logged out, until they are logged in again', () => {
    // As the page does where people log out.
    stored.set('mortise-editor-left:3', '2026-11-22');
    expect(copies().write(SOUP)).toBe(false);
    expect(copies().putAside(SOUP, 1000).key).toBeNull();
    expect(createLocalCopies({ ...config, userId: 4 }, 7, 'one', storage).write(SOUP)).toBe(true);
    copies().allow();
    expect(copies().write(SOUP)).toBe(true);
  });

  it('says so where the browser has no room, and does without where it keeps nothing', () => {
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
