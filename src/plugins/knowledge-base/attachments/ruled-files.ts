import type { Database, Versions } from '../../../index.js';
import { createFresh } from '../fresh.js';

/** The version row that is bumped when a file of an article gets a rule of its own. */
export const RULED_FILES_VERSION = 'kb_ruled_files';

/** Which articles may have files with rules of their own, which no figure counts: the others need not be asked. */
export interface RuledFiles {
  /** Also of an article that had some once. */
  mayBeAt(articleId: number): Promise<boolean>;
  /** A file has got a rule, as part of the running transaction. */
  changed(): Promise<void>;
  /** What is remembered is read anew when it is next needed. */
  forget(): void;
}

export function createRuledFiles({
  db,
  versions,
}: {
  readonly db: Database;
  readonly versions: Pick<Versions, 'bump'>;
}): RuledFiles {
  const articles = createFresh(async () => {
    const rows = await db.query
      .selectFrom('kb_attachments')
      .select('article_id')
      .distinct()
      .where('rule_id', 'is not', null)
      .execute();
    return new Set(rows.map(({ article_id }) => article_id));
  });
  return {
    mayBeAt: async (articleId) => (await articles.get()).has(articleId),
    changed: () => versions.bump(RULED_FILES_VERSION),
    forget: articles.invalidate,
  };
}
