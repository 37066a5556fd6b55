import type { PluginContext } from '../../../../index.js';
import type { CommandContext, ExitCode, OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_STATUSES, type Article, type ArticleStatus } from '../../domain/articles/article.js';
import { describeArticle } from './describe-article.js';
import { change, DRY_RUN } from './dry-run.js';
import { authorOf, ID } from './option-values.js';
import { createPlausibleText } from './plausible-text.js';
import { PORCELAIN } from './print-change.js';

/** `mortise kb article generate` */
export function registerGenerateCommand(cli: OwnedCommands, kb: KnowledgeBase, users: PluginContext['users']): void {
  cli.command('kb article generate', {
    summary: 'Generate articles with placeholder text for testing',
    options: [
      {
        flags: '--count <number>',
        description: 'how many',
        default: 10,
        integer: { minimum: 1, maximum: 100_000 },
      },
      {
        flags: '--seed <number>',
        description: 'seed; the same seed generates the same texts',
        default: 1,
        integer: { minimum: 0, maximum: 4_294_967_295 },
      },
      {
        flags: '--status <status>',
        description: 'state',
        choices: ARTICLE_STATUSES.filter((status) => status !== 'future' && status !== 'trash'),
        default: 'draft',
      },
      { flags: '--category <id>', description: 'category of the articles', integer: ID },
      {
        flags: '--locale <locale>',
        description: "language; default: the category's or the site's",
      },
      { flags: '--author <user>', description: 'ID or login of the author' },
      { ...PORCELAIN, description: 'print only the IDs' },
      DRY_RUN,
    ],
    run: (command) => change(kb, command, () => generate(kb, users, command)),
  });
}

async function generate(
  kb: KnowledgeBase,
  users: PluginContext['users'],
  { options, output, user, signal }: CommandContext,
): Promise<ExitCode> {
  const count = Number(options.count);
  const category = options.category === undefined ? null : kb.categories.get(Number(options.category));
  const author = (await authorOf(users, options.author)) ?? user;
  const write = createPlausibleText(Number(options.seed));
  const shared = {
    status: options.status as ArticleStatus,
    locale: String(options.locale ?? category?.locale ?? kb.site.locale).toLowerCase(),
    categoryIds: category ? [category.id] : [],
  };
  const written: Article[] = [];
  const bar = output.progress('Writing', count);
  try {
    while (written.length < count && !signal.aborted) {
      written.push(await kb.articles.create({ ...shared, ...write() }, { user: author, source: 'cli' }));
      bar.advance();
    }
  } finally {
    bar.stop();
  }
  if (options.porcelain === true) output.text(written.map(({ id }) => id).join('\n'));
  else {
    output.rows(
      written.map((article) => describeArticle(kb, article)),
      ['id', 'title', 'status', 'locale', 'path'],
    );
  }
  return signal.aborted ? 130 : 0;
}
