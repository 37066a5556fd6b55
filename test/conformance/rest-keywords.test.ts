import { definePlugin } from 'mortise';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Name of the case, schema, valid values, and invalid values with their error codes. */
type Case = readonly [name: string, schema: object, valid: readonly unknown[], invalid: readonly [unknown, string][]];

const NAMED = { type: 'object', properties: { a: { type: 'integer' } } } as const;

/** Every supported JSON Schema keyword, in the forms of draft 4 and of 2020-12 where they differ. */
const CASES: readonly Case[] = [
  ['title and description', { type: 'string', title: 'T', description: 'D' }, ['x'], [[{}, 'rest_invalid_type']]],
  ['type', { type: 'integer' }, [1, '1'], [['x', 'rest_invalid_type']]],
  ['type as a list', { type: ['integer', 'null'] }, [1, null], [['x', 'rest_invalid_type']]],
  ['default', { type: 'integer', default: 5 }, [undefined], []],
  ['format', { type: 'string', format: 'email' }, ['a@b.cz'], [['a', 'rest_invalid_email']]],
  ['enum', { type: 'string', enum: ['a', 'b'] }, ['a'], [['c', 'rest_not_in_enum']]],
  ['items', { type: 'array', items: { type: 'integer' } }, [[1, '2'], '1,2'], [[['x'], 'rest_invalid_type']]],
  ['properties', NAMED, [{ a: 1 }, {}], [[{ a: 'x' }, 'rest_invalid_type']]],
  [
    'additionalProperties: false',
    { ...NAMED, additionalProperties: false },
    [{ a: 1 }],
    [[{ b: 1 }, 'rest_additional_properties_forbidden']],
  ],
  [
    'additionalProperties as a schema',
    { ...NAMED, additionalProperties: { type: 'boolean' } },
    [{ a: 1, b: true }],
    [[{ b: 7 }, 'rest_invalid_type']],
  ],
  [
    'patternProperties',
    { type: 'object', patternProperties: { '^n_': { type: 'integer' } } },
    [{ n_a: 1, other: 'x' }],
    [[{ n_a: 'x' }, 'rest_invalid_type']],
  ],
  ['minProperties', { type: 'object', minProperties: 1 }, [{ a: 1 }], [[{}, 'rest_too_few_properties']]],
  ['maxProperties', { type: 'object', maxProperties: 1 }, [{ a: 1 }], [[{ a: 1, b: 2 }, 'rest_too_many_properties']]],
  ['minimum', { type: 'number', minimum: 2 }, [2], [[1.9, 'rest_out_of_bounds']]],
  ['maximum', { type: 'number', maximum: 2 }, [2], [[2.1, 'rest_out_of_bounds']]],
  ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 2 }, [2.1], [[2, 'rest_out_of_bounds']]],
  ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 2 }, [1.9], [[2, 'rest_out_of_bounds']]],
  [
    'exclusiveMinimum: true, of draft 4',
    { type: 'number', minimum: 2, exclusiveMinimum: true },
    [2.1],
    [[2, 'rest_out_of_bounds']],
  ],
  [
    'exclusiveMaximum: true, of draft 4',
    { type: 'number', maximum: 2, exclusiveMaximum: true },
    [1.9],
    [[2, 'rest_out_of_bounds']],
  ],
  ['exclusiveMinimum: false', { type: 'number', minimum: 2, exclusiveMinimum: false }, [2], []],
  ['multipleOf', { type: 'number', multipleOf: 0.5 }, [1.5], [[1.4, 'rest_invalid_multiple']]],
  ['minLength, in characters', { type: 'string', minLength: 2 }, ['👍👍'], [['👍', 'rest_too_short']]],
  ['maxLength, in characters', { type: 'string', maxLength: 2 }, ['👍👍'], [['abc', 'rest_too_long']]],
  ['pattern', { type: 'string', pattern: '^a+$' }, ['aa'], [['b', 'rest_invalid_pattern']]],
  ['minItems', { type: 'array', minItems: 1 }, [[1]], [[[], 'rest_too_few_items']]],
  ['maxItems', { type: 'array', maxItems: 1 }, [[1]], [[[1, 2], 'rest_too_many_items']]],
  ['uniqueItems', { type: 'array', uniqueItems: true }, [[1, 2]], [[[1, 1], 'rest_duplicate_items']]],
  [
    'uniqueItems, of records whatever the order of their members',
    { type: 'array', uniqueItems: true },
    [[{ a: 1, b: [1] }, { a: 1, b: ['1'] }, { a: 1 }]],
    [[[{ a: 1, b: { c: 1, d: 2 } }, 'x', { b: { d: 2, c: 1 }, a: 1 }], 'rest_duplicate_items']],
  ],
  [
    'uniqueItems, of as many records as a body may hold',
    { type: 'array', uniqueItems: true },
    [Array.from({ length: 80_000 }, (_, index) => ({ i: index }))],
    [],
  ],
  [
    'anyOf',
    { anyOf: [{ type: 'integer', minimum: 5 }, { type: 'boolean' }] },
    [5, true],
    [[{}, 'rest_no_matching_schema']],
  ],
  [
    'oneOf',
    {
      oneOf: [
        { type: 'integer', multipleOf: 3 },
        { type: 'integer', multipleOf: 5 },
      ],
    },
    [9, 10],
    [[15, 'rest_no_matching_schema']],
  ],
  [
    'required at a property',
    { type: 'object', properties: { a: { type: 'integer', required: true } } },
    [{ a: 1 }],
    [[{}, 'rest_property_required']],
  ],
  ['required as a list, of draft 4', { ...NAMED, required: ['a'] }, [{ a: 1 }], [[{}, 'rest_property_required']]],
];

