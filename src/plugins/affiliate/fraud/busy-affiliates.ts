import { type Database, utc } from '../../../index.js';

/** Affiliates that are remembered. */
const MOST = 10_000;

/**
 * Counts the conversions of an affiliate since a moment, up to as many as are asked about. Where there were so many, it
 * is remembered since when: the same question has the same answer until the first of them is too old.
 */
export function createBusyAffiliates(
  db: Database,
): (affiliateId: number, moment: Date, most: number) => Promise<number> {
  /** How many an affiliate had, and when the first of them was. */
  const known = new Map<number, { readonly count: number; readonly first: Date }>();

  return async (affiliateId, moment, most) => {
    const remembered = known.get(affiliateId);
    if (remembered && remembered.count >= most && remembered.first >= moment) return most;
    const rows = await db.query
      .selectFrom('affiliate_conversions')
      .select('created_at')
      .where('affiliate_id', '=', affiliateId)
      .where('created_at', '>=', utc.encode(moment))
      .orderBy('created_at', 'desc')
      .limit(most)
      .execute();
    const first = rows.at(-1);
    if (first && rows.length >= most) {
      if (known.size >= MOST) known.clear();
      known.set(affiliateId, { count: most, first: utc.decode(first.created_at) });
    }
    return rows.length;
  };
}
