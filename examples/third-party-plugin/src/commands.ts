import { HostError } from 'mortise';
import type { Users } from 'mortise/access';
import type { OwnedCommands } from 'mortise/operations';
import { MAX_PORTIONS } from './recipe.js';
import type { Recipes } from './recipes.js';

export function registerCommands(cli: OwnedCommands, recipes: Recipes, users: Users): void {
  cli.command('recipes list', {
    summary: 'List recipes',
    options: [{ flags: '--search <text>', description: 'only those whose title has this', default: '' }],
    async run({ options, output }) {
      const { recipes: found } = await recipes.list({ search: String(options.search), page: 1, perPage: 1_000 });
      output.rows(
        found.map(({ id, title, portions, timesCooked }) => ({ id, title, portions, cooked: timesCooked })),
        ['id', 'title', 'portions', 'cooked'],
      );
    },
  });

  cli.command('recipes add', {
    summary: 'Write a recipe',
    arguments: [{ name: 'title', description: 'its title' }],
    options: [
      { flags: '--author <login>', description: 'who wrote it', required: true },
      { flags: '--method <text>', description: 'what to do', default: '' },
      {
        flags: '--portions <number>',
        description: 'for how many',
        default: 4,
        integer: { minimum: 1, maximum: MAX_PORTIONS },
      },
    ],
    async run({ args, options, output }) {
      const author = await users.byLogin(String(options.author));
      if (!author) {
        throw new HostError('acme_author_missing', `There is no account "${options.author}".`, { status: 400 });
      }
      const input = { title: args.title ?? '', method: String(options.method), portions: Number(options.portions) };
      const recipe = await recipes.create(input, author);
      output.record({ id: recipe.id, title: recipe.title });
    },
  });
}
