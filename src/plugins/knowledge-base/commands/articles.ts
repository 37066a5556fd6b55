import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type CommandOption, HostError, type OwnedCommands, type Users } from '../../../index.js';
import { EVERYTHING } from '../access/visibility.js';
import { ARTICLE_STATUSES, type Article, type ArticleInput, type ArticleStatus } from '../article.js';
import { findArticles } from '../article-query.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { describeArticle, mustGetArticle } from './describe-article.js';
import { authorOf, ID } from './option-values.js';

const COLUMNS = ['id', 'title', 'status', 'locale', 'path', 'modified'] as const;

const CONTENT_OPTIONS: readonly CommandOption[] = [
  { flags: '--title <title>', description: 'title' },
  { flags: '--content <text>', description: 'Markdown text' },
  { flags: '--content-file <file>', description: 'file with the Markdown text, "-" for standard input' },
  { flags: '--slug <slug>', description: 'last part of the address' },
  { flags: '--status <status>', description: 'state', choices: ARTICLE_STATUSES },
  { flags: '--date <time>', description: 'when it is published, ISO 8601; one to come with --status=future' },
  { flags: '--category <ids>', description: 'category ids separated by commas, the primary one first' },
  { flags: '--tags <tags>', description: 'tags separated by commas' },
  {
    flags: '--order <number>',
    description: 'place within the category',
    integer: { minimum: -1_000_000, maximum: 1_000_000 },
  },
];

/** `mortise kb article ...` */
export function registerArticleCommands(cli: OwnedCommands, kb: KnowledgeBase, users: Users): void {
  const { articles } = kb;

  const describe = (article: Article) => describeArticle(kb, article);
  const mustGet = (id: string | undefined) => mustGetArticle(kb, id);

  cli.command('kb article list', {
    summary: 'List articles',
    options: [
      {
        flags: '--status <status>',
        description: 'state, or "any"',
        choices: [...ARTICLE_STATUSES, 'any'],
        default: 'any',
      },
      { flags: '--category <id>', description: 'in this category or below', integer: ID },
      { flags: '--locale <locale>', description: 'in this language' },
      { flags: '--search <words>', description: 'with these words in title or text' },
      {
        flags: '--limit <number>',
        description: 'at most so many',
        default: 100,
        integer: { minimum: 1, maximum: 1_000_000 },
      },
    ],
    async run({ options, output }) {
      const status = options.status as ArticleStatus | 'any';
      const { articles: found, total } = await findArticles(
        kb,
        {
          visibility: EVERYTHING,
          statuses: status === 'any' ? ARTICLE_STATUSES : [status],
          categories:
            options.category === undefined ? undefined : kb.categories.tree().subtree(Number(options.category)),
          locale: toText(options.locale),
          search: toText(options.search),
        },
        { by: 'date', direction: 'desc' },
        { limit: Number(options.limit), offset: 0 },
      );
      output.rows(found.map(describe), COLUMNS);
      if (found.length < total) output.note(`${found.length} of ${total}; --limit shows more.`);
    },
  });

  cli.command('kb article get', {
    summary: 'Show an article',
    arguments: [{ name: 'id', description: 'id of the article' }],
    async run({ args, output }) {
      const article = await mustGet(args.id);
      output.record({ ...describe(article), content: article.content });
    },
  });

  cli.command('kb article create', {
    summary: 'Write an article',
    options: [
      ...CONTENT_OPTIONS,
      { flags: '--locale <locale>', description: "language, default the site's" },
      { flags: '--author <user>', description: 'id or login of the author' },
    ],
    async run({ options, output, user }) {
      const title = toText(options.title);
      if (!title)
        throw new HostError('vendor_kb_invalid_param', 'An article needs a title: add --title "...".', { status: 400 });
      const author = (await authorOf(users, options.author)) ?? user;
      const input = { ...(await readInput(options)), title, locale: toText(options.locale) ?? kb.site.locale };
      output.record(describe(await articles.create(input, { user: author, source: 'cli' })));
    },
  });

  cli.command('kb article update', {
    summary: 'Change an article',
    arguments: [{ name: 'id', description: 'id of the article' }],
    options: CONTENT_OPTIONS,
    async run({ args, options, output, user }) {
      const { id } = await mustGet(args.id);
      output.record(describe(await articles.update(id, await readInput(options), { user, source: 'cli' })));
    },
  });

  cli.command('kb article delete', {
    summary: 'Move an article to the trash, or delete it for good',
    arguments: [{ name: 'id', description: 'id of the article' }],
    options: [{ flags: '--force', description: 'delete for good' }],
    async run({ args, options, output, user }) {
      const article = await mustGet(args.id);
      if (options.force === true) await articles.delete(article.id);
      else await articles.update(article.id, { status: 'trash' }, { user, source: 'cli' });
      output.note(
        options.force === true ? `Article ${article.id} is deleted.` : `Article ${article.id} is in the trash.`,
      );
    },
  });
}

async function readInput(options: Readonly<Record<string, unknown>>): Promise<ArticleInput> {
  const { title, content, contentFile, slug, status, date, category, tags, order } = options;
  const source = contentFile === undefined ? toText(content) : await readSource(String(contentFile));
  return {
    ...(title === undefined ? {} : { title: String(title) }),
    ...(source === undefined ? {} : { content: source }),
    ...(slug === undefined ? {} : { slug: String(slug) }),
    ...(status === undefined ? {} : { status: status as ArticleStatus }),
    ...(date === undefined ? {} : { publishedAt: toDate(date) }),
    ...(category === undefined ? {} : { categoryIds: splitList(category).map(toId) }),
    ...(tags === undefined ? {} : { tags: splitList(tags) }),
    ...(order === undefined ? {} : { menuOrder: Number(order) }),
  };
}

/** @throws HostError 400 `cli_file_unreadable` */
async function readSource(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    const message = `The file "${file}" cannot be read. Name another one, or - for standard input.`;
    throw new HostError('cli_file_unreadable', message, { status: 400 }, { cause: error });
  }
}

function splitList(value: unknown): string[] {
  return String(value)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}

function toDate(value: unknown): Date {
  const date = new Date(String(value));
  if (!Number.isNaN(date.getTime())) return date;
  throw new HostError('vendor_kb_invalid_param', `--date is a time like 2026-01-31T12:00:00Z, not "${value}".`, {
    status: 400,
  });
}

function toId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new HostError('vendor_kb_invalid_param', `--category is ids of categories, not "${text}".`, { status: 400 });
}
