import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createListSplitter } from '../../../../../src/plugins/bank/formats/json/list-splitter.js';

function split(
  text: string,
  path: string[],
  size = text.length,
): { elements: string[]; rest: string; isWhole: boolean } {
  const splitter = createListSplitter(path);
  const elements: string[] = [];
  for (let at = 0; at < text.length; at += size) elements.push(...splitter.push(text.slice(at, at + size)));
  return { elements, rest: splitter.rest(), isWhole: splitter.isWhole };
}

describe('JSON list splitting', () => {
  it('finds the list at its path, and keeps the rest without it', () =>
    expect(split('{"a":1,"b":{"c":[{"x":[1,2]},"t",3]},"d":[4]}', ['b', 'c'])).toEqual({
      elements: ['{"x":[1,2]}', '"t"', '3'],
      rest: '{"a":1,"b":{"c":[]},"d":[4]}',
      isWhole: true,
    }));

  it('accepts a whole file as the list, and an empty list', () => {
    expect(split('[1,{"a":[2]}]', []).elements).toEqual(['1', '{"a":[2]}']);
    expect(split(' [ ] ', [])).toEqual({ elements: [], rest: ' [] ', isWhole: true });
  });

  it('ignores lists at other paths', () => {
    expect(split('{"c":[1],"x":{"b":{"c":[2]}},"b":{"c":{"c":[3]}}}', ['b', 'c'])).toMatchObject({
      elements: [],
      isWhole: false,
    });
    expect(split('[{"c":[1]}]', ['c']).elements).toEqual([]);
  });

  it('keeps brackets, quotes and commas within strings', () =>
    expect(split('{"a":["]\\"},", "[{"]}', ['a']).elements).toEqual(['"]\\"},"', '"[{"']));

  it('reports a cut', () => expect(split('{"a":[1,2', ['a'])).toMatchObject({ elements: ['1'], isWhole: false }));

  it('matches JSON.parse for any chunk borders', () => {
    const value = fc.record({ before: fc.jsonValue(), list: fc.array(fc.jsonValue()), after: fc.jsonValue() });
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 20 }), (file, size) => {
        const { elements, rest, isWhole } = split(JSON.stringify(file), ['list'], size);
        expect(elements.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(file.list)));
        expect(JSON.parse(rest)).toEqual(JSON.parse(JSON.stringify({ ...file, list: [] })));
        expect(isWhole).toBe(true);
      }),
    );
  });

  it('refuses overlong elements and deep nesting', () => {
    const refused = { code: 'vendor_bank_parse_failed' };
    expect(() => split(`{"a":["${'x'.repeat(2_000_000)}`, ['a'])).toThrow(expect.objectContaining(refused));
    expect(() => split('['.repeat(1000), ['a'])).toThrow(expect.objectContaining(refused));
  });
});
