import type { Database } from '../../../database.js';

/** A stored link. */
export interface StoredLink {
  readonly targetUrl: string;
  /** Empty for none. */
  readonly campaign: string;
}

/** Links by short code. Links never change, so opened ones are cached. */
export interface LinkCache {
  find(affiliateId: number, shortCode: string): Promise<StoredLink | null>;
}

/** Maximum number of links cached (LRU). */
const MAX_CACHED = 10_000;
const SHORT_CODE = /^[0-9a-z]{1,12}$/;

export function createLinkCache(db: Database): LinkCache {
  const cache = new Map<string, StoredLink>();

  function remember(key: string, link: StoredLink): void {
    cache.delete(key);
    cache.set(key, link);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  }

  return {
    async find(affiliateId, shortCode) {
      if (!SHORT_CODE.test(shortCode)) return null;
      const key = `${affiliateId} ${shortCode}`;
      const cached = cache.get(key);
      if (cached) {
        remember(key, cached);
        return cached;
      }
      const row = await db.query
        .selectFrom('affiliate_links')
        .select(['target_url', 'campaign'])
        .where('short_code', '=', shortCode)
        .where('affiliate_id', '=', affiliateId)
        .executeTakeFirst();
      if (!row) return null;
      const link = { targetUrl: row.target_url, campaign: row.campaign };
      remember(key, link);
      return link;
    },
  };
}
