import { utc } from '../../../../database.js';
import { CONTENT_VERSION } from '../categories/categories.js';
import { removeFeedbackOf } from '../feedback/removal.js';
import { conflictWith } from '../revisions/revisions.js';
import type { Actor } from './actor.js';
import { type Article, isPublic } from './article.js';
import { type ArticleStore, lockArticle } from './article-store.js';
import type { ArticlesParts } from './articles-parts.js';
import { searchChanged } from './search-changes.js';

/** Deletes articles permanently. */
export interface ArticleRemoval {
  /**
   * Deletes an article permanently; to move it to the trash, update its status.
   * If readers could see it, its URL answers 410 Gone afterwards.
   * @param expectedVersion the version the caller has seen; default: any
   * @throws HostError 404 `vendor_kb_article_not_found`, 412 `vendor_kb_version_conflict`
   */
  delete(id: number, actor?: Actor, expectedVersion?: number): Promise<Article>;
  /** Deletes articles trashed before a date. Articles restored in the meantime stay. @returns the number deleted */
  purgeTrash(before: Date): Promise<number>;
}

/** Tables with rows per article, deleted along with it. */
const TABLES = [
  'kb_article_tags',
  'kb_autosaves',
  'kb_links',
  'kb_promoted_articles',
  'kb_rendered_texts',
  'kb_revisions',
] as const;
/** Articles loaded per query. */
const BATCH = 100;
const SYSTEM_ACTOR: Actor = { user: null, source: 'cli' };

export function createArticleRemoval(
  { db, content, outbox, versions, redirects, revisions, attachments, isGuarded }: ArticlesParts,
  { pathOf }: ArticleStore,
): ArticleRemoval {
  /** Deletes an article. Must run in a transaction that has locked it. */
  async function remove(article: Article, actor: Actor): Promise<void> {
    const { id, locale } = article;
    await removeFeedbackOf(db, id);
    for (const table of TABLES) await db.query.deleteFrom(table).where('article_id', '=', id).execute();
    await db.query.deleteFrom('kb_sources').where('kind', '=', 'article').where('target_id', '=', id).execute();
    // Articles that were not public leave no trace.
    const wasSeen = isPublic({ status: article.trashedFrom ?? article.status }) && !isGuarded(article);
    if (wasSeen) await redirects.markGone(id, locale, pathOf(article));
    else await redirects.removeTarget('article', id);
    await db.query.deleteFrom('kb_articles').where('id', '=', id).execute();
    await content.posts.delete(id);
    await attachments.removeAllOf(id);
    await searchChanged(db, id);
    await versions.bump(CONTENT_VERSION);
    await outbox.announce('vendor_kb_article_deleted', article, actor);
  }

  const trashed = (before: Date) =>
    db.query
      .selectFrom('kb_articles')
      .innerJoin('posts', 'posts.id', 'kb_articles.id')
      .select('kb_articles.id')
      .where('posts.type', '=', 'kb_article')
      .where('posts.status', '=', 'trash')
      .where((where) =>
        where.or([
          where('kb_articles.trashed_at', '<=', utc.encode(before)),
          // Articles trashed by an earlier release have only the time of their last change.
          where.and([
            where('kb_articles.trashed_at', 'is', null),
            where('posts.modified_at', '<=', utc.encode(before)),
          ]),
        ]),
      );

  return {
    delete(id, actor = SYSTEM_ACTOR, expectedVersion) {
      return db.transaction(async () => {
        const article = await lockArticle(db, id);
        if (expectedVersion !== undefined && article.version !== expectedVersion) {
          throw await conflictWith(revisions, article);
        }
        await remove(article, actor);
        return article;
      });
    },
    async purgeTrash(before) {
      let purged = 0;
      for (;;) {
        const rows = await trashed(before).orderBy('kb_articles.id').limit(BATCH).execute();
        for (const { id } of rows) {
          purged += await db.transaction(async () => {
            const row = await trashed(before).where('kb_articles.id', '=', id).forUpdate().executeTakeFirst();
            if (!row) return 0;
            await remove(await lockArticle(db, id), { user: null, source: 'schedule' });
            return 1;
          });
        }
        if (rows.length < BATCH) return purged;
      }
    },
  };
}
