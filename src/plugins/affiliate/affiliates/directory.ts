import type { Database } from '../../../database.js';
import type { Versions } from '../../../services.js';
import type { AffiliateDirectory, KnownAffiliate } from '../clicks/directory.js';

/** Version bumped with every change that affects the directory. */
export const DIRECTORY_VERSION = 'affiliate/directory';
/** Maximum number of cached codes. Unknown codes are cached, too, and strangers can invent any number of them. */
const MAX_CACHED = 20_000;

/**
 * Creates a directory that answers from memory. Changes of this process apply immediately, those of other processes
 * within a second: counting one more click of a deactivated affiliate is better than a query per visit.
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
      if (asked.size >= MAX_CACHED) asked.clear();
      asked.set(code, found);
      // A failed lookup is not cached: the database may be back for the next caller.
      found.catch(() => asked.delete(code));
      return found;
    },
  };
}
