import { setImmediate as nextTurn } from 'node:timers/promises';
import { utc } from '../../../../database.js';
import type { Article } from '../../domain/articles/article.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { createLinkResolver } from './resolve-link.js';

/** Articles loaded per query. */
const BATCH = 50;

type LinkParts = Parameters<typeof createLinkResolver>[0] & Pick<KnowledgeBase, 'articles' | 'db' | 'links'>;

/** Number of links checked and number of broken ones. */
interface LinksChecked {
  readonly checked: number;
  readonly broken: number;
}

/**
 * Checks all links and stores the results. Articles saved in the meantime are checked next time.
 * @param signal stops the check between two articles
 */
export async function checkLinks(
  kb: LinkParts,
  signal?: AbortSignal,
  onArticle: (done: number, total: number) => void = () => undefined,
): Promise<LinksChecked> {
  const check = await createArticleCheck(kb);
  const row = await kb.db.query
    .selectFrom('kb_links')
    .select(({ fn }) => fn.count<number>('article_id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  const total = Number(row.total);
  let done = 0;
  let checked = 0;
  let broken = 0;
  onArticle(0, total);
  for (let last = 0; ; ) {
    const ids = (
      await kb.db.query
        .selectFrom('kb_links')
        .select('article_id')
        .distinct()
        .where('article_id', '>', last)
        .orderBy('article_id')
        .limit(BATCH)
        .execute()
    ).map((row) => row.article_id);
    for (const article of await kb.articles.getMany(ids)) {
      await nextTurn();
      if (signal?.aborted) return { checked, broken };
      const found = await check(article);
      checked += found.checked;
      broken += found.broken;
      done += 1;
      onArticle(done, Math.max(done, total));
    }
    last = ids.at(-1) ?? 0;
    if (ids.length < BATCH) return { checked, broken };
  }
}

/**
 * Checks the links of these articles.
 * Used after imports, so that unresolved links show up before the nightly check.
 * @param signal stops the check between two articles
 */
export async function checkLinksOf(kb: LinkParts, ids: readonly number[], signal?: AbortSignal): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const unseen = await withUnseenLinks(kb, ids.slice(start, start + BATCH));
    if (unseen.length === 0) continue;
    const check = await createArticleCheck(kb);
    for (const article of await kb.articles.getMany(unseen)) {
      await nextTurn();
      if (signal?.aborted) return;
      await check(article);
    }
  }
}

/** Returns the articles with unchecked links. */
async function withUnseenLinks({ db }: LinkParts, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query
    .selectFrom('kb_links')
    .select('article_id')
    .distinct()
    .where('article_id', 'in', [...ids])
    .where('checked_at', 'is', null)
    .execute();
  return rows.map(({ article_id }) => article_id);
}

/** Creates the function that checks one article's links and stores the results. */
async function createArticleCheck(kb: LinkParts): Promise<(article: Article) => Promise<LinksChecked>> {
  const resolve = await createLinkResolver(kb);
  return async (article) => {
    const from = kb.links.url(article.locale, kb.articles.pathOf(article));
    const rows = await kb.db.query
      .selectFrom('kb_links')
      .select(['position', 'href', 'kind', 'target_id', 'is_broken', 'checked_at'])
      .where('article_id', '=', article.id)
      .execute();
    let broken = 0;
    for (const row of rows) {
      const { kind, targetId, isBroken } = await resolve(row.href, from);
      if (isBroken) broken += 1;
      const isKnown = row.kind === kind && row.target_id === targetId && row.is_broken === Number(isBroken);
      if (isKnown && row.checked_at !== null) continue;
      await kb.db.query
        .updateTable('kb_links')
        .set({ kind, target_id: targetId, is_broken: Number(isBroken), checked_at: utc.encode(new Date()) })
        .where('article_id', '=', article.id)
        .where('position', '=', row.position)
        // The article may have a new text with other links by now.
        .where('href', '=', row.href)
        .execute();
    }
    return { checked: rows.length, broken };
  };
}
