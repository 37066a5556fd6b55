import { type CommandContext, HostError, type OwnedCommands } from '../../../index.js';
import { EVERYTHING } from '../access/visibility.js';
import type { CategoryInput } from '../categories.js';
import type { Category } from '../category-tree.js';
import { invalidParam } from '../errors.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { CATEGORY_COLUMNS, describeCategory, mustGetCategory, nameOf } from './describe-category.js';
import { change, DRY_RUN } from './dry-run.js';
import { ID, numberOf } from './option-values.js';

const CATEGORY_ID = { name: 'id', description: 'id of the category' } as const;

/** `mortise kb category get`, `update`, `delete` and other changes to existing categories. */
export function registerCategoryChangeCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { categories, navigation } = kb;

  async function describe(category: Category) {
    const { description, order, depth } = category;
    return { ...describeCategory(category, await navigation.counts(EVERYTHING)), order, depth, description };
  }

  async function printUpdate(command: CommandContext, id: number, input: CategoryInput): Promise<void> {
    const actor = { user: command.user, source: 'cli' } as const;
    const row = await change(kb, command, async () => describe(await categories.update(id, input, actor)));
    command.output.record(row);
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
      DRY_RUN,
    ],
    async run(command) {
      const { id } = mustGetCategory(kb, command.args.id);
      await printUpdate(command, id, inputOf(command.options));
    },
  });

  cli.command('kb category move', {
    summary: 'Put a category, and all that is below it, below another one',
    arguments: [CATEGORY_ID, { name: 'parent', description: 'id of the category above it, 0 for the top' }],
    options: [DRY_RUN],
    async run(command) {
      const { id } = mustGetCategory(kb, command.args.id);
      await printUpdate(command, id, { parentId: numberOf(command.args.parent, 'parent') });
    },
  });

  cli.command('kb category reorder', {
    summary: 'Put categories of one parent into this order; neighbours that are not named follow',
    arguments: [{ name: 'ids', description: 'ids of the categories, the first one first', several: true }],
    options: [DRY_RUN],
    async run(command) {
      const { several, output, user } = command;
      const wanted = [...new Set(several)].map((id) => mustGetCategory(kb, id));
      const order = inOrder(kb, wanted);
      const rows = await change(kb, command, () =>
        kb.db.transaction(async () => {
          for (const [position, { id }] of order.entries()) {
            await categories.update(id, { order: position }, { user, source: 'cli' });
          }
          const counts = await navigation.counts(EVERYTHING);
          return order.map(({ id }) => describeCategory(categories.get(id), counts));
        }),
      );
      output.rows(rows, CATEGORY_COLUMNS);
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
      DRY_RUN,
    ],
    async run(command) {
      const { args, options, output, user, confirm } = command;
      const category = mustGetCategory(kb, args.id);
      const reassign = options.reassign === undefined ? undefined : Number(options.reassign);
      const children = options.children as 'lift' | 'delete' | undefined;
      if (options.dryRun !== true) {
        await confirm(`Delete the category "${category.name}" (${category.path}) for good?`);
      }
      const actor = { user, source: 'cli' } as const;
      await change(kb, command, () => categories.delete(category.id, { reassign, children }, actor));
      if (options.dryRun !== true) output.note(`Category ${category.id} is deleted.`);
    },
  });

  cli.command('kb category recount', {
    summary: 'Have all processes count the articles of categories anew, and list the counts',
    options: [DRY_RUN],
    async run(command) {
      const { output, user } = command;
      await change(kb, command, () => kb.caches.flush(['nav'], { user, source: 'cli' }));
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

/** Reads the input. @throws HostError 400 `vendor_kb_invalid_param` if there are no changes */
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

/**
 * Returns all siblings with the given ones first. @throws HostError 400 `vendor_kb_invalid_param` if their parents
 * differ
 */
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
