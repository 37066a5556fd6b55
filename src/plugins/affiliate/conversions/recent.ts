import { type Database, utc } from '../../../database.js';
import { maskEmail } from '../commissions/commission.js';

/** A conversion as shown in the statistics of an affiliate. Amounts are minor units. */
export interface RecentConversion {
  readonly id: number;
  readonly createdAt: Date;
  readonly type: string;
  /** Status of the commission; null without one. */
  readonly status: string | null;
  readonly baseAmount: number;
  readonly amount: number;
  readonly currency: string;
  readonly campaign: string | null;
  /** Masked email. */
  readonly customer: string | null;
}

/** Returns the latest conversions, newest first. */
export async function recentConversions(db: Database, affiliateId: number, limit: number): Promise<RecentConversion[]> {
  const rows = await db.query
    .selectFrom('affiliate_conversions as conversion')
    .leftJoin('affiliate_commissions as commission', (join) =>
      join.onRef('commission.conversion_id', '=', 'conversion.id').on('commission.parent_id', '=', 0),
    )
    .select(['conversion.id', 'conversion.created_at', 'conversion.type', 'conversion.currency', 'conversion.campaign'])
    .select(['conversion.amount as base', 'conversion.customer_email', 'commission.status', 'commission.amount'])
    .where('conversion.affiliate_id', '=', affiliateId)
    .orderBy('conversion.created_at', 'desc')
    .orderBy('conversion.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: utc.decode(row.created_at),
    type: row.type,
    status: row.status,
    baseAmount: row.base,
    amount: row.amount ?? 0,
    currency: row.currency,
    campaign: row.campaign || null,
    customer: maskEmail(row.customer_email) || null,
  }));
}
