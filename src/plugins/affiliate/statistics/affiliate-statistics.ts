import type { Calendar } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import { majorUnits } from '../../../money.js';
import type { Earnings } from '../commissions/earnings.js';
import type { RecentConversion } from '../conversions/recent.js';
import { type AffiliateClicksParts, affiliateClicks, type RecentClick } from './affiliate-clicks.js';
import { lastMonths } from './months.js';
import { percentOf } from './read-rollups.js';

/** Statistics of an affiliate, as returned by `GET /stats/affiliate/{id}`. Amounts are major units. */
export interface AffiliateStatistics {
  readonly basic: {
    readonly affiliate_id: number;
    readonly code: string;
    readonly status: string;
    readonly currency: string;
    readonly clicks: number;
    readonly unique_clicks: number;
    readonly conversions: number;
    /** Conversions per hundred visitors. */
    readonly conversion_rate: number;
    readonly revenue: number;
    readonly earnings_pending: number;
    readonly earnings_approved: number;
    readonly earnings_paid: number;
    readonly earnings_refunded: number;
    readonly balance: number;
    /** Earnings per click: approved and paid amounts divided by clicks. */
    readonly epc: number;
  };
  /** The last twelve months, ending with the current one. */
  readonly monthly: readonly {
    readonly month: string;
    readonly clicks: number;
    readonly unique_clicks: number;
    readonly conversions: number;
    readonly revenue: number;
    readonly earnings: number;
  }[];
  readonly recent_clicks: readonly RecentClick[];
  readonly recent_conversions: readonly {
    readonly id: number;
    readonly created_at: string;
    readonly type: string;
    readonly status: string | null;
    readonly base_amount: number;
    readonly amount: number;
    readonly currency: string;
    readonly campaign: string | null;
    readonly customer: string | null;
  }[];
}

export interface AffiliateStatisticsParts extends AffiliateClicksParts {
  readonly currency: () => Promise<string>;
  readonly earningsOf: (affiliateIds: readonly number[]) => Promise<ReadonlyMap<number, Earnings>>;
  readonly recentConversions: (affiliateId: number, limit: number) => Promise<readonly RecentConversion[]>;
}

const RECENT = 10;

const NOTHING: Earnings = { pending: 0, approved: 0, paid: 0, refunded: 0, balance: 0, conversions: 0, revenue: 0 };

export async function affiliateStatistics(
  parts: AffiliateStatisticsParts,
  { id, code, status }: { readonly id: number; readonly code: string; readonly status: string },
): Promise<AffiliateStatistics> {
  const [currency, clicks, earningsOf, earningsByMonth, conversions] = await Promise.all([
    parts.currency(),
    affiliateClicks(parts, id),
    parts.earningsOf([id]),
    monthlyEarnings(parts, id),
    parts.recentConversions(id, RECENT),
  ]);
  const { total, months, recent } = clicks;
  const earnings = earningsOf.get(id) ?? NOTHING;
  const major = (minor: number): number => majorUnits(minor, currency);
  return {
    basic: {
      affiliate_id: id,
      code,
      status,
      currency,
      clicks: total.clicks,
      unique_clicks: total.unique_clicks,
      conversions: earnings.conversions,
      conversion_rate: percentOf(earnings.conversions, total.unique_clicks),
      revenue: major(earnings.revenue),
      earnings_pending: major(earnings.pending),
      earnings_approved: major(earnings.approved),
      earnings_paid: major(earnings.paid),
      earnings_refunded: major(earnings.refunded),
      balance: major(earnings.balance),
      epc: total.clicks === 0 ? 0 : major(Math.round((earnings.approved + earnings.paid) / total.clicks)),
    },
    monthly: months.map(({ month, revenue_minor, ...sums }) => ({
      month,
      ...sums,
      revenue: major(revenue_minor),
      earnings: major(earningsByMonth.get(month) ?? 0),
    })),
    recent_clicks: recent,
    recent_conversions: conversions.map(({ createdAt, baseAmount, amount, ...conversion }) => ({
      ...conversion,
      created_at: createdAt.toISOString(),
      base_amount: majorUnits(baseAmount, conversion.currency),
      amount: majorUnits(amount, conversion.currency),
    })),
  };
}

/** Statuses that count as earned. Refunds of paid commissions are negative rows. */
const EARNED = ['pending', 'approved', 'paid'];

/**
 * Returns an affiliate's earnings of the last months by `YYYY-MM` in the site's time zone. Amounts are minor units of
 * the commissions created in that month.
 */
async function monthlyEarnings(
  { db, calendar, now }: { readonly db: Database; readonly calendar: Calendar; readonly now: () => Date },
  affiliateId: number,
): Promise<ReadonlyMap<string, number>> {
  const months = lastMonths(calendar.dayOf(now()));
  const sums = await Promise.all(
    months.map(async (first, index) => {
      const next = months[index + 1];
      let query = db.query
        .selectFrom('affiliate_commissions')
        .select(({ fn }) => fn.sum<number | null>('amount').as('amount'))
        .where('affiliate_id', '=', affiliateId)
        .where('status', 'in', EARNED)
        .where('created_at', '>=', utc.encode(calendar.startOf(first)));
      if (next !== undefined) query = query.where('created_at', '<', utc.encode(calendar.startOf(next)));
      const row = await query.executeTakeFirst();
      return [first.slice(0, 7), Number(row?.amount ?? 0)] as const;
    }),
  );
  return new Map(sums);
}
