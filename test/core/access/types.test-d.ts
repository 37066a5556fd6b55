/**
 * What must compile and what must not: the type check is the test, each `@ts-expect-error` fails it when the line
 * below compiles. Nothing here runs.
 */
import type { OwnedAccess, OwnedRest, PageRequest, Permission, RestRequest } from '../../../src/index.js';
import { capabilityName } from '../../../src/index.js';

declare module '../../../src/index.js' {
  interface Capabilities {
    cook_recipes: true;
    edit_recipe: true;
  }
}

export async function types(
  access: OwnedAccess,
  rest: OwnedRest,
  request: RestRequest,
  page: PageRequest,
): Promise<void> {
  const fromSettings: string = request.path;

  await access.can(request.user, 'cook_recipes');
  await access.can(request.user, 'edit_recipe', { author: 7 });
  await request.can('manage_options');
  await page.can('cook_recipes');
  await request.can(capabilityName(fromSettings));
  // @ts-expect-error a typing mistake
  await access.can(request.user, 'cook_recipies');
  // @ts-expect-error a typing mistake
  await request.can('manage_optoins');
  // @ts-expect-error a typing mistake
  await request.check('manage_optoins');
  // @ts-expect-error a typing mistake
  await page.can('manage_optoins');
  // @ts-expect-error a name that is only known when the program runs
  await request.can(fromSettings);

  access.capability('cook_recipes', { label: 'Cook recipes', roles: ['editor', 'chef'] });
  access.role('chef', { label: 'Chef', capabilities: ['cook_recipes', 'read'] });
  access.meta<{ author: number }>('edit_recipe', (user, recipe) => [recipe.author === user.id ? 'read' : 'import'], {
    load: (id) => ({ author: Number(id) }),
  });
  // @ts-expect-error a capability that was not declared
  access.capability('eat_recipies', { label: 'Eat recipes' });
  // @ts-expect-error a typing mistake in what a role holds
  access.role('chef', { label: 'Chef', capabilities: ['cook_recipies'] });
  access.meta<{ author: number }>('edit_recipe', () => ['read'], {
    // @ts-expect-error an object of another kind
    load: (id) => ({ owner: id }),
  });

  const permissions: Permission[] = [
    'public',
    'authenticated',
    'cook_recipes',
    capabilityName(fromSettings),
    { capability: 'edit_recipe', object: ({ args }) => args.id },
    { anyOf: ['cook_recipes', 'public', () => true] },
    // @ts-expect-error a typing mistake
    'cook_recipies',
    // @ts-expect-error a typing mistake in an alternative
    { anyOf: ['cook_recipies'] },
    // @ts-expect-error a typing mistake about an object
    { capability: 'edit_recipie', object: () => null },
  ];
  for (const permission of permissions) {
    rest.route('acme/v1', { method: 'GET', path: '/a', summary: 'A', permission, handler: () => null });
  }
  rest.route('acme/v1', {
    method: 'GET',
    path: '/b',
    summary: 'B',
    // @ts-expect-error a typing mistake
    permission: 'publlic',
    handler: () => null,
  });
}
