import { matchTags, type RestRequest } from '../../../index.js';
import type { Article } from '../article.js';
import { versionConflict } from '../errors.js';

/**
 * The version that `If-Match` allows to change, undefined where any will do.
 * @throws HostError 412 `vendor_kb_version_conflict` when none of the tags is the article's
 */
export function matchedVersion({ headers }: Pick<RestRequest, 'headers'>, article: Article): number | undefined {
  const verdict = matchTags(headers['if-match'], `"a${article.id}-v${article.version}-`);
  if (verdict === 'mismatch') throw versionConflict(article);
  return verdict === 'match' ? article.version : undefined;
}
