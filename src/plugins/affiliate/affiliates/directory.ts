import type { Database, Versions } from '../../../index.js';
import type { AffiliateDirectory, KnownAffiliate } from '../clicks/directory.js';

/** What is bumped with every change that the directory tells of. */
export const DIRECTORY_VERSION = 'affiliate/directory';
/** Codes that are remembered: those that nobody has are remembered too, and strangers may make up any number. */
const MOST = 20_000;

/**
 * Answers from memory. What was changed here counts at once, what was changed by another process within a second: for
 * the one click more that somebody has who was made inactive just now, no visitor waits for the database.
 */
export function createDirectory({
  db,
  versions,
}: {
  readonly db: Database;
  readonly versions: Versions;
}): AffiliateDirectory {
  let known = new Map<string, Promise<KnownAffiliate | null>>();
  versions.watch(DIRECTORY_VERSION, () => {
    known = new Map();
  });

  async function read(code: string): Promise<KnownAffiliate | null> {
    const row = await db.query
      .selectFrom('affiliate_affiliates')
      .select(['id', 'code', 'status', 'cookie_days'])
      .where('code', '=', code)
      .executeTakeFirst();
    return row ? { id: row.id, code: row.code, status: row.status, cookieDays: row.cookie_days } : null;
  }

  return {
    byCode(given) {
      const code = given.toLowerCase();
      const remembered = known.get(code);
      if (remembered) return remembered;
      const asked = known;
      const found = read(code);
      if (asked.size >= MOST) asked.clear();
      asked.set(code, found);
      // The next who ask may find the database there again.
      found.catch(() => asked.delete(code));
      return found;
    },
  };
}
