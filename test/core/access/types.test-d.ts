/** Type tests: tsc fails if a line below an `@ts-expect-error` compiles. Nothing here runs. */
import type { OwnedAccess } from '../../../src/access.js';
import { capabilityName } from '../../../src/access.js';
import type { PageRequest } from '../../../src/pages.js';
import type { OwnedRest, Permission, RestRequest } from '../../../src/rest.js';

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
  // @ts-expect-error typo
  await access.can(request.user, 'cook_recipies');
  // @ts-expect-error typo
  await request.can('manage_optoins');
  // @ts-expect-error typo
  await request.check('manage_optoins');
  // @ts-expect-error typo
  await page.can('manage_optoins');
  // @ts-expect-error name known only at runtime
  await request.can(fromSettings);

  access.capability('cook_recipes', { label: 'Cook recipes', roles: ['editor', 'chef'] });
  access.role('chef', { label: 'Chef', capabilities: ['cook_recipes', 'read'] });
  access.meta('judge_cake', (user, cake) => [cake.baker === user.id ? 'import' : 'read'], {
    load: (id) => ({ baker: Number(id) }),
  });
  access.meta('edit_recipe', (user, recipe: { author: number }) => [recipe.author === user.id ? 'read' : 'import']);
  await request.can('judge_cake', { baker: 7 });
  await access.can(request.user, 'judge_cake', { baker: 7 });
  // @ts-expect-error object of another type
  await request.can('judge_cake', 7);
  // @ts-expect-error missing object
  await access.can(request.user, 'judge_cake');
  // @ts-expect-error object of another type
  await page.can('judge_cake', { owner: 7 });
  // @ts-expect-error undeclared capability
  access.capability('eat_recipies', { label: 'Eat recipes' });
  // @ts-expect-error typo in a capability of the role
  access.role('chef', { label: 'Chef', capabilities: ['cook_recipies'] });
  access.meta('judge_cake', () => ['read'], {
    // @ts-expect-error object of another type
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
    // @ts-expect-error capability that requires an object
    'judge_cake',
    // @ts-expect-error object of another type
    { capability: 'judge_cake', object: ({ args }) => args.id },
    // @ts-expect-error null instead of the object that the mapper requires
    { capability: 'judge_cake', object: () => null },
    // @ts-expect-error typo
    'cook_recipies',
    // @ts-expect-error typo in an alternative
    { anyOf: ['cook_recipies'] },
    // @ts-expect-error typo in a capability with an object
    { capability: 'edit_recipie', object: () => null },
  ];
  for (const permission of permissions) {
    rest.route('acme/v1', { method: 'GET', path: '/a', summary: 'A', permission, handler: () => null });
  }
  rest.route('acme/v1', {
    method: 'GET',
    path: '/b',
    summary: 'B',
    // @ts-expect-error typo
    permission: 'publlic',
    handler: () => null,
  });
}
