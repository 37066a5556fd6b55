import { EVERYTHING } from '../access/visibility.js';
import { findArticles } from '../article-query.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { findBrokenLinks } from '../linking/broken-links.js';
import { checkLinks } from '../linking/check-links.js';
import { dateIn } from '../staleness.js';
import type { Check, Finding } from './check.js';
import { findWrongFigures } from './wrong-figures.js';

/** Maximum findings listed per check. */
const MOST = 1000;
/** Most frequent schedule. If it runs, the others do too. */
const FREQUENT_SCHEDULE = 'kb_publish_due';
/** Milliseconds. */
const HOUR = 60 * 60 * 1000;

/** Returns the checks for derived data and for tasks of people or running processes. */
export function upkeepChecks(kb: KnowledgeBase): readonly Check[] {
  const { db } = kb;
  return [
    {
      name: 'search-index',
      hint: 'The index has missing or extra articles. Run with --fix to rebuild it in all processes.',
      async find() {
        await kb.searchIndex.ready();
        const row = await db.query
          .selectFrom('kb_articles')
          .innerJoin('posts', 'posts.id', 'kb_articles.id')
          .select(({ fn }) => fn.countAll<number>().as('published'))
          .where('posts.status', '=', 'publish')
          .executeTakeFirst();
        const { documents } = await kb.searchIndex.stats();
        const published = Number(row?.published ?? 0);
        const { leftOut } = kb.searchIndex.status();
        return documents + leftOut === published
          ? []
          : [{ id: 'index', what: `${documents} documents, ${published} published` }];
      },
      async fix() {
        await kb.caches.flush(['search'], { user: null, source: 'cli' });
        await kb.searchIndex.rebuild();
      },
    },
    {
      name: 'broken-links',
      hint: 'Correct the texts. Run with --fix to check the links again. kb article check-links lists all of them.',
      async find() {
        const everything = { visibility: EVERYTHING, author: undefined };
        const { links } = await findBrokenLinks(db, everything, { limit: MOST, offset: 0 });
        return links.map(({ articleId: id, href }) => ({ id, what: href }));
      },
      fix: () => checkLinks(kb),
    },
    {
      name: 'stale-articles',
      hint: 'These articles are stale. Review them and set a new review_by, or archive them.',
      async find() {
        const { articles } = await findArticles(
          kb,
          {
            visibility: EVERYTHING,
            statuses: ['publish'],
            stale: true,
            today: dateIn(kb.site.timezone, await db.now()),
          },
          { by: 'modified', direction: 'asc' },
          { limit: MOST, offset: 0 },
        );
        return articles.map(({ id, reviewBy }) => ({ id, what: `until ${reviewBy}` }));
      },
    },
    {
      name: 'rating-figures',
      hint: 'Counters differ from the votes. Run with --fix to recount all votes.',
      find: () => findWrongFigures(db),
      fix: () => kb.opinions.ratings.recount(),
    },
    {
      name: 'schedules',
      hint: 'No process runs due jobs. Run mortise serve, and check that its jobs are enabled.',
      find: () => findSleepingSchedule(kb),
    },
  ];
}

async function findSleepingSchedule({ db }: Pick<KnowledgeBase, 'db'>): Promise<readonly Finding[]> {
  const row = await db.query
    .selectFrom('schedules')
    .select('slot')
    .where('name', '=', FREQUENT_SCHEDULE)
    .executeTakeFirst();
  if (!row) return [{ id: FREQUENT_SCHEDULE, what: 'never ran' }];
  const last = Number(row.slot);
  const now = (await db.now()).getTime();
  return now - last <= HOUR ? [] : [{ id: FREQUENT_SCHEDULE, what: `last ran ${new Date(last).toISOString()}` }];
}
