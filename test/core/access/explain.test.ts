import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Access, createAccess, createMappingMemory } from '../../../src/core/access/capabilities.js';
import { capabilityName } from '../../../src/core/access/capability-name.js';
import type { User } from '../../../src/core/user.js';
import { createHooks, type Hooks } from '../../../src/hooks/hooks.js';

declare module '../../../src/index.js' {
  interface Capabilities {
    edit_recipe: true;
    edit_recipes: true;
    edit_others_recipes: true;
  }
}

interface Recipe {
  readonly author: number;
}

function userWith(...roles: string[]): User {
  return { id: 7, login: 'ada', email: 'ada@example.com', emailVerified: true, name: 'Ada', roles };
}

let hooks: Hooks;
let access: Access;

beforeEach(() => {
  hooks = createHooks();
  access = createAccess({ hooks, warn: () => undefined });
  access.capability('edit_recipes', { label: 'Edit recipes', roles: ['author', 'editor'], owner: 'acme' });
  access.capability('edit_others_recipes', { label: "Edit others' recipes", roles: ['editor'], owner: 'acme' });
  access.meta(
    'edit_recipe',
    (user, { author }: Recipe) => ['edit_recipes', ...(author === user.id ? [] : ['edit_others_recipes'])],
    { owner: 'acme', load: (id) => (id === '1' ? { author: 8 } : null) },
  );
});

describe('access explanation', () => {
  it('includes the mapping, its owner and the capabilities each role grants', async () => {
    const user = userWith('author', 'subscriber', 'emperor');
    expect(await access.explain(user, 'edit_recipe', { author: 8 })).toEqual({
      allowed: false,
      capability: 'edit_recipe',
      user: { id: 7, login: 'ada' },
      mapping: { owner: 'acme', required: ['edit_recipes', 'edit_others_recipes'] },
      required: ['edit_recipes', 'edit_others_recipes'],
      roles: [
        { name: 'author', owner: 'core', gives: ['edit_recipes'] },
        { name: 'subscriber', owner: 'core', gives: [] },
        { name: 'emperor', owner: null, gives: [] },
      ],
      changes: [],
      unknown: [],
      scopes: null,
      missing: ['edit_others_recipes'],
      missingScopes: [],
      reason: 'not_held',
    });
  });

  it('names the callbacks that changed required or held capabilities, and their changes', async () => {
    const acme = hooks.forOwner('acme-plans');
    acme.addFilter('map_meta_cap', function lock(required) {
      return [...required, 'manage_options'];
    });
    acme.addFilter('map_meta_cap', (required) => required);
    acme.addFilter('user_has_cap', async (capabilities) => new Set([...capabilities, 'manage_options']), {
      id: 'trial',
    });
    hooks
      .forOwner('acme-bans')
      .addFilter(
        'user_has_cap',
        (capabilities) => new Set([...capabilities].filter((name) => name !== 'edit_recipes')),
        {
          priority: 20,
        },
      );
    const trace = await access.explain(userWith('editor'), 'edit_recipe', { author: 7 });
    expect(trace.changes).toEqual([
      { hook: 'map_meta_cap', owner: 'acme-plans', id: null, function: 'lock', added: ['manage_options'], removed: [] },
      { hook: 'user_has_cap', owner: 'acme-plans', id: 'trial', function: '', added: ['manage_options'], removed: [] },
      { hook: 'user_has_cap', owner: 'acme-bans', id: null, function: '', added: [], removed: ['edit_recipes'] },
    ]);
    expect(trace).toMatchObject({ allowed: false, missing: ['edit_recipes'], reason: 'not_held' });
  });

  it('separates checks made by a callback from its own', async () => {
    hooks.addFilter('map_meta_cap', async (required, capability, user) => {
      if (capability !== 'edit_recipes') return required;
      return (await access.can(user, 'read')) ? required : [...required, 'manage_options'];
    });
    hooks.addFilter('map_meta_cap', (required, capability) =>
      capability === 'read' ? [...required, 'import'] : required,
    );
    const { changes } = await access.explain(userWith('author'), 'edit_recipes');
    expect(changes.map(({ added }) => added)).toEqual([['manage_options']]);
  });

  it.each([
    ['allowed', userWith('editor'), 'edit_recipes', undefined],
    ['anonymous', null, 'edit_recipes', undefined],
    ['nobody_may', userWith('administrator'), 'do_not_allow', undefined],
    ['not_registered', userWith('administrator'), 'edit_recipies', undefined],
    ['not_held', userWith('subscriber'), 'edit_recipes', []],
    ['outside_scopes', userWith('editor'), 'edit_recipes', ['read']],
  ] as const)('gives the reason %s', async (reason, user, capability, scopes) => {
    expect(await access.explain(user, capabilityName(capability), undefined, scopes)).toMatchObject({ reason });
  });

  it('separates capabilities cut by the credential scopes from those the user lacks', async () => {
    const user = userWith('author');
    const others = { author: 8 };
    expect(await access.explain(user, 'edit_recipe', others, ['read'])).toMatchObject({
      missing: ['edit_others_recipes'],
      missingScopes: ['edit_recipes'],
      scopes: ['read'],
    });
  });
});

