import { createStrings, type UninstallContext } from '../../index.js';
import { POST_TYPE } from './article.js';
import { createFileUses } from './attachments/file-uses.js';
import { TAXONOMY } from './category-tree.js';
import { removeOpinionsOf } from './opinions/removal.js';
import { createRedirects } from './redirects.js';
import { kbCatalogues } from './strings/catalogues.js';
import './declared.js';

/** Articles of one transaction. */
const BATCH = 50;
/** What has rows of an article; they go with it. */
const TABLES = ['kb_article_tags', 'kb_autosaves', 'kb_links', 'kb_promoted_articles', 'kb_revisions'] as const;

/**
 * Removes what the knowledge base has outside its own tables: articles, then the files that came in for them and that
 * nothing else uses, then categories. Cut off anywhere there are fewer articles and nothing is half there; another run
 * goes on with what is left. The host drops the tables afterwards.
 */
export async function uninstallKnowledgeBase(context: UninstallContext): Promise<void> {
  // Cut off after the tables went, it is only the rest of the host's own work that is left.
  const { tables } = await context.db.about();
  if (tables.includes('kb_articles')) {
    while (await removeArticles(context));
    if (tables.includes('kb_attachments')) while (await removeFiles(context));
  }
  while (await removeCategories(context));
}

/** What goes with it, said to whoever is about to uninstall it; null for nothing. @param locale BCP 47 */
export async function uninstallNotice({ db }: Pick<UninstallContext, 'db'>, locale: string): Promise<string | null> {
  const { total } = await db.query
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('type', '=', POST_TYPE)
    .executeTakeFirstOrThrow();
  const count = Number(total);
  return count === 0 ? null : createStrings(locale, kbCatalogues).text('uninstall.notice', { count });
}

/** @returns whether there may be more */
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
      await removeOpinionsOf(db, id);
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

/** No article shows them any more. What one has that another brought in goes first, and the file with its own. */
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

/** Of those that are left, one whose parent is gone stands at the top. */
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
