import { describe, expect, it } from 'vitest';
import { parseFields, selectFields } from '../../../src/core/rest/fields.js';

describe('_fields (host.md row 35)', () => {
  const article = { id: 1, title: { raw: 'a', rendered: 'b' }, tags: [{ name: 'x', id: 2 }] };

  it('keeps the named fields', () => {
    expect(selectFields(article, parseFields('id'))).toEqual({ id: 1 });
  });
  it('goes into members by dots', () => {
    expect(selectFields(article, parseFields('title.raw,id'))).toEqual({ id: 1, title: { raw: 'a' } });
  });
  it('applies to each item of a list, also a nested one', () => {
    expect(selectFields([article], parseFields('tags.name'))).toEqual([{ tags: [{ name: 'x' }] }]);
  });
  it('takes a list of names', () => {
    expect(selectFields(article, parseFields(['id', 'title.raw']))).toEqual({ id: 1, title: { raw: 'a' } });
  });
  it('gives a whole field when both it and a part of it are named', () => {
    expect(selectFields(article, parseFields('title.raw,title'))).toEqual({ title: article.title });
    expect(selectFields(article, parseFields('title,title.raw'))).toEqual({ title: article.title });
  });
  it('knows nothing of inherited members', () => {
    expect(selectFields(article, parseFields('__proto__,constructor,toString'))).toEqual({});
  });
  it.each([undefined, '', ' , ', []])('wants everything for %j', (value) => {
    expect(selectFields(article, parseFields(value))).toBe(article);
  });
});
