import { type Database, utc } from '../../../database.js';
import { HostError } from '../../../index.js';
import type { FiltersOf, ListOf, ListPage } from '../../../resource.js';
import { createCommissionAnnouncements } from './announce.js';
import { type Commission, commissionList } from './commission.js';
import { createCommissionRows } from './commission-rows.js';
import { commissionNotFound } from './errors.js';
import { createMoving, type Moving, type Rejection } from './moving.js';
import type { LedgerStore } from './parts.js';
import { createRefundSteps, type RefundSteps } from './refund-steps.js';
import { createRefunding, type Refunding } from './refunding.js';

export type BulkAction = 'approve' | 'reject';

/** Result of one item of a bulk action. */
export type BulkResult =
  | { readonly id: number; readonly success: true; readonly changed: boolean; readonly status: string }
  | {
      readonly id: number;
      readonly success: false;
      readonly error: { readonly code: string; readonly message: string; readonly status: number };
    };

/** Rows of the ledger and the actions on them. */
export interface Commissions extends Moving, Refunding, Pick<RefundSteps, 'carryOut'> {
  /** @throws HostError 404 `vendor_affiliate_not_found` */
  get(id: number): Promise<Commission>;
  find(id: number): Promise<Commission | null>;
  list(query: ListOf<typeof commissionList>): Promise<ListPage<Commission>>;
  /** Counts the commissions that pass these filters. */
  count(values: FiltersOf<typeof commissionList>): Promise<number>;
  /** Runs the action on one commission after the other. Failures do not affect the rest. */
  bulk(action: BulkAction, ids: readonly number[], rejection?: Rejection): Promise<BulkResult[]>;
  /** Approves commissions whose hold has ended. @returns the number of approved ones */
  approveDue(now: Date): Promise<number>;
}

export function createCommissions({ db, outbox, now }: LedgerStore): Commissions {
  const rows = createCommissionRows(db);
  const common = { db, rows, announcements: createCommissionAnnouncements(outbox), now };
  const steps = createRefundSteps(common);
  const parts = { ...common, steps };
  const moving = createMoving(parts);

  return {
    ...moving,
    ...createRefunding(parts),
    carryOut: steps.carryOut,
    find: rows.find,
    async get(id) {
      const commission = await rows.find(id);
      if (!commission) throw commissionNotFound(id);
      return commission;
    },
    list: (query) => commissionList.list(db, query),
    count: (values) => commissionList.count(db, values),
    async bulk(action, ids, rejection) {
      const results: BulkResult[] = [];
      for (const id of new Set(ids)) {
        try {
          const { commission, changed } = await (action === 'approve'
            ? moving.approve(id)
            : moving.reject(id, rejection));
          results.push({ id, success: true, changed, status: commission.status });
        } catch (error) {
          if (!(error instanceof HostError) || error.status >= 500) throw error;
          const { code, message, status } = error;
          results.push({ id, success: false, error: { code, message, status } });
        }
      }
      return results;
    },
    approveDue: (at) => approveDue(db, moving.approve, at),
  };
}

const BATCH = 200;

/**
 * Approves commissions whose hold has ended. They must have no flags and an active affiliate; the original of a share
 * must be approved or paid.
 * @returns the number of approved commissions
 */
async function approveDue(db: Database, approve: Moving['approve'], now: Date): Promise<number> {
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
