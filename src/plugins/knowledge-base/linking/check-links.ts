import { setImmediate as nextTurn } from 'node:timers/promises';
import { utc } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { createLinkResolver } from './resolve-link.js';

/** Articles that are looked at together. */
const BATCH = 50;

/**
 * Looks where all links lead now, and remembers which lead nowhere. What is saved meanwhile is looked at the next time.
 * @param signal ends it between two articles
 * @param onArticle told how many articles were looked at, of how many
 */
export async function checkLinks(
  kb: KnowledgeBase,
  signal?: AbortSignal,
  onArticle: (done: number, total: number) => void = () => undefined,
): Promise<{ readonly checked: number; readonly broken: number }> {
  const resolve = await createLinkResolver(kb);
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
      const from = kb.links.url(article.locale, kb.articles.pathOf(article));
      const rows = await kb.db.query
        .selectFrom('kb_links')
        .select(['position', 'href', 'kind', 'target_id', 'is_broken', 'checked_at'])
        .where('article_id', '=', article.id)
        .execute();
      for (const row of rows) {
        const { kind, targetId, isBroken } = await resolve(row.href, from);
        checked += 1;
        if (isBroken) broken += 1;
        const isKnown = row.kind === kind && row.target_id === targetId && row.is_broken === Number(isBroken);
        if (isKnown && row.checked_at !== null) continue;
        await kb.db.query
          .updateTable('kb_links')
          .set({ kind, target_id: targetId, is_broken: Number(isBroken), checked_at: utc.encode(new Date()) })
          .where('article_id', '=', article.id)
          .where('position', '=', row.position)
          // Another text may stand there by now, with other links.
          .where('href', '=', row.href)
          .execute();
      }
      done += 1;
      onArticle(done, Math.max(done, total));
    }
    last = ids.at(-1) ?? 0;
    if (ids.length < BATCH) return { checked, broken };
  }
}
