import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { CATEGORY_COLUMNS as COLUMNS, describeCategory, nameOf } from './describe-category.js';
import { change, DRY_RUN } from './dry-run.js';
import { ID } from './option-values.js';
import { PORCELAIN } from './print-change.js';

/** `mortise kb category ...` */
export function registerCategoryCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const inLocale = (locale: unknown) => (category: Category) =>
    locale === undefined || category.locale === String(locale).toLowerCase();

  cli.command('kb category list', {
    summary: 'List categories',
    options: [{ flags: '--locale <locale>', description: 'in this language' }],
    async run({ options, output }) {
      const counts = await kb.navigation.counts(EVERYTHING);
      const found = kb.categories.tree().all().filter(inLocale(options.locale));
      output.rows(
        found.map((category) => describeCategory(category, counts)),
        COLUMNS,
      );
    },
  });

  cli.command('kb category tree', {
    summary: 'Show the category tree',
    options: [{ flags: '--locale <locale>', description: 'in this language' }],
    async run({ options, output }) {
      const counts = await kb.navigation.counts(EVERYTHING);
      const rows = kb.categories
        .tree()
        .all()
        .filter((category) => category.parentId === 0)
        .filter(inLocale(options.locale))
        .flatMap(function withBelow(category: Category): Category[] {
          return [category, ...category.children.flatMap(withBelow)];
        })
        .map((category) => ({
          ...describeCategory(category, counts),
          name: `${'  '.repeat(category.depth - 1)}${category.name}`,
          depth: category.depth,
        }));
      output.rows(rows, COLUMNS);
    },
  });

  cli.command('kb category create', {
    summary: 'Create a category',
    arguments: [{ name: 'name', description: 'its name' }],
    options: [
      { flags: '--slug <slug>', description: 'URL slug' },
      { flags: '--parent <id>', description: 'parent category', integer: ID },
      { flags: '--description <text>', description: 'Markdown text above its articles' },
      { flags: '--locale <locale>', description: "language; default: the site's" },
      PORCELAIN,
      DRY_RUN,
    ],
    async run(command) {
      const { args, options, output, user } = command;
      const { slug, parent, description, locale } = options;
      const input = {
        name: nameOf(args.name ?? ''),
        ...(slug === undefined ? {} : { slug: String(slug) }),
        ...(parent === undefined ? {} : { parentId: Number(parent) }),
        ...(description === undefined ? {} : { description: String(description) }),
        ...(locale === undefined ? {} : { locale: String(locale) }),
      };
      const row = await change(kb, command, async () => {
        const category = await kb.categories.create(input, { user, source: 'cli' });
        return describeCategory(category, await kb.navigation.counts(EVERYTHING));
      });
      if (options.porcelain === true) output.text(String(row.id));
      else output.record(row);
    },
  });
}
