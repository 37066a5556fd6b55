import type { HostError } from '../../../../index.js';
import type { Article } from '../articles/article.js';
import { versionConflict } from '../errors.js';
import type { Revisions } from './revisions.js';

/** Creates the 412 for a change based on an outdated version, with the user who saved the current one. */
export async function conflictWith(revisions: Pick<Revisions, 'list'>, article: Article): Promise<HostError> {
  const { revisions: saved } = await revisions.list(article.id, { limit: 1, offset: 0 });
  return versionConflict(article, saved[0]?.authorId ?? article.authorId);
}
