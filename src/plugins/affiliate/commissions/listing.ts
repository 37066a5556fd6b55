import { type Database, utc } from '../../../database.js';
import { type Commission, type CommissionStatus, type CommissionType, toCommission } from './commission.js';

export const COMMISSION_ORDERS = ['created_at', 'amount', 'status', 'affiliate_id'] as const;
export type CommissionOrder = (typeof COMMISSION_ORDERS)[number];

/** Filters and order of a list of commissions. Ties are ordered by id. */
export interface CommissionQuery {
  readonly page: number;
  readonly perPage: number;
  readonly status?: CommissionStatus | undefined;
  readonly type?: CommissionType | undefined;
  readonly affiliateId?: number | undefined;
  readonly payoutId?: number | undefined;
  /** Created at this time or later. */
  readonly from?: Date | undefined;
  /** Created before this time. */
  readonly before?: Date | undefined;
  readonly reference?: string | undefined;
  readonly orderBy?: CommissionOrder | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface CommissionPage {
  readonly rows: readonly Commission[];
  /** Number of rows on all pages. */
  readonly total: number;
}

export async function listCommissions(db: Database, query: CommissionQuery): Promise<CommissionPage> {
  const { page, perPage, orderBy = 'created_at', order = 'desc' } = query;
  const [rows, count] = await Promise.all([
    filtered(db, query)
      .selectAll()
      .orderBy(orderBy, order)
      .orderBy('id', order)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    filtered(db, query)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirst(),
  ]);
  return { rows: rows.map(toCommission), total: Number(count?.total ?? 0) };
}

function filtered(db: Database, { status, type, affiliateId, payoutId, from, before, reference }: CommissionQuery) {
  let query = db.query.selectFrom('affiliate_commissions');
  if (status !== undefined) query = query.where('status', '=', status);
  if (type !== undefined) query = query.where('type', '=', type);
  if (affiliateId !== undefined) query = query.where('affiliate_id', '=', affiliateId);
  if (payoutId !== undefined) query = query.where('payout_id', '=', payoutId);
  if (from) query = query.where('created_at', '>=', utc.encode(from));
  if (before) query = query.where('created_at', '<', utc.encode(before));
  if (reference !== undefined) query = query.where('reference', '=', reference);
  return query;
}
