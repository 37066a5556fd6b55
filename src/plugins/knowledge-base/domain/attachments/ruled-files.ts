import type { Database } from '../../../../database.js';
import type { Versions } from '../../../../services.js';
import { createFresh } from '../lazy-value.js';

/** Version row that is bumped when an article's file gets its own rule. */
export const RULED_FILES_VERSION = 'kb_ruled_files';

/** Tracks articles that may have files with their own rules, which no count includes. Others need no query. */
export interface RuledFiles {
  /** Also true for articles that had one once. */
  mayBeAt(articleId: number): Promise<boolean>;
  /** Announces a new file rule within the running transaction. */
  changed(): Promise<void>;
  /** Clears the cache. */
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
