import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coerce } from '../../../src/core/schema/coerce.js';
import type { JsonSchema } from '../../../src/core/schema/schema.js';

describe('coercion', () => {
  const rows: [what: string, schema: JsonSchema, given: unknown, result: unknown][] = [
    ['a whole number in text', { type: 'integer' }, '12', 12],
    ['a whole number with a fraction of zero', { type: 'integer' }, '12.0', 12],
    ['a negative number', { type: 'integer' }, '-3', -3],
    ['not a fraction as integer', { type: 'integer' }, '1.5', '1.5'],
    ['not hexadecimal', { type: 'integer' }, '0x10', '0x10'],
    ['not an exponent', { type: 'number' }, '1e3', '1e3'],
    ['not more digits than JavaScript holds', { type: 'integer' }, '9007199254740993', '9007199254740993'],
    ['a decimal fraction', { type: 'number' }, '.5', 0.5],
    ['not null as a number', { type: 'integer' }, null, null],
    ['not true as a number', { type: 'integer' }, true, true],
    ['true in any case', { type: 'boolean' }, 'TRUE', true],
    ['0 as false', { type: 'boolean' }, '0', false],
    ['not other words as booleans', { type: 'boolean' }, 'yes', 'yes'],
    ['a comma list as array', { type: 'array', items: { type: 'integer' } }, '1, 2,3', [1, 2, 3]],
    ['an empty text as empty array', { type: 'array' }, '', []],
    ['an empty text as empty object', { type: 'object' }, '', {}],
    [
      'members of objects',
      { type: 'object', properties: { n: { type: 'integer' } } },
      { n: '4', m: '4' },
      { n: 4, m: '4' },
    ],
    ['the first type that fits', { type: ['integer', 'string'] }, 'a', 'a'],
    ['numbers in JSON stay no strings', { type: 'string' }, 5, 5],
    ['the raw text of a rendered one', { type: 'string' }, { raw: '*a*', rendered: '<em>a</em>' }, '*a*'],
    ['not an object without raw text', { type: 'string' }, { rendered: 'a' }, { rendered: 'a' }],
    ['a listed value in any letter case', { type: 'string', enum: ['asc', 'desc'] }, 'ASC', 'asc'],
    ['not an ambiguous letter case', { type: 'string', enum: ['a', 'A'] }, 'a', 'a'],
    ['not a value that is not listed', { type: 'string', enum: ['asc', 'desc'] }, 'up', 'up'],
    ['the alternative that fits', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, '7', 7],
  ];
  it.each(rows)('coerces %s', (_, schema, input, result) => {
    expect(coerce(input, schema)).toEqual(result);
  });

  it('reads back every safe integer written in decimal', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(coerce(String(number), { type: 'integer' })).toBe(number);
      }),
    );
  });

  it('never throws for any value', () => {
    const schema = fc.constantFrom<JsonSchema>(
      { type: 'integer' },
      { type: 'array', items: { type: 'boolean' } },
      { type: 'object', properties: { a: { type: 'number' } } },
      { type: ['null', 'string'] },
    );
    fc.assert(fc.property(fc.anything(), schema, (value, kind) => void coerce(value, kind)));
  });
});
