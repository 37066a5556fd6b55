import { type AdminRequest, formError, idOf, type Strings } from '../../../../index.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { existingArticle } from '../../routes/existing-article.js';
import { updateArticle } from '../../saving/save-article.js';

/** A quick change, as an address says it: of which article, and its versions before and after. */
export interface QuickChange {
  readonly id: number;
  readonly before: number;
  readonly after: number;
}

/** Null for what is none. */
export function quickChangeOf(value: unknown): QuickChange | null {
  const [id, before, after] = typeof value === 'string' ? value.split(':').map((part) => idOf(part)) : [];
  return id && before && after ? { id, before, after } : null;
}

/**
 * Puts back what a quick change has changed.
 * @returns the title that it has again
 * @throws HostError 422 `form_invalid` where there is no way back; those of `updateArticle`
 */
export async function undoQuick(
  kb: KnowledgeBase,
  request: AdminRequest,
  { id, before, after }: QuickChange,
  { text }: Strings,
): Promise<string> {
  const article = await existingArticle(kb, id, request);
  const revision = await kb.revisions.get(id, before);
  if (!revision) throw formError({}, text('quick.no-way-back'));
  if (article.version !== after) throw formError({}, text('quick.saved-since'));
  const { slug, status, categoryIds, tags, reviewBy } = revision.fields;
  const { article: saved } = await updateArticle(
    kb,
    article,
    {
      title: revision.title,
      ...(slug === article.slug ? {} : { slug }),
      ...(status === article.status ? {} : { status }),
      categories: [...categoryIds],
      tags: [...tags],
      review_by: reviewBy,
    },
    { reader: request, source: 'admin', expected: after },
  );
  return saved.title;
}
