import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import type { ArticleStatus } from '../../domain/articles/article.js';
import { findArticles } from '../../domain/articles/article-query.js';
import { dateIn } from '../../domain/articles/staleness.js';
import { restoreRevision } from '../../domain/revisions/restore.js';
import { describeArticle, mustGetArticle } from './describe-article.js';
import { DRY_RUN } from './dry-run.js';
import { numberOf } from './option-values.js';
import { PORCELAIN, printChange } from './print-change.js';

const ARTICLE_ID = { name: 'id', description: 'ID of the article' } as const;
/** Maximum number of rows printed. */
const MAX_PRINTED = 1000;

/** `mortise kb article publish`, `archive` and other changes that keep the text. */
export function registerArticleStateCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { articles, revisions } = kb;
  const print = printChange(kb);

  const states: readonly (readonly [name: string, summary: string, status: ArticleStatus])[] = [
    ['publish', 'Publish an article', 'publish'],
    ['unpublish', 'Change a published article back to a draft', 'draft'],
    ['archive', 'Archive an article; its URL keeps working', 'archived'],
  ];
  for (const [name, summary, status] of states) {
    cli.command(`kb article ${name}`, {
      summary,
      arguments: [ARTICLE_ID],
      options: [DRY_RUN],
      async run(command) {
        const { id } = await mustGetArticle(kb, command.args.id);
        await print(command, (actor) => articles.update(id, { status }, actor));
      },
    });
  }

  cli.command('kb article move', {
    summary: 'Move an article to another primary category',
    arguments: [ARTICLE_ID, { name: 'category', description: 'ID of the category; 0: none' }],
    options: [DRY_RUN],
    async run(command) {
      const { args } = command;
      const { id, categoryIds } = await mustGetArticle(kb, args.id);
      const target = numberOf(args.category, 'category');
      const others = categoryIds.slice(1).filter((category) => category !== target);
      const input = { categoryIds: target === 0 ? others : [target, ...others] };
      await print(command, (actor) => articles.update(id, input, actor));
    },
  });

  cli.command('kb article duplicate', {
    summary: 'Duplicate an article as a draft',
    arguments: [ARTICLE_ID],
    options: [PORCELAIN, DRY_RUN],
    async run(command) {
      const { title, content, contentFormat, excerpt, categoryIds, tags, locale, menuOrder, meta, seo, ruleId } =
        await mustGetArticle(kb, command.args.id);
      const copy = { title, content, contentFormat, excerpt, categoryIds, tags, locale, menuOrder, meta, seo, ruleId };
      await print(command, (actor) => articles.create(copy, actor));
    },
  });

  cli.command('kb article revisions', {
    summary: 'List versions of an article',
    arguments: [ARTICLE_ID],
    async run({ args, output }) {
      const { id } = await mustGetArticle(kb, args.id);
      const found = await revisions.list(id, { limit: MAX_PRINTED, offset: 0 });
      output.rows(
        found.revisions.map(({ version, kind, parentVersion, authorId, createdAt, title }) => ({
          version,
          kind,
          restored: parentVersion,
          author: authorId,
          saved: createdAt.toISOString(),
          title,
        })),
        ['version', 'kind', 'author', 'saved', 'title'],
      );
    },
  });

  cli.command('kb article restore', {
    summary: 'Restore an earlier version of an article',
    arguments: [ARTICLE_ID, { name: 'version', description: 'version number' }],
    options: [DRY_RUN],
    async run(command) {
      const { args } = command;
      const { id } = await mustGetArticle(kb, args.id);
      const target = { articleId: id, version: numberOf(args.version, 'version') };
      await print(command, (actor) => restoreRevision(kb, target, actor));
    },
  });

  cli.command('kb article stale', {
    summary: 'List stale articles (their review date has passed)',
    async run({ output }) {
      const today = dateIn(kb.site.timezone, new Date());
      const { articles: found } = await findArticles(
        kb,
        { visibility: EVERYTHING, statuses: ['publish'], stale: true, today },
        { by: 'modified', direction: 'asc' },
        { limit: MAX_PRINTED, offset: 0 },
      );
      output.rows(
        found.map((article) => describeArticle(kb, article)),
        ['id', 'title', 'review_by', 'locale', 'path', 'modified'],
      );
    },
  });

  cli.command('kb article render', {
    summary: 'Print the HTML of an article; with --format or --fields also its data',
    arguments: [ARTICLE_ID],
    async run({ args, options, output }) {
      const article = await mustGetArticle(kb, args.id);
      await kb.content.load([article]);
      const { html, wordCount } = await kb.content.of(article);
      const isForFile = options.format === 'table' && options.fields === undefined && options.field === undefined;
      if (isForFile) output.text(html);
      else output.record({ id: article.id, version: article.version, words: wordCount, html });
    },
  });
}
