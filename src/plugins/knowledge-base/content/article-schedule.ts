import { utc } from '../../../database.js';
import type { OwnedHooks } from '../../../hooks.js';
import type { PluginContext } from '../../../index.js';
import type { Outbox } from '../../../webhooks.js';
import { removeDeletedUsers } from '../domain/access/deleted-users.js';
import { purgeUnusedRules } from '../domain/access/unused-rules.js';
import { lockArticle } from '../domain/articles/article-store.js';
import { dateIn } from '../domain/articles/staleness.js';
import type { KnowledgeBase } from './knowledge-base.js';
import { checkLinks } from './link-checks/check-links.js';

/** Milliseconds between checks for due articles, which may be published up to a minute late. */
const PUBLISHING_INTERVAL = 15_000;
/** Milliseconds that an article stays in the trash. */
const TRASH_TIME = 30 * 24 * 60 * 60 * 1000;
/** Milliseconds a rendered text is stored. It is rendered again when next needed. */
const RENDERED_TIME = 90 * 24 * 60 * 60 * 1000;
/** Articles loaded per query. */
const BATCH = 100;

type Parts = Pick<KnowledgeBase, 'articles' | 'db' | 'site'>;

/** Schedules background jobs for articles. Each runs in one process at a time. */
export function scheduleArticleWork({ hooks, jobs, outbox, settings, log }: PluginContext, kb: KnowledgeBase): void {
  jobs.schedule({
    name: 'kb_publish_due',
    title: 'Publish scheduled articles',
    every: PUBLISHING_INTERVAL,
    overlap: false,
    run: () =>
      publishDue(kb, (id, error) => log.error({ err: error, article: id }, 'An article could not be published')),
  });
  jobs.schedule({
    name: 'kb_stale_articles',
    title: 'Announce stale articles',
    cron: '10 0 * * *',
    overlap: false,
    run: () => announceStale(kb, outbox),
  });
  jobs.schedule({
    name: 'kb_check_links',
    title: 'Check links of articles',
    cron: '20 3 * * *',
    overlap: false,
    run: ({ signal }) => checkLinks(kb, signal),
  });
  jobs.schedule({
    name: 'kb_clean_articles',
    title: 'Empty the article trash, thin out versions, and delete old renderings and unused rules',
    cron: '40 2 * * *',
    overlap: false,
    async run() {
      const now = await kb.db.now();
      await kb.articles.purgeTrash(new Date(now.getTime() - TRASH_TIME));
      await kb.revisions.prune((await settings.get('knowledge-base')).revisionsKept);
      await forgetRendered(kb, hooks, now);
      await removeDeletedUsers(kb);
      await purgeUnusedRules(kb.db, kb.versions);
    },
  });
}

/**
 * Publishes scheduled articles that are due.
 * Each is published once, by a save of its own, whichever process runs the job. A failure does not stop the others.
 * @returns ids of the published articles
 */
export async function publishDue(
  { articles, db }: Pick<Parts, 'articles' | 'db'>,
  report: (id: number, error: unknown) => void,
): Promise<number[]> {
  const now = await db.now();
  const rows = await db.query
    .selectFrom('posts')
    .select('id')
    .where('type', '=', 'kb_article')
    .where('status', '=', 'future')
    .where('published_at', '<=', utc.encode(now))
    .orderBy('published_at')
    .limit(BATCH)
    .execute();
  const published: number[] = [];
  for (const { id } of rows) {
    try {
      await db.transaction(async () => {
        const article = await lockArticle(db, id);
        if (article.status !== 'future' || article.publishedAt === null || article.publishedAt > now) return;
        await articles.update(id, { status: 'publish' }, { user: null, source: 'schedule' });
        db.afterCommit(() => void published.push(id));
      });
    } catch (error) {
      report(id, error);
    }
  }
  return published;
}

/** Deletes rendered texts past their maximum age. */
export async function forgetRendered(
  { renderedTexts }: Pick<KnowledgeBase, 'renderedTexts'>,
  hooks: Pick<OwnedHooks, 'applyFilters'>,
  now: Date,
): Promise<void> {
  const ttl = hooks.applyFilters('vendor_kb_cache_ttl', RENDERED_TIME, { group: 'render' });
  // A plugin may keep them forever.
  if (Number.isFinite(ttl)) await renderedTexts.purge(new Date(Math.max(0, now.getTime() - ttl)));
}

/** Announces every published article whose review date has passed in the site's time zone. */
export async function announceStale({ articles, db, site }: Parts, outbox: Pick<Outbox, 'announce'>): Promise<void> {
  const today = dateIn(site.timezone, await db.now());
  for (let last = 0; ; ) {
    const rows = await db.query
      .selectFrom('kb_articles')
      .innerJoin('posts', 'posts.id', 'kb_articles.id')
      .select('kb_articles.id')
      .where('posts.status', '=', 'publish')
      .where('kb_articles.review_by', '<', today)
      .where('kb_articles.id', '>', last)
      .orderBy('kb_articles.id')
      .limit(BATCH)
      .execute();
    for (const article of await articles.getMany(rows.map(({ id }) => id))) {
      await outbox.announce('vendor_kb_article_stale', article);
    }
    last = rows.at(-1)?.id ?? 0;
    if (rows.length < BATCH) return;
  }
}
