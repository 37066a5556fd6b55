import type { Database } from '../../../database.js';

/** Data that prevents a change of the program's currency. */
export type CurrencyUse = 'conversions' | 'rates';

/**
 * Finds amounts in the program's currency: conversions and their commissions, flat rates, or tiers. They are stored
 * in minor units, which have another value in another currency.
 * @returns null for none; then the currency may change
 */
export async function currencyUse(db: Database): Promise<CurrencyUse | null> {
  const conversion = await db.query.selectFrom('affiliate_conversions').select('id').limit(1).executeTakeFirst();
  if (conversion) return 'conversions';
  const ofAffiliate = await db.query
    .selectFrom('affiliate_affiliates')
    .select('id')
    .where('rate_type', '=', 'flat')
    .limit(1)
    .executeTakeFirst();
  const stored = await db.query
    .selectFrom('affiliate_rates')
    .select('id')
    .where(({ eb, or }) => or([eb('rate_type', '=', 'flat'), eb('kind', '=', 'tier')]))
    .limit(1)
    .executeTakeFirst();
  return ofAffiliate || stored ? 'rates' : null;
}
