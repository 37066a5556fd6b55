import { describe, expect, it } from 'vitest';
import { parseFields, selectFields } from '../../../src/core/rest/fields.js';

describe('_fields', () => {
  const article = { id: 1, title: { raw: 'a', rendered: 'b' }, tags: [{ name: 'x', id: 2 }] };

  it('returns the named fields', () => {
    expect(selectFields(article, parseFields('id'))).toEqual({ id: 1 });
  });
  it('selects nested fields with dots', () => {
    expect(selectFields(article, parseFields('title.raw,id'))).toEqual({ id: 1, title: { raw: 'a' } });
  });
  it('applies to each item of a list, including nested lists', () => {
    expect(selectFields([article], parseFields('tags.name'))).toEqual([{ tags: [{ name: 'x' }] }]);
  });
  it('accepts a list of names', () => {
    expect(selectFields(article, parseFields(['id', 'title.raw']))).toEqual({ id: 1, title: { raw: 'a' } });
  });
  it('returns the whole field when both it and a part of it are named', () => {
    expect(selectFields(article, parseFields('title.raw,title'))).toEqual({ title: article.title });
    expect(selectFields(article, parseFields('title,title.raw'))).toEqual({ title: article.title });
  });
  it('accepts 100 names of 5 levels', () => {
    const names = Array.from({ length: 100 }, (_, index) => `a.b.c.d.e${index}`);
    expect(parseFields(names.join(','))?.size).toBe(1);
  });
  it.each([
    ['101 names', Array.from({ length: 101 }, (_, index) => `a${index}`).join(',')],
    ['6 levels', 'a.b.c.d.e.f'],
    ['a list of 101 names', Array.from({ length: 101 }, (_, index) => `a${index}`)],
    ['7,800 levels', 'a.'.repeat(7_800).concat('a')],
  ])('rejects %s', (_, value) => {
    expect(() => parseFields(value)).toThrow(expect.objectContaining({ code: 'rest_too_many_fields', status: 400 }));
  });
  it('returns nothing for a name with an empty part', () => {
    expect(selectFields(article, parseFields('../../../../../../etc/passwd'))).toEqual({});
  });
  it('ignores inherited members', () => {
    expect(selectFields(article, parseFields('__proto__,constructor,toString'))).toEqual({});
  });
  it.each([undefined, '', ' , ', []])('returns everything for %j', (value) => {
    expect(selectFields(article, parseFields(value))).toBe(article);
  });
});
