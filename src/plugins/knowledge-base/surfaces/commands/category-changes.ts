import { HostError } from '../../../../index.js';
import type { CommandContext, OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import type { CategoryInput } from '../../domain/categories/categories.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { invalidParam } from '../../domain/errors.js';
import { CATEGORY_COLUMNS, describeCategory, mustGetCategory, nameOf } from './describe-category.js';
import { change, DRY_RUN } from './dry-run.js';
import { ID, numberOf } from './option-values.js';

const CATEGORY_ID = { name: 'id', description: 'ID of the category' } as const;

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
    summary: 'Update a category; omitted options keep their value',
    arguments: [CATEGORY_ID],
    options: [
      { flags: '--name <name>', description: 'its name' },
      { flags: '--slug <slug>', description: 'URL slug; the previous URL redirects' },
      { flags: '--description <text>', description: 'Markdown text above its articles' },
      {
        flags: '--order <number>',
        description: 'position among its siblings',
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
    summary: 'Move a category and its descendants to another parent',
    arguments: [CATEGORY_ID, { name: 'parent', description: 'ID of the parent category; 0: top level' }],
    options: [DRY_RUN],
    async run(command) {
      const { id } = mustGetCategory(kb, command.args.id);
      await printUpdate(command, id, { parentId: numberOf(command.args.parent, 'parent') });
    },
  });

  cli.command('kb category reorder', {
    summary: 'Reorder sibling categories; siblings that are not listed follow',
    arguments: [{ name: 'ids', description: 'IDs of the categories, in order', variadic: true }],
    options: [DRY_RUN],
    async run(command) {
      const { values, output, user } = command;
      const selected = [...new Set(values)].map((id) => mustGetCategory(kb, id));
      const order = inOrder(kb, selected);
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
    summary: 'Delete a category permanently',
    arguments: [CATEGORY_ID],
    options: [
      {
        flags: '--reassign <id>',
        description: 'new category of its articles; 0: none',
        integer: { ...ID, minimum: 0 },
      },
      {
        flags: '--children <what>',
        description: 'treatment of subcategories: move up one level, or delete',
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
        await confirm(`Delete the category "${category.name}" (${category.path}) permanently?`);
      }
      const actor = { user, source: 'cli' } as const;
      await change(kb, command, () => categories.delete(category.id, { reassign, children }, actor));
      if (options.dryRun !== true) output.note(`Category ${category.id} deleted.`);
    },
  });

  cli.command('kb category recount', {
    summary: 'Recount the articles of categories in all processes, and list the counts',
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
  throw new HostError(
    'vendor_kb_invalid_param',
    'Pass at least one option: --name, --slug, --description or --order.',
    {
      status: 400,
    },
  );
}

/**
 * Returns all siblings with the given ones first. @throws HostError 400 `vendor_kb_invalid_param` if their parents
 * differ
 */
function inOrder(
  { categories }: Pick<KnowledgeBase, 'categories'>,
  selected: readonly Category[],
): readonly Category[] {
  const [{ parentId, locale } = { parentId: 0, locale: '' }] = selected;
  const stranger = selected.find((category) => category.parentId !== parentId || category.locale !== locale);
  if (stranger) {
    throw invalidParam('ids', `Category ${stranger.id} is not a sibling of ${selected[0]?.id}: it has another parent.`);
  }
  const tree = categories.tree();
  const neighbours = parentId === 0 ? tree.roots(locale) : (tree.get(parentId)?.children ?? []);
  const first = new Set(selected.map(({ id }) => id));
  return [...selected, ...neighbours.filter(({ id }) => !first.has(id))];
}
