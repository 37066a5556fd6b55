import type { Database } from '../../../../database.js';
import type { Visibility } from '../../domain/access/visibility.js';
import { visibleTo } from '../../domain/access/visible-articles.js';

/** A link that was broken at its last check. */
export interface BrokenLink {
  readonly articleId: number;
  readonly href: string;
  readonly kind: string;
  /** Time of the check, in UTC. */
  readonly checkedAt: string | null;
}

/** Scope of a list: viewer, and optionally one author or one article. */
export interface BrokenLinkScope {
  readonly visibility: Visibility;
  readonly author: number | undefined;
  readonly article?: number | undefined;
}

/** Builds the query for broken links and their articles. */
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

/** Counts articles with broken links. @param isHiddenAlone counts only articles hidden from readers */
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

/** Finds broken links in articles that the viewer may read. */
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
