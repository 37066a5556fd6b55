import { type Database, utc } from '../../../database.js';
import type { Device } from '../clicks/visit.js';
import type { ConversionHistory } from '../statistics/rollups.js';
import { type Conversion, toConversion } from './conversion.js';

/** Creates a reader of stored conversions, from which sums are built. */
export function createConversionHistory(db: Database): ConversionHistory {
  return {
    async between(from, to) {
      const rows = await db.query
        .selectFrom('affiliate_conversions')
        .select(['affiliate_id', 'created_at', 'amount', 'campaign', 'source', 'device'])
        .where('created_at', '>=', utc.encode(from))
        .where('created_at', '<', utc.encode(to))
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        affiliateId: row.affiliate_id,
        at: utc.decode(row.created_at),
        revenueMinor: row.amount,
        campaign: row.campaign,
        source: row.source,
        // The column contains a device or is empty.
        device: row.device as Device | '',
      }));
    },
  };
}

/** Returns those of these clicks that led to a conversion. */
export async function convertedOf(db: Database, clickIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (clickIds.length === 0) return new Set();
  const rows = await db.query
    .selectFrom('affiliate_conversions')
    .select('click_id')
    .where('click_id', 'in', [...clickIds])
    .execute();
  return new Set(rows.map((row) => row.click_id));
}

export async function findConversion(db: Database, id: number): Promise<Conversion | null> {
  const row = await db.query.selectFrom('affiliate_conversions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toConversion(row) : null;
}
