import type { Database } from '../../../index.js';
import type { Visibility } from '../access/visibility.js';
import { visibleTo } from '../access/visible-articles.js';

/** A link that led nowhere when it was last looked at. */
export interface BrokenLink {
  readonly articleId: number;
  readonly href: string;
  readonly kind: string;
  /** Since when that is known, in UTC. */
  readonly checkedAt: string | null;
}

/** Whose list it is: of one author alone if there is one, and of one article alone. */
export interface BrokenLinkScope {
  readonly visibility: Visibility;
  readonly author: number | undefined;
  readonly article?: number | undefined;
}

/** Broken links, and the articles that they stand in. */
function brokenIn(db: Database, { visibility, author, article }: BrokenLinkScope) {
  let query = db.query
    .selectFrom('kb_links')
    .innerJoin('kb_articles', 'kb_articles.id', 'kb_links.article_id')
    .innerJoin('posts', 'posts.id', 'kb_links.article_id')
    .where('kb_links.is_broken', '=', 1)
    .where('posts.status', '!=', 'trash');
  if (visibility.closed) query = query.where(visibleTo(visibility.closed));
  if (author !== undefined) query = query.where('posts.author_id', '=', author);
  if (article !== undefined) query = query.where('kb_links.article_id', '=', article);
  return query;
}

/** How many articles have some. @param isHiddenAlone of those that readers do not see */
export async function countArticlesWithBrokenLinks(
  db: Database,
  { isHiddenAlone, ...scope }: BrokenLinkScope & { readonly isHiddenAlone: boolean },
): Promise<number> {
  let query = brokenIn(db, scope);
  if (isHiddenAlone) query = query.where('posts.status', 'not in', ['publish', 'archived']);
  const row = await query
    .select((eb) => eb.fn.count<number>('kb_links.article_id').distinct().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

/** The broken links in articles that the viewer may read. */
export async function findBrokenLinks(
  db: Database,
  scope: BrokenLinkScope,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ links: BrokenLink[]; total: number }> {
  const query = brokenIn(db, scope);
  const [count, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirst(),
    query
      .select(['kb_links.article_id', 'kb_links.href', 'kb_links.kind', 'kb_links.checked_at'])
      .orderBy('kb_links.article_id')
      .orderBy('kb_links.position')
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  const links = rows.map((row) => ({
    articleId: row.article_id,
    href: row.href,
    kind: row.kind,
    checkedAt: row.checked_at,
  }));
  return { links, total: Number(count?.total ?? 0) };
}
