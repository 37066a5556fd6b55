import type { Actor } from '../articles/actor.js';
import type { Article } from '../articles/article.js';
import type { Articles } from '../articles/articles.js';
import { revisionNotFound } from '../errors.js';
import type { Revisions } from './revisions.js';

/**
 * Restores an earlier version by an ordinary save.
 * Restores title, text, excerpt, tags, search aliases and SEO metadata. Place, status and access stay.
 * @param expectedVersion the current version as the caller has seen it
 * @param assertMay as for a save
 * @throws HostError 404 `vendor_kb_revision_not_found`; the errors of a save
 */
export async function restoreRevision(
  { articles, revisions }: { readonly articles: Articles; readonly revisions: Revisions },
  { articleId, version }: { readonly articleId: number; readonly version: number },
  actor: Actor,
  expectedVersion?: number,
  assertMay?: (article: Article) => Promise<void>,
): Promise<Article> {
  const revision = await revisions.get(articleId, version);
  if (!revision) throw revisionNotFound(articleId, version);
  const { title, content, contentFormat, excerpt, fields } = revision;
  const { tags, seo, searchAliases } = fields;
  return articles.update(
    articleId,
    {
      title,
      content,
      contentFormat,
      excerpt,
      tags,
      seo,
      parentRevision: version,
      ...(searchAliases && { searchAliases: [...searchAliases] }),
    },
    actor,
    expectedVersion,
    assertMay,
  );
}
