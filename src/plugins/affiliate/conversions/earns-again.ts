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
  return months > 0 && at < addMonths(utc.decode(first.at), months);
}

/** Same day and time some months later, or the last day of a shorter month: January 31 plus one is February 28. */
function addMonths(moment: Date, months: number): Date {
  const later = new Date(moment);
  later.setUTCMonth(moment.getUTCMonth() + months);
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}
