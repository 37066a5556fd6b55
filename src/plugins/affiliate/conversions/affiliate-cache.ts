import type { Database } from '../../../database.js';
import { createGrouping } from '../../../utilities.js';
import { type AffiliateFacts, type AffiliateKey, readAffiliates, readAffiliatesByCode } from './affiliate-facts.js';

/**
 * Cached affiliates to prepare conversions with. Storing compares them with the locked row and evicts outdated ones.
 */
export interface AffiliateCache {
  find(key: AffiliateKey): Promise<AffiliateFacts | null>;
  forget(affiliate: AffiliateFacts): void;
}

/** Maximum number of cached affiliates. */
const MAX_CACHED = 10_000;

export function createAffiliateCache(db: Database): AffiliateCache {
  const known = new Map<number | string, AffiliateFacts>();

  /** Batches concurrent lookups into one statement. */
  const read = createGrouping<AffiliateKey, AffiliateFacts | null>({
    isApart: db.isInTransaction,
    async run(keys) {
      const byId = await readAffiliates(
        db,
        keys.flatMap((key) => ('id' in key ? [key.id] : [])),
      );
      const byCode = await readAffiliatesByCode(
        db,
        keys.flatMap((key) => ('code' in key ? [key.code] : [])),
      );
      return keys.map((key) => ('id' in key ? byId.get(key.id) : byCode.get(key.code.toLowerCase())) ?? null);
    },
  });

  return {
    async find(key) {
      const remembered = known.get('id' in key ? key.id : key.code.toLowerCase());
      if (remembered) return remembered;
      const affiliate = await read(key);
      // Inactive affiliates are not cached, because nothing is stored that would evict them.
      if (affiliate?.status !== 'active') return affiliate;
      if (known.size >= MAX_CACHED) known.clear();
      known.set(affiliate.id, affiliate);
      known.set(affiliate.code, affiliate);
      return affiliate;
    },
    forget({ id, code }) {
      known.delete(id);
      known.delete(code);
    },
  };
}
