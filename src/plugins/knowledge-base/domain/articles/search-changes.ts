import { type Database, utc } from '../../../../database.js';
import type { Outbox } from '../../../../webhooks.js';
import type { SaveContext } from './actor.js';
import type { Article } from './article.js';

/** Queues an article for the search indexes of all processes, effective after the commit. */
export async function searchChanged(db: Database, articleId: number): Promise<void> {
  await db.query
    .insertInto('kb_search_changes')
    .values({ article_id: articleId, created_at: utc.encode(new Date()) })
    .execute();
}

/** Announces a saved article in the saving transaction: status changes first, then the save. */
export async function announceSave(
  outbox: Pick<Outbox, 'announce'>,
  article: Article,
  previous: Article | null,
  context: SaveContext,
): Promise<void> {
  const { user, source } = context;
  const actor = { user, source };
  const before = previous?.status ?? 'new';
  if (!previous) await outbox.announce('vendor_kb_article_created', article, actor);
  if (before !== article.status) {
    await outbox.announce('vendor_kb_article_status_changed', article, before, article.status);
    if (article.status === 'trash') await outbox.announce('vendor_kb_article_trashed', article, actor);
    if (before === 'trash') await outbox.announce('vendor_kb_article_restored', article, actor);
  }
  if (previous && previous.categoryIds[0] !== article.categoryIds[0]) {
    await outbox.announce('vendor_kb_article_moved', article, previous, actor);
  }
  if (article.parentRevision !== null && source !== 'import') {
    await outbox.announce('vendor_kb_revision_restored', article, article.parentRevision, actor);
  }
  await outbox.announce('vendor_kb_article_saved', article, previous, context);
}
