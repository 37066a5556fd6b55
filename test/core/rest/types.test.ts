import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createRegistry } from '../../../src/core/rest/registry.js';
import type { User } from '../../../src/core/user.js';

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

  it('types the arguments of a permission, and user and object of the handler by that permission', () => {
    const soup = { title: 'Soup' };
    registry.route(
      'types/v1',
      {
        method: 'PUT',
        path: '/recipes/{id}',
        summary: 'Typed by its permission',
        args: { id: { type: 'integer' } },
        permission: {
          capability: 'read',
          object: async ({ args }) => {
            expectTypeOf(args.id).toEqualTypeOf<number>();
            return soup;
          },
        },
        handler({ user, object }) {
          expectTypeOf(user).toEqualTypeOf<User>();
          expectTypeOf(object).toEqualTypeOf<{ title: string }>();
        },
      },
      'test',
    );
    const alternatives = { anyOf: ['read', 'authenticated'] } as const;
    registry.group(
      'types/v1',
      { path: '/cooks', permission: alternatives },
      (endpoint) => {
        endpoint({
          method: 'GET',
          summary: 'Open',
          permission: 'public',
          handler({ user, object }) {
            expectTypeOf(user).toEqualTypeOf<User | null>();
            expectTypeOf(object).toEqualTypeOf<unknown>();
          },
        });
        endpoint({
          method: 'POST',
          summary: 'As the group says',
          handler({ user }) {
            expectTypeOf(user).toEqualTypeOf<User>();
          },
        });
        endpoint({
          method: 'DELETE',
          summary: 'By a function',
          permission: () => true,
          handler({ user }) {
            expectTypeOf(user).toEqualTypeOf<User | null>();
          },
        });
      },
      'test',
    );
    expect(registry.routes()).toHaveLength(3);
  });

  it('fails to compile when a path parameter is not described', () => {
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

  it('fails to compile without a permission, and throws at registration', () => {
    const declare = (): void =>
      registry.route(
        'types/v1',
        // @ts-expect-error permission is mandatory
        { method: 'GET', path: '/open', summary: '', handler: () => 1 },
        'test',
      );
    expect(declare).toThrow(/needs a permission/);
  });

  it('infers the arguments of a grouped endpoint from its own and the shared ones', () => {
    registry.group(
      'types/v1',
      {
        path: '/grouped/{id}',
        args: { id: { type: 'integer' }, context: { type: 'string', enum: ['view', 'edit'], default: 'view' } },
        permission: 'public',
        summary: 'Grouped',
      },
      (endpoint) => {
        endpoint({
          method: 'GET',
          handler({ args }) {
            expectTypeOf(args.id).toEqualTypeOf<number>();
            expectTypeOf(args.context).toEqualTypeOf<'view' | 'edit'>();
          },
        });
        endpoint({
          method: 'POST',
          args: { title: { type: 'string', required: true } },
          permission: 'authenticated',
          handler({ args }) {
            expectTypeOf(args.id).toEqualTypeOf<number>();
            expectTypeOf(args.title).toEqualTypeOf<string>();
          },
        });
      },
      'test',
    );
    const route = registry.routes('types/v1').find(({ template }) => template === '/types/v1/grouped/{id}');
    expect(route?.endpoints.map(({ methods, permission, args }) => [methods, permission, Object.keys(args)])).toEqual([
      [['GET'], 'public', ['id', 'context']],
      [['POST'], 'authenticated', ['id', 'context', 'title']],
    ]);
  });

  it('uses the arguments inferred by a Standard Schema library', () => {
    registry.route(
      'types/v1',
      {
        method: 'POST',
        path: '/standard/{id}',
        summary: 'Standard',
        permission: 'public',
        args: z.object({ id: z.coerce.number(), tags: z.array(z.string()).default([]), note: z.string().optional() }),
        handler({ args }) {
          expectTypeOf(args).toEqualTypeOf<{ id: number; tags: string[]; note?: string | undefined }>();
        },
      },
      'test',
    );
    const route = registry.routes('types/v1').find(({ template }) => template === '/types/v1/standard/{id}');
    expect(Object.keys(route?.endpoints[0]?.args ?? {})).toEqual(['id', 'tags', 'note']);
  });
});
