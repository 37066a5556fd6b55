import { addDays, type Calendar, isDay } from '../../../calendar.js';
import { type Database, utc } from '../../../database.js';
import { HostError } from '../../../index.js';
import { firstKeptDay } from '../clicks/retention.js';
import type { Device } from '../clicks/visit.js';
import {
  type AdmittedRows,
  admissionKey,
  type Countable,
  hasOpenValues,
  MAX_VALUES,
  OPEN_DIMENSIONS,
  OTHER,
  PROGRAMME,
  type RollupRow,
  tally,
} from './tally.js';

/** The fields of a conversion that are counted. */
export interface CountedConversion {
  readonly affiliateId: number;
  readonly at: Date;
  /** Minor units of the program's currency. */
  readonly revenueMinor: number;
  /** Origin of the click that led to it; empty without one. */
  readonly campaign: string;
  readonly source: string;
  readonly device: Device | '';
}

/** Stored conversions, from which sums are rebuilt. */
export interface ConversionHistory {
  /** Returns the conversions in a half-open range of time, in the order they were stored. */
  between(from: Date, to: Date): Promise<readonly CountedConversion[]>;
}

/** Daily sums of clicks and conversions in the site's time zone, updated as they arrive. */
export interface Rollups {
  /**
   * Locks days until the transaction ends. Every writer of sums calls this first, so reads after it see all earlier
   * writes.
   */
  lock(days: readonly string[]): Promise<void>;
  /** Adds to the sums of a locked day. */
  add(day: string, countables: readonly Countable[]): Promise<void>;
  /** Adds conversions in the running transaction, or in a new one. */
  addConversions(conversions: readonly CountedConversion[]): Promise<void>;
  /**
   * Rebuilds the sums of a day from its clicks and conversions.
   * @throws HostError 400 `vendor_affiliate_invalid_param` for an invalid day, and for one whose clicks have been
   *   deleted
   */
  rebuildDay(day: string): Promise<void>;
}

export interface RollupsOptions {
  readonly db: Database;
  readonly calendar: Calendar;
  readonly conversions: ConversionHistory;
  readonly now: () => Date;
  /** Maximum number of sources and of campaigns per day and affiliate that get their own sum. */
  readonly mostValues?: number;
}

const NOTHING = { clicks: 0, unique_clicks: 0, conversions: 0, revenue_minor: 0 } as const;

const KEYS = ['affiliate_id', 'day', 'dim', 'value'] as const;

const SUMS = ['clicks', 'unique_clicks', 'conversions', 'revenue_minor'] as const;

export function createRollups({ db, calendar, conversions, now, mostValues = MAX_VALUES }: RollupsOptions): Rollups {
  async function lock(days: readonly string[]): Promise<void> {
    // A fixed order prevents deadlocks.
    for (const day of [...new Set(days)].sort()) {
      const row = { affiliate_id: PROGRAMME, day, dim: 0, value: '', ...NOTHING };
      await db.upsert('affiliate_rollups', row, KEYS, {});
    }
  }

  /** @param affiliates ids; all affiliates without it */
  async function readAdmitted(day: string, affiliates?: readonly number[]): Promise<AdmittedRows> {
    let query = db.query
      .selectFrom('affiliate_rollups')
      .select(['affiliate_id', 'dim', 'value'])
      .where('day', '=', day)
      .where('dim', 'in', [...OPEN_DIMENSIONS])
      .where('value', 'not in', ['', OTHER]);
    if (affiliates) query = query.where('affiliate_id', 'in', [...affiliates]);
    // A locking read: the transaction's snapshot may be older than the lock.
    const rows = await query.forUpdate().execute();
    const admitted: AdmittedRows = new Map();
    for (const { affiliate_id, dim, value } of rows) {
      const key = admissionKey(affiliate_id, dim);
      admitted.set(key, (admitted.get(key) ?? new Set()).add(value));
    }
    return admitted;
  }

  async function write(rows: readonly RollupRow[]): Promise<void> {
    await db.accumulate('affiliate_rollups', rows, KEYS, SUMS);
  }

  async function add(day: string, countables: readonly Countable[]): Promise<void> {
    if (countables.length === 0) return;
    const affiliates = new Set([PROGRAMME, ...countables.map(({ affiliateId }) => affiliateId)]);
    await write(tally(day, countables, await readAdmitted(day, [...affiliates]), mostValues));
  }

  /** Groups clicks with equal values, ordered by their first click. */
  async function countClicks(from: Date, to: Date): Promise<Countable[]> {
    const rows = await db.query
      .selectFrom('affiliate_clicks')
      .where('clicked_at', '>=', utc.encode(from))
      .where('clicked_at', '<', utc.encode(to))
      .groupBy(['affiliate_id', 'source', 'device', 'campaign'])
      .select(['affiliate_id', 'source', 'device', 'campaign'])
      .select(({ fn }) => [fn.countAll<number>().as('clicks'), fn.sum<number>('is_unique').as('unique_clicks')])
      .orderBy(({ fn }) => fn.min('id'))
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      affiliateId: row.affiliate_id,
      source: row.source,
      // The column only ever receives devices.
      device: row.device as Device,
      campaign: row.campaign,
      clicks: Number(row.clicks),
      unique_clicks: Number(row.unique_clicks),
    }));
  }

  return {
    lock,
    add,
    addConversions(converted) {
      return db.join(async () => {
        const dated = converted.map((conversion) => ({ conversion, day: calendar.dayOf(conversion.at) }));
        const days = [...new Set(dated.map(({ day }) => day))].sort();
        const isOpen = converted.some(hasOpenValues);
        if (isOpen) await lock(days);
        for (const day of days) {
          const countables = dated.filter((one) => one.day === day).map(({ conversion }) => countableOf(conversion));
          // The first row written is the one that locks the day.
          await (isOpen ? add(day, countables) : write(tally(day, countables, new Map(), mostValues)));
        }
      });
    },
    async rebuildDay(day) {
      const today = calendar.dayOf(now());
      if (!isDay(day) || day < firstKeptDay(today)) throw dayNotKept(day, firstKeptDay(today));
      const [from, to] = [calendar.startOf(day), calendar.startOf(addDays(day, 1))];
      await db.transaction(async () => {
        await lock([day]);
        const admitted = await readAdmitted(day);
        const clicks = await countClicks(from, to);
        const converted = (await conversions.between(from, to)).map(countableOf);
        await removeDay(db, day);
        await write(tally(day, [...clicks, ...converted], admitted, mostValues));
      });
    },
  };
}

/** Deletes the sums of a day, except for the row that locks it. */
async function removeDay(db: Database, day: string): Promise<void> {
  await db.query
    .deleteFrom('affiliate_rollups')
    .where('day', '=', day)
    .where((eb) => eb.or([eb('affiliate_id', '!=', PROGRAMME), eb('dim', '!=', 0)]))
    .execute();
  await db.query
    .updateTable('affiliate_rollups')
    .set(NOTHING)
    .where('affiliate_id', '=', PROGRAMME)
    .where('day', '=', day)
    .execute();
}

function countableOf({ affiliateId, revenueMinor, campaign, source, device }: CountedConversion): Countable {
  return { ...NOTHING, affiliateId, campaign, source, device, conversions: 1, revenue_minor: revenueMinor };
}

function dayNotKept(day: string, first: string): HostError {
  const message = `"${day}" cannot be recalculated: clicks are stored from ${first}. Use a day such as 2026-01-31.`;
  return new HostError('vendor_affiliate_invalid_param', message, { status: 400, params: { day: message } });
}