describe('the explanation and the result of a check', () => {
  const CAPABILITIES = ['read', 'edit_posts', 'manage_options', 'edit_recipe', 'edit_recipes', 'no_such', 'gated'];
  const names = fc.subarray(['read', 'edit_posts', 'manage_options', 'edit_recipes', 'do_not_allow', 'no_such']);
  const change = fc.record({ add: names, remove: names, waits: fc.boolean() });
  const apply = (granted: Iterable<string>, { add, remove }: { add: string[]; remove: string[] }): string[] =>
    [...new Set([...granted, ...add])].filter((name) => !remove.includes(name));

  it('agree for all roles, mappings, filters and scopes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          roles: fc.subarray(['administrator', 'editor', 'author', 'subscriber', 'emperor']),
          isKnown: fc.boolean(),
          asked: fc.constantFrom(...CAPABILITIES),
          author: fc.constantFrom(7, 8),
          gated: fc.record({ required: names, waits: fc.boolean() }),
          needs: fc.array(change, { maxLength: 2 }),
          holds: fc.array(change, { maxLength: 2 }),
          scopes: fc.option(names, { nil: undefined }),
          remembers: fc.boolean(),
        }),
        async ({ roles, isKnown, asked: requested, author, gated, needs, holds, scopes, remembers }) => {
          const own = createHooks();
          const tested = createAccess({ hooks: own, warn: () => undefined });
          tested.capability('edit_recipes', { label: '', roles: ['author', 'editor'], owner: 'acme' });
          tested.meta(
            'edit_recipe',
            (user, recipe: Recipe) => (recipe.author === user.id ? ['edit_recipes'] : ['edit_others_posts']),
            { owner: 'acme' },
          );
          const required = gated.required;
          tested.meta(capabilityName('gated'), () => (gated.waits ? Promise.resolve(required) : required), {
            owner: 'acme',
          });
          for (const one of needs) {
            own.addFilter('map_meta_cap', (list) => settle(apply(list, one), one.waits));
          }
          for (const one of holds) {
            own.addFilter('user_has_cap', (capabilities) => settle(new Set(apply(capabilities, one)), one.waits));
          }
          const user = isKnown ? userWith(...roles) : null;
          const memory = remembers ? createMappingMemory() : undefined;
          const question = [user, capabilityName(requested), { author }, scopes, memory] as const;
          const before = await tested.can(...question);
          const trace = await tested.explain(...question);
          expect(trace.allowed).toBe(before);
          expect(await tested.check(...question)).toEqual({
            allowed: trace.allowed,
            missing: trace.missing,
            missingScopes: trace.missingScopes,
          });
          expect(await tested.can(...question)).toBe(before);
          expect(trace.missing.length + trace.missingScopes.length === 0).toBe(before);
          expect(trace.reason === 'allowed').toBe(before);
        },
      ),
      { numRuns: 300 },
    );
  });

  function settle<V>(value: V, waits: boolean): V | Promise<V> {
    return waits ? Promise.resolve(value) : value;
  }
});