describe('schema keywords', () => {
  let host: TestHost;
  let http: Agent;
  const pathOf = (name: string): string => `/${name.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}`;

  beforeAll(async () => {
    const plugin = definePlugin({
      name: 'acme',
      version: '1.0.0',
      setup({ rest }) {
        for (const [name, schema] of CASES) {
          rest.route('acme/v1', {
            method: 'POST',
            path: pathOf(name),
            summary: name,
            permission: 'public',
            args: { value: schema },
            handler: ({ args }) => ({ value: args.value }),
          });
        }
      },
    });
    host = await createTestHost({ plugins: [plugin] });
    http = request(await host.listen());
  });
  afterAll(() => host.close());

  it.each(CASES)('%s', async (name, schema, valid, invalid) => {
    const post = (value: unknown) => http.post(`/api/acme/v1${pathOf(name)}`).send({ value });
    for (const value of valid) expect([value, (await post(value)).status]).toEqual([value, 200]);
    for (const [value, code] of invalid) {
      expect(await post(value)).toMatchObject({
        status: 400,
        body: {
          code: 'rest_invalid_param',
          data: { params: { value: expect.stringMatching(/^value/) }, details: { value: { code } } },
        },
      });
    }
    const { body: data } = await http.options(`/api/acme/v1${pathOf(name)}`);
    const [endpoint] = (data as { endpoints: { args: { value: Record<string, unknown> } }[] }).endpoints;
    expect(Object.keys(endpoint?.args.value ?? {})).toEqual(expect.arrayContaining(['required']));
    if ('title' in schema) expect(endpoint?.args.value).toMatchObject({ title: 'T', description: 'D' });
    if ('default' in schema) expect((await post(undefined)).body).toEqual({ value: 5 });
  });

  it('report the path of the first invalid item', async () => {
    const answer = await http.post('/api/acme/v1/items').send({ value: ['x', 'y'] });
    expect(answer.body).toMatchObject({
      data: { details: { value: { message: 'value.0 must be of type integer.' } } },
    });
  });
});
