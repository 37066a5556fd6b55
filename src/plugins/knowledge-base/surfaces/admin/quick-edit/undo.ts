import { type AdminRequest, formError } from '../../../../../admin.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { existingArticle } from '../../routes/existing-article.js';
import { updateArticle } from '../../saving/save-article.js';

/** A quick edit in an undo link: article id, version before and version after. */
export interface QuickChange {
  readonly id: number;
  readonly before: number;
  readonly after: number;
}

/** Parses an undo link; null if invalid. */
export function quickChangeOf(value: unknown): QuickChange | null {
  const [id, before, after] = typeof value === 'string' ? value.split(':').map((part) => idOf(part)) : [];
  return id && before && after ? { id, before, after } : null;
}

/**
 * Undoes a quick edit.
 * @returns the restored title
 * @throws HostError 422 `form_invalid` if it cannot be undone; the errors of `updateArticle`
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
