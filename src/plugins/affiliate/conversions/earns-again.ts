import { type Database, utc } from '../../../database.js';

/**
 * Whether a returning customer still earns, which ends some months after the first conversion.
 * @param months null for always, 0 for the first conversion only
 */
export async function earnsAgain(
  db: Database,
  affiliateId: number,
  customerRef: string,
  { months, at }: { readonly months: number | null; readonly at: Date },
): Promise<boolean> {
  if (customerRef === '' || months === null) return true;
  const first = await db.query
    .selectFrom('affiliate_conversions')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('affiliate_id', '=', affiliateId)
    .where('customer_ref', '=', customerRef)
    .executeTakeFirst();
  if (!first?.at) return true;
  const until = utc.decode(first.at);
  until.setUTCMonth(until.getUTCMonth() + months);
  return months > 0 && at < until;
}
