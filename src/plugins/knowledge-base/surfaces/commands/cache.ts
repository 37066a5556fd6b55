import type { OwnedCommands } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { findBrokenLinks } from '../../content/link-checks/broken-links.js';
import { checkLinks } from '../../content/link-checks/check-links.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import { CACHE_GROUPS, type CacheGroup } from '../../domain/caches.js';
import { KEPT_ARTICLES } from '../../domain/rendering/article-content.js';
import { change, DRY_RUN } from './dry-run.js';

/** `mortise kb cache ...` */
export function registerCacheCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { caches } = kb;

  cli.command('kb cache flush', {
    summary: 'Clear the caches of running processes',
    options: [
      {
        flags: '--group <group>',
        description: 'which cache',
        choices: [...CACHE_GROUPS, 'all'],
        default: 'all',
      },
      DRY_RUN,
    ],
    async run(command) {
      const { options, output, user } = command;
      const groups = options.group === 'all' ? CACHE_GROUPS : [options.group as CacheGroup];
      await change(kb, command, () => caches.flush(groups, { user, source: 'cli' }));
      output.rows(
        groups.map((group) => ({ group })),
        ['group'],
      );
    },
  });
  cli.command('kb cache status', {
    summary: 'Show the caches of running processes',
    async run({ output }) {
      const counts = await countCached(kb);
      output.rows(
        CACHE_GROUPS.map((group) => ({ group, keeps: KEEPS[group], of: counts[group] })),
        ['group', 'keeps', 'of'],
      );
    },
  });

  cli.command('kb cache warm', {
    summary: 'Warm the caches of serving processes with the most requested pages',
    async run({ output }) {
      await caches.warm();
      output.note('Serving processes now warm their caches.');
    },
  });
}

const KEEPS: Readonly<Record<CacheGroup, string>> = {
  render: `HTML of up to ${KEPT_ARTICLES} articles`,
  nav: 'order and counts of published articles',
  search: 'search index of published articles',
  access: 'articles after plugin filters',
};

/** Counts the articles with cached data. */
async function countCached({ db }: Pick<KnowledgeBase, 'db'>): Promise<Readonly<Record<CacheGroup, number>>> {
  const rows = await db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select(({ fn }) => ['posts.status', fn.countAll<number>().as('articles')])
    .groupBy('posts.status')
    .execute();
  const all = rows.reduce((sum, row) => sum + Number(row.articles), 0);
  const published = Number(rows.find(({ status }) => status === 'publish')?.articles ?? 0);
  return { render: all, nav: published, search: published, access: all };
}

/** Maximum broken links printed. The total is always printed. */
const MAX_PRINTED = 1000;

/** `mortise kb article check-links` */
export function registerLinkCommand(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb article check-links', {
    summary: 'Check the links of all articles, and list broken ones',
    async run({ output, signal }) {
      const { checked, broken } = await checkLinks(kb, signal);
      const everything = { visibility: EVERYTHING, author: undefined };
      const found = await findBrokenLinks(kb.db, everything, { limit: MAX_PRINTED, offset: 0 });
      output.rows(
        found.links.map(({ articleId, href, kind }) => ({ article: articleId, href, kind })),
        ['article', 'href', 'kind'],
      );
      output.note(`${broken} of ${checked} links are broken.`);
    },
  });
}

/** `mortise kb rating ...` */
export function registerRatingCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  cli.command('kb rating recount', {
    summary: 'Recount all ratings',
    options: [DRY_RUN],
    async run(command) {
      const articles = await change(kb, command, () => kb.readerFeedback.ratings.recount());
      command.output.record({ articles });
    },
  });
}
