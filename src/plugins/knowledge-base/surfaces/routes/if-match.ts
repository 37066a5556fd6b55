import { matchTags, type RestRequest } from '../../../../rest.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Article } from '../../domain/articles/article.js';
import { conflictWith } from '../../domain/revisions/revisions.js';

/**
 * Returns the version that `If-Match` allows to change, undefined for any.
 * @throws HostError 412 `vendor_kb_version_conflict` if no tag matches the article
 */
export async function matchedVersion(
  { revisions }: Pick<KnowledgeBase, 'revisions'>,
  { headers }: Pick<RestRequest, 'headers'>,
  article: Article,
): Promise<number | undefined> {
  const verdict = matchTags(headers['if-match'], `"a${article.id}-v${article.version}-`);
  if (verdict === 'mismatch') throw await conflictWith(revisions, article);
  return verdict === 'match' ? article.version : undefined;
}
