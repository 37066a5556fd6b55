import type { Database } from '../../../database.js';
import { invalidParam } from '../commissions/errors.js';

/** Maximum depth of recruitment. */
const MAX_DEPTH = 3;

/**
 * Refuses a parent who does not exist, is a descendant, or would exceed the maximum depth. Runs in the transaction
 * that writes the parent and locks the chain against concurrent changes.
 * @param id the affiliate; 0 for a new one
 * @throws HostError 400 `vendor_affiliate_invalid_param`
 */
export async function assertParent(db: Database, id: number, parentId: number): Promise<void> {
  if (parentId === 0) return;
  const chain = await chainOf(db, parentId);
  if (chain.length === 0) throw invalidParam('parent_id', `Affiliate ${parentId} does not exist.`);
  if (chain.includes(id)) throw invalidParam('parent_id', 'An affiliate cannot be referred by a descendant.');
  const below = id === 0 ? 0 : await heightBelow(db, id);
  if (chain.length + below > MAX_DEPTH) {
    throw invalidParam('parent_id', `Referrals can be at most ${MAX_DEPTH} levels deep.`);
  }
}

/** Returns the affiliate and all ancestors. */
async function chainOf(db: Database, id: number): Promise<number[]> {
  const chain: number[] = [];
  for (let next = id; next !== 0 && !chain.includes(next); ) {
    const row = await db.query
      .selectFrom('affiliate_affiliates')
      .select('parent_id')
      .where('id', '=', next)
      .forUpdate()
      .executeTakeFirst();
    if (!row) break;
    chain.push(next);
    next = row.parent_id;
  }
  return chain;
}

/** Returns the number of levels below an affiliate. */
async function heightBelow(db: Database, id: number): Promise<number> {
  let height = 0;
  for (let level = [id]; level.length > 0 && height <= MAX_DEPTH; height += 1) {
    const rows = await db.query
      .selectFrom('affiliate_affiliates')
      .select('id')
      .where('parent_id', 'in', level)
      .execute();
    level = rows.map((row) => row.id);
    if (level.length === 0) return height;
  }
  return height;
}
