import type { Database } from '../../../index.js';

/** What is counted in a currency, so that the programme cannot take another one. */
export type CurrencyUse = 'conversions' | 'rates';

/**
 * What is there of amounts in the currency of the programme: conversions with what they earned, or rates that are
 * amounts and tiers that begin at one. A minor unit is worth something else in another currency.
 * @returns null for nothing: the currency may change
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
