import { type Database, utc } from '../../../database.js';

/** Click that led to a conversion. */
export interface ConvertingClick {
  readonly affiliateId: number;
  readonly at: Date;
  readonly campaign: string;
  readonly source: string;
  readonly device: string;
  readonly visitor: string;
}

/** Finds a click of the affiliate, or null if there is none or it belongs to another affiliate. */
export async function clickOf(db: Database, clickId: string, affiliateId: number): Promise<ConvertingClick | null> {
  if (clickId === '') return null;
  const row = await db.query
    .selectFrom('affiliate_clicks')
    .select(['clicked_at', 'campaign', 'source', 'device', 'visitor'])
    .where('click_id', '=', clickId)
    .where('affiliate_id', '=', affiliateId)
    .executeTakeFirst();
  if (!row) return null;
  const { clicked_at, ...click } = row;
  return { ...click, affiliateId, at: utc.decode(clicked_at) };
}
