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
  let cache = new Map<string, Promise<KnownAffiliate | null>>();
  versions.watch(DIRECTORY_VERSION, () => {
    cache = new Map();
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
    byCode(requestedCode) {
      const code = requestedCode.toLowerCase();
      const cached = cache.get(code);
      if (cached) return cached;
      const usedCache = cache;
      const found = read(code);
      if (usedCache.size >= MAX_CACHED) usedCache.clear();
      usedCache.set(code, found);
      // A failed lookup is not cached: the database may be back for the next caller.
      found.catch(() => usedCache.delete(code));
      return found;
    },
  };
}
