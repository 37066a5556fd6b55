import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coerce } from '../../../src/core/schema/coerce.js';
import type { ArgumentSchema, JsonSchema } from '../../../src/core/schema/schema.js';
import { createValidators } from '../../../src/core/schema/validate.js';

const createValidator = createValidators();

/** Value that a route receives for an argument, or `refused`. */
function receive(schema: ArgumentSchema, input: unknown): unknown {
  const value = coerce(input, schema);
  return Object.keys(createValidator({ value: schema })({ value })).length === 0 ? value : 'refused';
}

/** Cases where the rules of WordPress differ from Ajv's coerceTypes. */
describe('coercion cases', () => {
  const REFUSED = 'refused';
  const integer = { type: 'integer' } as const;
  const number = { type: 'number' } as const;
  const boolean = { type: 'boolean' } as const;
  const string = { type: 'string' } as const;
  const list = { type: 'array', items: { type: 'integer' } } as const;
  const texts = { type: 'array', items: { type: 'string' } } as const;
  const object = { type: 'object' } as const;

  const differsFromAjv: [what: string, schema: JsonSchema, given: unknown, received: unknown][] = [
    ['null is not 0', integer, null, REFUSED],
    ['null is not 0 as a number', number, null, REFUSED],
    ['null is not false', boolean, null, REFUSED],
    ['null is not an empty text', string, null, REFUSED],
    ['true is not 1', integer, true, REFUSED],
    ['false is not 0 as a number', number, false, REFUSED],
    ['true is not "true"', string, true, REFUSED],
    ['5 is not "5"', string, 5, REFUSED],
    ['"0x10" is not 16', integer, '0x10', REFUSED],
    ['"0x10" is not 16 as a number', number, '0x10', REFUSED],
    ['"0b1" is not 1', integer, '0b1', REFUSED],
    ['"1e3" is not 1000', integer, '1e3', REFUSED],
    ['"1e3" is not 1000 as a number', number, '1e3', REFUSED],
    ['"1" is true', boolean, '1', true],
    ['"0" is false', boolean, '0', false],
    ['1 is true', boolean, 1, true],
    ['0 is false', boolean, 0, false],
    ['"TRUE" is true', boolean, 'TRUE', true],
    ['"False" is false', boolean, 'False', false],
    ['"1,2" is a list', list, '1,2', [1, 2]],
    ['"a,b" is a list of texts', texts, 'a,b', ['a', 'b']],
    ['"7" is a list of one', list, '7', [7]],
    ['"" is an empty object', object, '', {}],
    ['[5] is not 5', integer, [5], REFUSED],
  ];
  it.each(differsFromAjv)('%s', (_, schema, input, received) => {
    expect(receive(schema, input)).toEqual(received);
  });

  const numeric: [given: unknown, asInteger: unknown, asNumber: unknown][] = [
    ['0', 0, 0],
    ['007', 7, 7],
    ['+5', 5, 5],
    ['-5', -5, -5],
    ['5.0', 5, 5],
    ['5.', 5, 5],
    ['.5', REFUSED, 0.5],
    ['1.5', REFUSED, 1.5],
    [1.5, REFUSED, 1.5],
    [5, 5, 5],
    ['', REFUSED, REFUSED],
    [' ', REFUSED, REFUSED],
    ['.', REFUSED, REFUSED],
    ['-', REFUSED, REFUSED],
    ['--5', REFUSED, REFUSED],
    ['1_000', REFUSED, REFUSED],
    ['1,5', REFUSED, REFUSED],
    ['5 apples', REFUSED, REFUSED],
    ['NaN', REFUSED, REFUSED],
    ['Infinity', REFUSED, REFUSED],
    ['-Infinity', REFUSED, REFUSED],
    ['\u0665', REFUSED, REFUSED],
    ['\uff15', REFUSED, REFUSED],
    ['0o7', REFUSED, REFUSED],
    ['1n', REFUSED, REFUSED],
    ['1E2', REFUSED, REFUSED],
    [`1${'0'.repeat(400)}`, REFUSED, REFUSED],
    [[], REFUSED, REFUSED],
    [{}, REFUSED, REFUSED],
  ];
  it.each(numeric)('%j is %j as an integer and %j as a number', (input, asInteger, asNumber) => {
    expect(receive(integer, input)).toEqual(asInteger);
    expect(receive(number, input)).toEqual(asNumber);
  });

  // JSON.parse turns 1e999 into Infinity, and internal calls can pass Infinity or NaN. Neither is a JSON number.
  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN])('rejects %d as a number', (value) => {
    expect([receive(integer, value), receive(number, value)]).toEqual([REFUSED, REFUSED]);
  });

  it.each(['yes', 'no', 'on', 'off', 't', '2', '-1', '1.0', '', ' true', 'true\n', 2, -1, 0.5, [], {}, [true]])(
    '%j is not a boolean',
    (input) => {
      expect(receive(boolean, input)).toBe(REFUSED);
    },
  );

  const lists: [schema: JsonSchema, given: unknown, received: unknown][] = [
    [list, '', []],
    [list, ' 1 , 2 ', [1, 2]],
    [list, '1,,2,', [1, 2]],
    [list, ['1', '2'], [1, 2]],
    [list, 'a', REFUSED],
    [list, '1,a', REFUSED],
    [list, null, REFUSED],
    [list, {}, REFUSED],
    [list, { 0: 1, length: 1 }, REFUSED],
    [list, [[1]], REFUSED],
    [list, [null], REFUSED],
    [texts, [1], REFUSED],
  ];
  it.each(lists)('%j receives %j as %j', (schema, input, received) => {
    expect(receive(schema, input)).toEqual(received);
  });

  it('leaves the prototype unchanged when an object has a __proto__ member', () => {
    const schema = { type: 'object', properties: { count: integer } } as const;
    const received = receive(schema, JSON.parse('{"__proto__":{"polluted":1},"count":"4"}')) as object;
    expect(Object.getPrototypeOf(received)).toBe(Object.prototype);
    expect(received).toMatchObject({ count: 4 });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('coercion of any value for any schema', () => {
  const bound = fc.integer({ min: -5, max: 5 });
  const members = ['a', 'b', '__proto__', 'length'];
  const { schema } = fc.letrec<{ schema: JsonSchema; member: ArgumentSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ type: fc.constant('integer' as const), minimum: bound, maximum: bound }, { requiredKeys: ['type'] }),
      fc.record(
        { type: fc.constant('number' as const), exclusiveMinimum: bound, multipleOf: fc.constantFrom(0.5, 2) },
        { requiredKeys: ['type'] },
      ),
      fc.record({ type: fc.constantFrom('boolean' as const, 'null' as const) }),
      fc.record(
        {
          type: fc.constant('string' as const),
          minLength: fc.nat(3),
          maxLength: fc.nat(6),
          pattern: fc.constantFrom('^[a-z]*$', '\\d'),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ enum: fc.constant(['a', '1']), type: fc.constant('string' as const) }),
      fc.record({
        type: fc.uniqueArray(
          fc.constantFrom('integer' as const, 'boolean' as const, 'string' as const, 'null' as const),
          { minLength: 1 },
        ),
      }),
      fc.record(
        { type: fc.constant('array' as const), items: tie('schema'), maxItems: fc.nat(3), uniqueItems: fc.boolean() },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('object' as const),
          properties: fc.dictionary(fc.constantFrom(...members), tie('member'), { noNullPrototype: true }),
          additionalProperties: fc.boolean(),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    ),
    member: fc.tuple(tie('schema'), fc.boolean()).map(([described, required]) => ({ ...described, required })),
  }));
  const text = fc.oneof(
    fc.constantFrom('', '1', '0', '-2.0', 'TRUE', 'false', '1,2', 'a,,b', '0x1', '1e1', ' 3 ', 'null'),
    fc.string({ maxLength: 8 }),
  );
  const value = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.array(text, { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...members), fc.oneof(text, fc.array(text, { maxLength: 3 })), {
      noNullPrototype: true,
    }),
  );
  const ajv = new Ajv2020({ strict: false, coerceTypes: false });

  /** Moves `required` into a list, as in JSON Schema. The rest is plain JSON Schema already. */
  function plain({ items, properties, anyOf, required: _, ...rest }: ArgumentSchema): Record<string, unknown> {
    const entries = Object.entries(properties ?? {});
    return {
      ...rest,
      ...(items ? { items: plain(items) } : {}),
      ...(anyOf ? { anyOf: anyOf.map(plain) } : {}),
      ...(properties
        ? {
            properties: Object.fromEntries(entries.map(([name, member]) => [name, plain(member)])),
            required: entries.filter(([, member]) => member.required).map(([name]) => name),
          }
        : {}),
    };
  }

  it('accepts exactly the values that satisfy the plain JSON Schema', () => {
    fc.assert(
      fc.property(schema, value, (described, input) => {
        const value = coerce(input, described);
        const isAccepted = Object.keys(createValidator({ value: described })({ value })).length === 0;
        expect(isAccepted).toBe(ajv.validate(plain(described), value));
      }),
      { numRuns: process.env.MORTISE_FULL === '1' ? 5_000 : 300 },
    );
  }, 120_000);

  it('is idempotent and does not change its input', () => {
    fc.assert(
      fc.property(schema, value, (described, input) => {
        const before = structuredClone(input);
        const once = coerce(input, described);
        expect(input).toEqual(before);
        expect(coerce(once, described)).toEqual(once);
      }),
    );
  });
});
