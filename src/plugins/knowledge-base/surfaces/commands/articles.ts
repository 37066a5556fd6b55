import type { Users } from '../../../../access.js';
import type { OwnedCommands, Row } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import { ARTICLE_STATUSES, type ArticleStatus } from '../../domain/articles/article.js';
import { type ArticleFilter, type ArticleOrder, findArticles } from '../../domain/articles/article-query.js';
import { dateIn } from '../../domain/articles/staleness.js';
import { describeArticle, mustGetArticle } from './describe-article.js';
import { authorOf, ID } from './option-values.js';

const ARTICLE_ORDERS = ['date', 'modified', 'title', 'order', 'views', 'rating'] satisfies ArticleOrder['by'][];
/** Maximum number of articles printed for a person. */
const MAX_PRINTED = 100;
/** Articles loaded per query, since their texts are included. */
const READ = 500;
const COLUMNS = ['id', 'title', 'status', 'locale', 'path', 'modified'] as const;

/** `mortise kb article list` and `get` */
export function registerArticleCommands(cli: OwnedCommands, kb: KnowledgeBase, users: Users): void {
  cli.command('kb article list', {
    summary: 'List articles',
    options: [
      {
        flags: '--status <status>',
        description: 'state, or "any"',
        choices: [...ARTICLE_STATUSES, 'any'],
        default: 'any',
      },
      { flags: '--category <id>', description: 'in this category or its descendants', integer: ID },
      { flags: '--author <user>', description: 'by this author: ID or login' },
      { flags: '--tag <tag>', description: 'with this tag' },
      { flags: '--stale', description: 'only stale articles' },
      { flags: '--locale <locale>', description: 'in this language' },
      { flags: '--search <words>', description: 'with these words in the title or text' },
      { flags: '--orderby <field>', description: 'by what', choices: ARTICLE_ORDERS, default: 'date' },
      { flags: '--order <order>', description: 'sort order', choices: ['asc', 'desc'], default: 'desc' },
      {
        flags: '--limit <number>',
        description: `maximum number of rows; default: ${MAX_PRINTED} in a table, all in other formats`,
        integer: { minimum: 1, maximum: 1_000_000 },
      },
    ],
    async run({ options, output }) {
      const status = options.status as ArticleStatus | 'any';
      const author = await authorOf(users, options.author);
      const isForPerson = options.format === 'table' && options.field === undefined;
      const limit = Number(options.limit ?? (isForPerson ? MAX_PRINTED : Number.POSITIVE_INFINITY));
      const filter: ArticleFilter = {
        visibility: EVERYTHING,
        statuses: status === 'any' ? ARTICLE_STATUSES : [status],
        categories: options.category === undefined ? undefined : below(kb, Number(options.category)),
        authors: author ? [author.id] : undefined,
        tag: toText(options.tag),
        stale: options.stale === true ? true : undefined,
        today: dateIn(kb.site.timezone, new Date()),
        locale: toText(options.locale),
        search: toText(options.search),
      };
      const order = { by: options.orderby, direction: options.order } as ArticleOrder;
      const found: Row[] = [];
      let total = Number.POSITIVE_INFINITY;
      while (found.length < Math.min(limit, total)) {
        const page = { limit: Math.min(READ, limit - found.length), offset: found.length };
        const read = await findArticles(kb, filter, order, page);
        found.push(...read.articles.map((article) => describeArticle(kb, article)));
        total = read.articles.length === 0 ? found.length : read.total;
      }
      output.rows(found, COLUMNS, total);
    },
  });

  cli.command('kb article get', {
    summary: 'Show an article',
    arguments: [{ name: 'id', description: 'ID of the article' }],
    async run({ args, output }) {
      const article = await mustGetArticle(kb, args.id);
      output.record({ ...describeArticle(kb, article), excerpt: article.excerpt, content: article.content });
    },
  });
}

/** Returns a category and its descendants. @throws HostError 404 `vendor_kb_category_not_found` */
function below({ categories }: KnowledgeBase, id: number): readonly number[] {
  return categories.tree().subtree(categories.get(id).id);
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
