import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Access, createAccess } from '../../../src/core/access/capabilities.js';
import { capabilityName } from '../../../src/core/access/capability-name.js';
import { DEFAULT_ROLES } from '../../../src/core/access/roles.js';
import type { User } from '../../../src/core/user.js';
import { createHooks, type Hooks } from '../../../src/hooks/hooks.js';

declare module '../../../src/index.js' {
  interface Capabilities {
    cook_recipes: true;
    taste_recipes: true;
    edit_own_recipes: true;
    edit_recipe: true;
    feature_recipe: true;
    eat_recipe: true;
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
let warnings: string[];

beforeEach(() => {
  hooks = createHooks();
  warnings = [];
  access = createAccess({ hooks, warn: (message) => warnings.push(message) });
});

describe('roles', () => {
  it.each([
    ['administrator', 'manage_options', true],
    ['editor', 'manage_options', false],
    ['editor', 'edit_others_posts', true],
    ['editor', 'unfiltered_html', true],
    ['author', 'publish_posts', true],
    ['author', 'upload_files', true],
    ['author', 'edit_others_posts', false],
    ['contributor', 'edit_posts', true],
    ['contributor', 'publish_posts', false],
    ['subscriber', 'read', true],
    ['subscriber', 'edit_posts', false],
  ])('%s: %s is %s', async (role, capability, expected) => {
    expect(await access.can(userWith(role), capabilityName(capability))).toBe(expected);
  });

  it('add up', async () => {
    access.role('curator', { label: 'Curator', capabilities: ['manage_categories'], owner: 'acme' });
    const user = userWith('contributor', 'curator');
    expect(await access.can(user, 'edit_posts')).toBe(true);
    expect(await access.can(user, 'manage_categories')).toBe(true);
    expect(await access.can(user, 'publish_posts')).toBe(false);
  });

  it('grant nothing if unregistered or missing, as for an anonymous visitor', async () => {
    expect(await access.can(userWith('emperor'), 'read')).toBe(false);
    expect(await access.can(userWith(), 'read')).toBe(false);
    expect(await access.can(null, 'read')).toBe(false);
  });

  it('cannot be redefined by another owner', () => {
    const mine = { label: 'Editor', capabilities: ['read'], owner: 'acme' } as const;
    expect(() => access.role('editor', mine)).toThrow(expect.objectContaining({ code: 'role_exists' }));
  });

  it('are listed with all their capabilities', () => {
    access.capability('cook_recipes', { label: 'Cook recipes', roles: ['subscriber'], owner: 'acme' });
    expect(access.roles().find(({ name }) => name === 'subscriber')).toEqual({
      name: 'subscriber',
      label: 'Subscriber',
      owner: 'core',
      capabilities: ['cook_recipes', 'edit_profile', 'read'],
    });
  });
});

describe('plugin capabilities', () => {
  it('are granted to the roles they name, including a role registered later', async () => {
    access.capability('cook_recipes', { label: 'Cook recipes', roles: ['editor', 'chef'], owner: 'acme' });
    access.role('chef', { label: 'Chef', capabilities: [], owner: 'acme' });
    expect(await access.can(userWith('editor'), 'cook_recipes')).toBe(true);
    expect(await access.can(userWith('chef'), 'cook_recipes')).toBe(true);
    expect(await access.can(userWith('author'), 'cook_recipes')).toBe(false);
  });

  it('are granted to the administrator only by default, because no role bypasses checks', async () => {
    access.capability('cook_recipes', { label: 'Cook recipes', owner: 'acme' });
    access.capability('taste_recipes', { label: 'Taste recipes', roles: ['editor'], owner: 'acme' });
    expect(await access.can(userWith('administrator'), 'cook_recipes')).toBe(true);
    expect(await access.can(userWith('administrator'), 'taste_recipes')).toBe(false);
  });

  it('cannot use a name of another owner', () => {
    const mine = { label: 'Mine', roles: ['subscriber'], owner: 'acme' };
    for (const name of [capabilityName('manage_options'), capabilityName('do_not_allow')]) {
      expect(() => access.capability(name, mine)).toThrow(expect.objectContaining({ code: 'capability_exists' }));
      expect(() => access.meta(name, () => ['read'], mine)).toThrow(
        expect.objectContaining({ code: 'capability_exists' }),
      );
    }
  });

  it('are removed with their owner, along with its roles and meta capabilities', async () => {
    access.capability('cook_recipes', { label: 'Cook recipes', roles: ['editor'], owner: 'acme' });
    access.role('chef', { label: 'Chef', capabilities: ['edit_posts'], owner: 'acme' });
    access.meta('edit_recipe', () => ['edit_posts'], { owner: 'acme' });
    access.removeOwner('acme');
    expect(await access.can(userWith('editor'), 'cook_recipes')).toBe(false);
    expect(await access.can(userWith('chef'), 'edit_posts')).toBe(false);
    expect(await access.can(userWith('editor'), 'edit_recipe')).toBe(false);
    expect(await access.can(userWith('editor'), 'edit_posts')).toBe(true);
  });

  it('are denied with one warning if unregistered', async () => {
    expect(await access.can(userWith('administrator'), capabilityName('manage_optoins'))).toBe(false);
    expect(await access.can(userWith('editor'), capabilityName('manage_optoins'))).toBe(false);
    expect(warnings).toEqual([expect.stringContaining('"manage_optoins"')]);
  });
});

describe('meta capabilities', () => {
  beforeEach(() => {
    access.capability('edit_own_recipes', { label: 'Edit own recipes', roles: ['author'], owner: 'acme' });
    const ownOrOthers = async (user: User, recipe: Recipe) => [
      recipe.author === user.id ? 'edit_own_recipes' : 'edit_others_posts',
    ];
    access.meta('edit_recipe', ownOrOthers, { owner: 'acme' });
  });

  it('are resolved to the capabilities required for the object', async () => {
    expect(await access.can(userWith('author'), 'edit_recipe', { author: 7 })).toBe(true);
    expect(await access.can(userWith('author'), 'edit_recipe', { author: 8 })).toBe(false);
    expect(await access.can(userWith('editor'), 'edit_recipe', { author: 8 })).toBe(true);
  });

  it('require every capability they name', async () => {
    access.meta('feature_recipe', () => ['edit_posts', 'manage_options'], { owner: 'acme' });
    expect(await access.can(userWith('author'), 'feature_recipe')).toBe(false);
    expect(await access.can(userWith('administrator'), 'feature_recipe')).toBe(true);
  });

  it.each([
    ['do_not_allow', ['read', 'do_not_allow']],
    ['nothing at all', []],
    ['an unknown capability', ['read', 'edit_recipies']],
  ])('deny everyone if they require %s', async (_, required) => {
    access.meta('eat_recipe', () => required, { owner: 'acme' });
    expect(await access.can(userWith('administrator'), 'eat_recipe')).toBe(false);
  });
});

describe('filters', () => {
  it('map_meta_cap changes the required capabilities', async () => {
    hooks.addFilter('map_meta_cap', (required, capability, _user, object) =>
      capability === 'edit_posts' && object === 'locked' ? [...required, 'manage_options'] : required,
    );
    expect(await access.can(userWith('editor'), 'edit_posts', 'open')).toBe(true);
    expect(await access.can(userWith('editor'), 'edit_posts', 'locked')).toBe(false);
    expect(await access.can(userWith('administrator'), 'edit_posts', 'locked')).toBe(true);
  });

  it('user_has_cap changes the held capabilities', async () => {
    hooks.addFilter('user_has_cap', (capabilities, _required, user) =>
      user.login === 'ada' ? new Set([...capabilities, 'upload_files']) : capabilities,
    );
    expect(await access.can(userWith('subscriber'), 'upload_files')).toBe(true);
    expect(await access.can({ ...userWith('subscriber'), login: 'bob' }, 'upload_files')).toBe(false);
  });

  it('user_has_cap cannot grant do_not_allow, unknown names or anything outside the scopes', async () => {
    const requested = ['do_not_allow', 'no_such_capability', 'upload_files'];
    hooks.addFilter('user_has_cap', (capabilities) => new Set([...capabilities, ...requested]));
    expect(await access.can(userWith('subscriber'), capabilityName('do_not_allow'))).toBe(false);
    expect(warnings).toEqual([]);
    expect(await access.can(userWith('subscriber'), capabilityName('no_such_capability'))).toBe(false);
    expect(await access.can(userWith('subscriber'), 'upload_files', undefined, ['read'])).toBe(false);
  });
});

describe('credential scopes', () => {
  const names = [...new Set(DEFAULT_ROLES.flatMap(({ capabilities }) => [...capabilities]))];

  it('limit a user to the capabilities that both hold and never grant more', async () => {
    const capability = fc.constantFrom(...names);
    const roles = fc.subarray(DEFAULT_ROLES.map(({ name }) => name));
    await fc.assert(
      fc.asyncProperty(roles, capability, fc.subarray(names), async (capabilities, requested, scopes) => {
        const user = userWith(...capabilities);
        const unlimited = await access.can(user, requested);
        const limited = await access.can(user, requested, undefined, scopes);
        expect(limited).toBe(unlimited && scopes.includes(requested));
      }),
    );
  });

  it('allow nothing when the list is empty', async () => {
    expect(await access.can(userWith('administrator'), 'read', undefined, [])).toBe(false);
  });

  it('apply to the capabilities that a meta capability requires', async () => {
    access.meta('edit_recipe', () => ['edit_posts', 'upload_files'], { owner: 'acme' });
    const editor = userWith('editor');
    expect(await access.can(editor, 'edit_recipe', undefined, ['edit_posts'])).toBe(false);
    expect(await access.can(editor, 'edit_recipe', undefined, ['edit_posts', 'upload_files'])).toBe(true);
  });
});
