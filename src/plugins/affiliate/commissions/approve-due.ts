import { type Database, utc } from '../../../database.js';
import { HostError } from '../../../index.js';
import type { Moving } from './moving.js';

const BATCH = 200;

/**
 * Approves commissions whose hold has ended. They must have no flags and an active affiliate; the original of a share
 * must be approved or paid.
 * @returns the number of approved commissions
 */
export async function approveDue(db: Database, approve: Moving['approve'], now: Date): Promise<number> {
  let approved = 0;
  for (let last = 0; ; ) {
    const ids = await dueAfter(db, last, now);
    for (const id of ids) if (await isApproved(approve, id)) approved += 1;
    last = ids.at(-1) ?? 0;
    if (ids.length < BATCH) return approved;
  }
}

/** A concurrent change of the commission or the affiliate may forbid the approval. */
async function isApproved(approve: Moving['approve'], id: number): Promise<boolean> {
  try {
    return (await approve(id)).changed;
  } catch (error) {
    if (error instanceof HostError && error.status === 409) return false;
    throw error;
  }
}

async function dueAfter(db: Database, last: number, now: Date): Promise<number[]> {
  const rows = await db.query
    .selectFrom('affiliate_commissions as commission')
    .innerJoin('affiliate_affiliates as affiliate', 'affiliate.id', 'commission.affiliate_id')
    .leftJoin('affiliate_commissions as original', 'original.id', 'commission.parent_id')
    .select('commission.id')
    .where('commission.status', '=', 'pending')
    .where('commission.is_flagged', '=', 0)
    .where('commission.hold_until', '<=', utc.encode(now))
    .where('commission.id', '>', last)
    .where('affiliate.status', '=', 'active')
    .where((eb) => eb.or([eb('commission.parent_id', '=', 0), eb('original.status', 'in', ['approved', 'paid'])]))
    .orderBy('commission.id')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}
