import { contains, type Database } from '../../../database.js';
import { DIMENSIONS } from '../statistics/tally.js';
import { type Affiliate, toAffiliate } from './affiliate.js';
import { fold } from './fold.js';
import { foldMissingNames } from './folded-names.js';
import type { AffiliateStatus } from './statuses.js';

export const AFFILIATE_ORDERS = [
  ...['id', 'code', 'name', 'status', 'registered_at'],
  ...['clicks', 'conversions', 'earnings', 'balance'],
] as const;
export type AffiliateOrder =
  | 'balance'
  | 'clicks'
  | 'code'
  | 'conversions'
  | 'earnings'
  | 'id'
  | 'name'
  | 'registered_at'
  | 'status';

/** Filters and order of a list of affiliates. Ties are ordered by id. */
export interface AffiliateQuery {
  readonly page: number;
  readonly perPage: number;
  /** Prefix of a code, or part of a name, an email or a website. */
  readonly search?: string | undefined;
  readonly status?: AffiliateStatus | undefined;
  readonly orderBy?: AffiliateOrder | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
}

export interface AffiliatePage {
  readonly rows: readonly Affiliate[];
  /** Number of rows on all pages. */
  readonly total: number;
}

export async function listAffiliates(db: Database, query: AffiliateQuery): Promise<AffiliatePage> {
  const { page, perPage, order = 'desc' } = query;
  if (query.search !== undefined || query.orderBy === 'name') await foldMissingNames(db);
  const [rows, count] = await Promise.all([
    ordered(db, query)
      .orderBy('affiliate_affiliates.id', order)
      .limit(perPage)
      .offset((page - 1) * perPage)
      .execute(),
    filtered(db, query)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirst(),
  ]);
  return { rows: rows.map(toAffiliate), total: Number(count?.total ?? 0) };
}

function filtered(db: Database, { search, status }: AffiliateQuery) {
  let query = db.query.selectFrom('affiliate_affiliates');
  if (status !== undefined) query = query.where('status', '=', status);
  const part = search?.trim().toLowerCase();
  if (!part) return query;
  return query.where(({ eb, fn, or, ref }) =>
    or([
      // Codes are in lower case; a range condition uses their index.
      eb.and([eb('code', '>=', part), eb('code', '<', `${part}\u{10ffff}`)]),
      contains(ref('folded_names'), fold(part)),
      ...(['email', 'website'] as const).map((name) => contains(fn('lower', [ref(name)]), part)),
    ]),
  );
}

function ordered(db: Database, query: AffiliateQuery) {
  const { orderBy = 'id', order = 'desc' } = query;
  const rows = filtered(db, query).selectAll('affiliate_affiliates');
  switch (orderBy) {
    case 'name':
      return rows.orderBy('folded_shown', order);
    case 'clicks':
    case 'conversions':
      return rows.orderBy(
        (eb) =>
          eb.fn.coalesce(
            eb
              .selectFrom('affiliate_rollups')
              .select(({ fn }) => fn.sum<number>(orderBy).as('sum'))
              .whereRef('affiliate_rollups.affiliate_id', '=', 'affiliate_affiliates.id')
              .where('dim', '=', DIMENSIONS.total),
            eb.lit(0),
          ),
        order,
      );
    case 'earnings':
    case 'balance':
      return rows.orderBy(
        (eb) =>
          eb.fn.coalesce(
            eb
              .selectFrom('affiliate_commissions')
              .select(({ fn }) => fn.sum<number>('amount').as('sum'))
              .whereRef('affiliate_commissions.affiliate_id', '=', 'affiliate_affiliates.id')
              .where('affiliate_commissions.status', 'in', orderBy === 'balance' ? ['approved'] : ['approved', 'paid']),
            eb.lit(0),
          ),
        order,
      );
    default:
      return rows.orderBy(`affiliate_affiliates.${orderBy}`, order);
  }
}
