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
    judge_cake: { baker: number };
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
  access.meta('judge_cake', (user, cake) => [cake.baker === user.id ? 'import' : 'read'], {
    load: (id) => ({ baker: Number(id) }),
  });
  access.meta('edit_recipe', (user, recipe: { author: number }) => [recipe.author === user.id ? 'read' : 'import']);
  await request.can('judge_cake', { baker: 7 });
  await access.can(request.user, 'judge_cake', { baker: 7 });
  // @ts-expect-error an object of another kind
  await request.can('judge_cake', 7);
  // @ts-expect-error no object
  await access.can(request.user, 'judge_cake');
  // @ts-expect-error an object of another kind
  await page.can('judge_cake', { owner: 7 });
  // @ts-expect-error a capability that was not declared
  access.capability('eat_recipies', { label: 'Eat recipes' });
  // @ts-expect-error a typing mistake in what a role holds
  access.role('chef', { label: 'Chef', capabilities: ['cook_recipies'] });
  access.meta('judge_cake', () => ['read'], {
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
    { capability: 'judge_cake', object: async ({ args }) => ({ baker: Number(args.id) }) },
    // @ts-expect-error a question about an object, without one
    'judge_cake',
    // @ts-expect-error an object of another kind
    { capability: 'judge_cake', object: ({ args }) => args.id },
    // @ts-expect-error an object that may be missing, which the mapper would trip over
    { capability: 'judge_cake', object: () => null },
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