describe('mapping cache of a request', () => {
  let requested: number;
  beforeEach(() => {
    requested = 0;
    access.meta(
      'edit_recipe',
      async (user, { author }: Recipe) => {
        requested += 1;
        return author === user.id ? ['edit_recipes'] : ['edit_others_recipes'];
      },
      { owner: 'acme' },
    );
  });

  it('maps a capability on an object only once', async () => {
    const memory = createMappingMemory();
    const recipe = { author: 7 };
    const ask = (about: Recipe) => access.can(userWith('author'), 'edit_recipe', about, undefined, memory);
    const user = userWith('author');
    const answers = await Promise.all(
      [recipe, recipe, recipe].map((about) => access.can(user, 'edit_recipe', about, undefined, memory)),
    );
    expect([answers, requested]).toEqual([[true, true, true], 1]);
    expect(await ask({ author: 8 })).toBe(false);
  });

  it('is not shared between users or between equal objects', async () => {
    const memory = createMappingMemory();
    const recipe = { author: 7 };
    expect(await access.can(userWith('author'), 'edit_recipe', recipe, undefined, memory)).toBe(true);
    const other = { ...userWith('author'), id: 8 };
    expect(await access.can(other, 'edit_recipe', recipe, undefined, memory)).toBe(false);
    expect(await access.can(other, 'edit_recipe', { ...recipe }, undefined, memory)).toBe(false);
    expect(requested).toBe(3);
  });

  it('skips numbers and strings, because the object they identify may change', async () => {
    const memory = createMappingMemory();
    const stored = { author: 7 };
    access.meta('edit_recipe', (user) => (stored.author === user.id ? ['edit_recipes'] : ['edit_others_recipes']), {
      owner: 'acme',
    });
    const user = userWith('author');
    expect(await access.can(user, 'edit_recipe', 1, undefined, memory)).toBe(true);
    stored.author = 8;
    expect(await access.can(user, 'edit_recipe', 1, undefined, memory)).toBe(false);
  });

  it('does not bypass filters: both run every time', async () => {
    const memory = createMappingMemory();
    const user = userWith('author');
    const recipe = { author: 7 };
    const ask = () => access.can(user, 'edit_recipe', recipe, undefined, memory);
    expect(await ask()).toBe(true);
    const locked = hooks.addFilter('map_meta_cap', (required) => [...required, 'manage_options']);
    expect(await ask()).toBe(false);
    locked.remove();
    expect(await ask()).toBe(true);
    hooks.addFilter('user_has_cap', () => new Set<string>());
    expect(await ask()).toBe(false);
  });

  it('is not changed by a filter that mutates its argument', async () => {
    const memory = createMappingMemory();
    const user = userWith('subscriber');
    const ask = () => access.can(user, 'edit_recipe', { author: 7 }, undefined, memory);
    const careless = hooks.addFilter('map_meta_cap', (required) => {
      (required as string[])[0] = 'read';
      return required;
    });
    expect(await ask()).toBe(true);
    careless.remove();
    expect(await ask()).toBe(false);
  });

  it('does not cache a failure: the mapper runs again', async () => {
    const memory = createMappingMemory();
    const recipe = { author: 7 };
    let isBroken = true;
    access.meta(
      'edit_recipe',
      async () => {
        if (isBroken) throw new Error('The database is away.');
        return ['edit_recipes'];
      },
      { owner: 'acme' },
    );
    const user = userWith('author');
    const ask = () => access.can(user, 'edit_recipe', recipe, undefined, memory);
    await expect(ask()).rejects.toThrow('away');
    isBroken = false;
    expect(await ask()).toBe(true);
  });
});

describe('a filter that mutates its argument', () => {
  it('does not add a capability to the role of other users', async () => {
    const careless = hooks.addFilter('user_has_cap', (capabilities) => {
      (capabilities as Set<string>).add('manage_options');
      return capabilities;
    });
    expect(await access.can(userWith('subscriber'), 'manage_options')).toBe(true);
    careless.remove();
    expect(await access.can(userWith('subscriber'), 'manage_options')).toBe(false);
  });

  it('does not bypass the scopes by emptying the list of required capabilities', async () => {
    hooks.addFilter('user_has_cap', (capabilities, required) => {
      (required as string[]).length = 0;
      return capabilities;
    });
    expect(await access.can(userWith('editor'), 'edit_posts', undefined, ['read'])).toBe(false);
    expect(await access.can(userWith('editor'), 'manage_options')).toBe(false);
  });

  it('does not change the list of a mapper', async () => {
    const list = ['edit_others_recipes'];
    access.meta('edit_recipe', () => list, { owner: 'acme' });
    hooks.addFilter('map_meta_cap', (required) => {
      (required as string[]).pop();
      return ['read'];
    });
    expect(await access.can(userWith('subscriber'), 'edit_recipe', {})).toBe(true);
    expect(list).toEqual(['edit_others_recipes']);
  });
});

describe('the object of a meta capability', () => {
  it('is loaded by the loader of its plugin', async () => {
    expect(await access.load('edit_recipe', '1')).toEqual({ author: 8 });
    await expect(access.load('edit_recipe', '2')).rejects.toMatchObject({
      code: 'capability_object_not_found',
      status: 404,
    });
  });

  it('cannot be loaded without a loader or for a capability that has no object', async () => {
    access.meta('edit_recipe', () => ['read'], { owner: 'acme' });
    const expected = { code: 'capability_without_objects', status: 400 };
    await expect(access.load('edit_recipe', '1')).rejects.toMatchObject(expected);
    await expect(access.load('edit_posts', '1')).rejects.toMatchObject(expected);
  });
});
