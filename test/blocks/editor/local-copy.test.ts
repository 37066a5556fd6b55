import { beforeEach, describe, expect, it } from 'vitest';
import { createLocalCopy } from '../../../src/blocks/editor/saving/local-copy.js';

describe('what this browser keeps of a text', () => {
  let stored: Map<string, string>;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const config = { collection: '/acme/v1/recipes', userId: 3 };
  beforeEach(() => {
    stored = new Map();
  });

  it('comes back as it was written, until it is removed', () => {
    const copy = createLocalCopy(config, 7, storage);
    expect(copy.read()).toBeNull();
    expect(copy.write({ title: 'Soup', content: 'Boil.', fields: {} })).toBe(true);
    expect(copy.read()).toMatchObject({ title: 'Soup', content: 'Boil.', fields: {} });
    copy.remove();
    expect(copy.read()).toBeNull();
  });

  it('is each person’s and each text’s own', () => {
    createLocalCopy(config, 7, storage).write({ title: 'Soup', content: '', fields: {} });
    expect(createLocalCopy(config, 8, storage).read()).toBeNull();
    expect(createLocalCopy(config, null, storage).read()).toBeNull();
    expect(createLocalCopy({ ...config, userId: 4 }, 7, storage).read()).toBeNull();
  });

  it('is nothing where something else stands', () => {
    for (const text of ['{', 'null', '7', '{"title":"Soup"}', '{"title":"Soup","content":"","keptAt":1}']) {
      stored.set('mortise-editor:3:/acme/v1/recipes:7', text);
      expect(createLocalCopy(config, 7, storage).read()).toBeNull();
    }
  });

  it('says so where the browser has no room', () => {
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(createLocalCopy(config, 7, full).write({ title: '', content: '', fields: {} })).toBe(false);
  });
});
