import { HostError, type OwnedCommands, type User } from '../../../index.js';
import { EVERYTHING } from '../access/visibility.js';
import type { CategoryInput } from '../categories.js';
import type { Category } from '../category-tree.js';
import { invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { CATEGORY_COLUMNS, describeCategory, mustGetCategory } from './describe-category.js';
import { ID, numberOf } from './option-values.js';

const CATEGORY_ID = { name: 'id', description: 'id of the category' } as const;

/** `mortise kb category get`, `update`, `delete` and what else becomes of one that is there. */
export function registerCategoryChangeCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { categories, navigation } = kb;

  async function describe(category: Category) {
    const { description, order, depth } = category;
    return { ...describeCategory(category, await navigation.counts(EVERYTHING)), order, depth, description };
  }

  async function change(id: number, input: CategoryInput, user: User | null) {
    return describe(await categories.update(id, input, { user, source: 'cli' }));
  }

  cli.command('kb category get', {
    summary: 'Show a category',
    arguments: [CATEGORY_ID],
    async run({ args, output }) {
      output.record(await describe(mustGetCategory(kb, args.id)));
    },
  });

  cli.command('kb category update', {
    summary: 'Change a category; what is not said stays',
    arguments: [CATEGORY_ID],
    options: [
      { flags: '--name <name>', description: 'its name' },
      { flags: '--slug <slug>', description: 'its part of the address; the old one leads to the new one' },
      { flags: '--description <text>', description: 'Markdown shown above its articles' },
      {
        flags: '--order <number>',
        description: 'place among its neighbours',
        integer: { minimum: -1_000_000, maximum: 1_000_000 },
      },
    ],
    async run({ args, options, output, user }) {
      const { id } = mustGetCategory(kb, args.id);
      output.record(await change(id, inputOf(options), user));
    },
  });

  cli.command('kb category move', {
    summary: 'Put a category, and all that is below it, below another one',
    arguments: [CATEGORY_ID, { name: 'parent', description: 'id of the category above it, 0 for the top' }],
    async run({ args, output, user }) {
      const { id } = mustGetCategory(kb, args.id);
      output.record(await change(id, { parentId: numberOf(args.parent, 'parent') }, user));
    },
  });

  cli.command('kb category reorder', {
    summary: 'Put categories of one parent into this order; neighbours that are not named follow',
    arguments: [{ name: 'ids', description: 'ids of the categories, the first one first', several: true }],
    async run({ several, output, user }) {
      const wanted = [...new Set(several)].map((id) => mustGetCategory(kb, id));
      const order = inOrder(kb, wanted);
      await kb.db.transaction(async () => {
        for (const [position, { id }] of order.entries()) {
          await categories.update(id, { order: position }, { user, source: 'cli' });
        }
      });
      const counts = await navigation.counts(EVERYTHING);
      output.rows(
        order.map(({ id }) => describeCategory(categories.get(id), counts)),
        CATEGORY_COLUMNS,
      );
    },
  });

  cli.command('kb category delete', {
    summary: 'Delete a category for good',
    arguments: [CATEGORY_ID],
    options: [
      {
        flags: '--reassign <id>',
        description: 'category that its articles go to, 0 for none',
        integer: { ...ID, minimum: 0 },
      },
      {
        flags: '--children <what>',
        description: 'what becomes of the categories below: they move up, or go as well',
        choices: ['lift', 'delete'],
      },
    ],
    async run({ args, options, output, user, confirm }) {
      const category = mustGetCategory(kb, args.id);
      const reassign = options.reassign === undefined ? undefined : Number(options.reassign);
      const children = options.children as 'lift' | 'delete' | undefined;
      await confirm(`Delete the category "${category.name}" (${category.path}) for good?`);
      await categories.delete(category.id, { reassign, children }, { user, source: 'cli' });
      output.note(`Category ${category.id} is deleted.`);
    },
  });

  cli.command('kb category recount', {
    summary: 'Have all processes count the articles of categories anew, and list the counts',
    async run({ output, user }) {
      await kb.caches.flush(['nav'], { user, source: 'cli' });
      const counts = await navigation.counts(EVERYTHING);
      output.rows(
        categories
          .tree()
          .all()
          .map((category) => describeCategory(category, counts)),
        CATEGORY_COLUMNS,
      );
    },
  });
}

/** @throws HostError 400 `vendor_kb_invalid_param` where nothing is said */
function inputOf({ name, slug, description, order }: Readonly<Record<string, unknown>>): CategoryInput {
  const input = {
    ...(name === undefined ? {} : { name: nameOf(String(name)) }),
    ...(slug === undefined ? {} : { slug: String(slug) }),
    ...(description === undefined ? {} : { description: String(description) }),
    ...(order === undefined ? {} : { order: Number(order) }),
  };
  if (Object.keys(input).length > 0) return input;
  throw new HostError('vendor_kb_invalid_param', 'Say what to change: --name, --slug, --description or --order.', {
    status: 400,
  });
}

function nameOf(name: string): string {
  if (name.trim() !== '') return name;
  throw invalidParam('name', 'A category needs a name.');
}

/** The neighbours of categories, those first; @throws HostError 400 `vendor_kb_invalid_param` for some of other parents */
function inOrder({ categories }: Pick<KnowledgeBase, 'categories'>, wanted: readonly Category[]): readonly Category[] {
  const [{ parentId, locale } = { parentId: 0, locale: '' }] = wanted;
  const stranger = wanted.find((category) => category.parentId !== parentId || category.locale !== locale);
  if (stranger) {
    throw invalidParam(
      'ids',
      `The category ${stranger.id} is no neighbour of ${wanted[0]?.id}: it has another parent.`,
    );
  }
  const tree = categories.tree();
  const neighbours = parentId === 0 ? tree.roots(locale) : (tree.get(parentId)?.children ?? []);
  const first = new Set(wanted.map(({ id }) => id));
  return [...wanted, ...neighbours.filter(({ id }) => !first.has(id))];
}
