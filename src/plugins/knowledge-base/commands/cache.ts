import type { OwnedCommands } from '../../../index.js';
import { KEPT_ARTICLES } from '../article-content.js';
import { CACHE_GROUPS, type CacheGroup } from '../caches.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { change, DRY_RUN } from './dry-run.js';

/** `mortise kb cache ...` */
export function registerCacheCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { caches } = kb;

  cli.command('kb cache flush', {
    summary: 'Forget what running processes keep in memory',
    options: [
      {
        flags: '--group <group>',
        description: 'what of it',
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
    summary: 'Say what running processes keep in memory, and of how much',
    async run({ output }) {
      const counts = await countCached(kb);
      output.rows(
        CACHE_GROUPS.map((group) => ({ group, keeps: KEEPS[group], of: counts[group] })),
        ['group', 'keeps', 'of'],
      );
    },
  });

  cli.command('kb cache warm', {
    summary: 'Have the processes that serve visitors read and render beforehand what is asked for most',
    async run({ output }) {
      await caches.warm();
      output.note('The processes that serve visitors warm their caches now.');
    },
  });
}

const KEEPS: Readonly<Record<CacheGroup, string>> = {
  render: `the HTML of up to ${KEPT_ARTICLES} articles`,
  nav: 'the order and the counts of published articles',
  search: 'the search index of published articles',
  access: 'articles as plugins decide about them',
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
