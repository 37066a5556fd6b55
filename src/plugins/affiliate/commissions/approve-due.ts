import { type Database, HostError, utc } from '../../../index.js';
import type { Moving } from './moving.js';

const BATCH = 200;

/**
 * Approves what has waited long enough and nobody has anything against: without flags, of active affiliates, and of
 * shares those whose originals count.
 * @returns how many
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

/** Somebody else may have decided meanwhile, on the commission or on the affiliate. */
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
