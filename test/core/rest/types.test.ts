import { describe, expect, expectTypeOf, it } from 'vitest';
import { createRegistry } from '../../../src/core/rest/registry.js';

describe('typed routes', () => {
  const registry = createRegistry();

  it('infers required, optional and default arguments, enums, arrays and objects', () => {
    registry.route(
      'types/v1',
      {
        method: 'GET',
        path: '/things/{id}',
        summary: 'Typed',
        permission: 'public',
        args: {
          id: { type: 'integer' },
          size: { type: 'string', enum: ['s', 'm'] },
          page: { type: 'integer', default: 1 },
          tags: { type: 'array', items: { type: 'string' }, required: true },
          place: { type: 'object', properties: { x: { type: 'number', required: true }, y: { type: 'number' } } },
          either: { type: ['string', 'null'] },
        },
        handler({ args }) {
          expectTypeOf(args.id).toEqualTypeOf<number>();
          expectTypeOf(args.size).toEqualTypeOf<'s' | 'm' | undefined>();
          expectTypeOf(args.page).toEqualTypeOf<number>();
          expectTypeOf(args.tags).toEqualTypeOf<string[]>();
          expectTypeOf(args.place?.x).toEqualTypeOf<number | undefined>();
          expectTypeOf(args.either).toEqualTypeOf<string | null | undefined>();
        },
      },
      'test',
    );
    expect(registry.routes()).toHaveLength(1);
  });

  it('does not compile when a path parameter is not described', () => {
    const declare = (): void =>
      registry.route(
        'types/v1',
        {
          method: 'GET',
          path: '/others/{id}',
          summary: '',
          permission: 'public',
          // @ts-expect-error the path names {id}, args do not
          args: { x: { type: 'string' } },
          handler: () => 1,
        },
        'test',
      );
    expect(declare).toThrow(/describe the path parameter "id"/);
  });

  it('does not compile without a permission, and throws at registration', () => {
    const declare = (): void =>
      registry.route(
        'types/v1',
        // @ts-expect-error permission is mandatory
        { method: 'GET', path: '/open', summary: '', handler: () => 1 },
        'test',
      );
    expect(declare).toThrow(/needs a permission/);
  });
});
