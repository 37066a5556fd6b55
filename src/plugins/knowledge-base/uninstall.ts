import type { UninstallContext } from '../../index.js';
import { createStrings } from '../../text.js';
import { kbCatalogues } from './catalogues.js';
import { POST_TYPE } from './domain/articles/article.js';
import { createFileUses } from './domain/attachments/file-uses.js';
import { TAXONOMY } from './domain/categories/category-tree.js';
import { removeFeedbackOf } from './domain/feedback/removal.js';
import { createRedirects } from './domain/links/redirects.js';
import './declared.js';

/** Articles per transaction. */
const BATCH = 50;
/** Tables with rows per article, deleted along with it. */
const TABLES = ['kb_article_tags', 'kb_autosaves', 'kb_links', 'kb_promoted_articles', 'kb_revisions'] as const;

/**
 * Deletes data outside the plugin's own tables.
 * Articles first, then files uploaded for them and unused elsewhere, then categories. Safe to interrupt: no article
 * is left half deleted, and another run continues. The host drops the tables afterwards.
 */
export async function uninstallKnowledgeBase(context: UninstallContext): Promise<void> {
  // After an interruption past dropping the tables, only the host's own work is left.
  const { tables } = await context.db.about();
  if (tables.includes('kb_articles')) {
    while (await removeArticles(context));
    if (tables.includes('kb_attachments')) while (await removeFiles(context));
  }
  while (await removeCategories(context));
}

/** Describes the data lost by uninstalling; null for none. @param locale BCP 47 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { total } = await db.query
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('type', '=', POST_TYPE)
    .executeTakeFirstOrThrow();
  const count = Number(total);
  return count === 0 ? null : createStrings(locale, kbCatalogues).text('uninstall.notice', { count });
}

/** Deletes a batch of articles. @returns whether there may be more */
async function removeArticles({ db }: UninstallContext): Promise<boolean> {
  const redirects = createRedirects(db);
  const rows = await db.query
    .selectFrom('posts')
    .select('id')
    .where('type', '=', POST_TYPE)
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return false;
  await db.transaction(async () => {
    for (const id of ids) {
      await removeFeedbackOf(db, id);
      await redirects.removeTarget('article', id);
    }
    for (const table of TABLES) await db.query.deleteFrom(table).where('article_id', 'in', ids).execute();
    await db.query.deleteFrom('kb_sources').where('kind', '=', 'article').where('target_id', 'in', ids).execute();
    await db.query.deleteFrom('kb_articles').where('id', 'in', ids).execute();
    await db.query.deleteFrom('post_terms').where('post_id', 'in', ids).execute();
    await db.query.deleteFrom('posts').where('id', 'in', ids).execute();
  });
  return true;
}

/**
 * Deletes files, which no article uses now. An attachment of another article's file goes first, then the file with
 * its own.
 */
async function removeFiles({ db, media, site }: UninstallContext): Promise<boolean> {
  const { removeUnused } = createFileUses({ db, media, mediaPath: site.media });
  const rows = await db.query
    .selectFrom('kb_attachments')
    .selectAll()
    .orderBy('is_own_file')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  for (const row of rows) {
    await db.transaction(async () => {
      await db.query.deleteFrom('kb_attachments').where('id', '=', row.id).execute();
      await removeUnused([row]);
    });
  }
  return rows.length > 0;
}

/** Treats a remaining category whose parent is gone as top-level. */
async function removeCategories({ db }: UninstallContext): Promise<boolean> {
  const rows = await db.query
    .selectFrom('terms')
    .select('id')
    .where('taxonomy', '=', TAXONOMY)
    .orderBy('id', 'desc')
    .limit(BATCH)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return false;
  await db.transaction(async () => {
    await db.query.deleteFrom('post_terms').where('term_id', 'in', ids).execute();
    await db.query.deleteFrom('terms').where('id', 'in', ids).execute();
  });
  return true;
}
