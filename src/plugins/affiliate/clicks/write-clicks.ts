import type { Calendar } from '../../../calendar.js';
import { bool, type Database, utc } from '../../../database.js';
import type { DailyVisit, OwnedVisitors } from '../../../pages.js';
import type { RecordedClick } from '../hooks/tracking.js';
import type { Rollups } from '../statistics/rollups.js';
import type { Device } from './visit.js';

/** Counted click. */
export interface Click {
  /** See `newClickId`. */
  readonly id: string;
  readonly affiliateId: number;
  readonly at: Date;
  /** Empty for none. */
  readonly campaign: string;
  readonly source: string;
  readonly device: Device;
  /** Empty for visitors who opted out. */
  readonly visitor: string;
  readonly landingPath: string;
}

export interface WriteClicksParts {
  readonly db: Database;
  readonly calendar: Calendar;
  readonly visitors: Pick<OwnedVisitors, 'recordVisits'>;
  readonly rollups: Pick<Rollups, 'lock' | 'add'>;
  /** Announces a click, as part of the transaction. */
  readonly announce: (click: RecordedClick) => Promise<void>;
}

interface DatedClick extends Click {
  readonly day: string;
}

interface CountedClick extends DatedClick {
  readonly isUnique: boolean;
}

/**
 * Stores clicks and adds them to the sums, all or nothing. Clicks already stored are skipped: an earlier attempt may
 * have been committed although its response was lost.
 */
export async function writeClicks(
  { db, calendar, visitors, rollups, announce }: WriteClicksParts,
  clicks: readonly Click[],
): Promise<void> {
  const dated = clicks.map((click) => ({ ...click, day: calendar.dayOf(click.at) }));
  const days = [...new Set(dated.map(({ day }) => day))];
  const write = (some: readonly DatedClick[]): Promise<void> =>
    db.transaction(async () => {
      await rollups.lock(days);
      const counted = await markUnique(visitors, some);
      await insertClicks(db, counted);
      for (const day of days) {
        await rollups.add(day, counted.filter((click) => click.day === day).map(countableOf));
      }
      for (const click of counted) await announce(recordedClick(click));
    });
  try {
    await write(dated);
  } catch (error) {
    if (!db.isUniqueViolation(error)) throw error;
    const existing = await keptOf(db, dated);
    await write(dated.filter(({ id }) => !existing.has(id)));
  }
}

async function keptOf(db: Database, clicks: readonly Click[]): Promise<Set<string>> {
  const rows = await db.query
    .selectFrom('affiliate_clicks')
    .select('click_id')
    .where('click_id', 'in', ids(clicks))
    .execute();
  return new Set(rows.map((row) => row.click_id));
}

/** Marks the first click of each visitor. The days are locked. */
async function markUnique(
  visitors: WriteClicksParts['visitors'],
  clicks: readonly DatedClick[],
): Promise<CountedClick[]> {
  const first = await visitors.recordVisits(clicks.filter(({ visitor }) => visitor !== '').map(visitOf));
  const unseen = new Set(first.map(keyOf));
  return clicks.map((click) => ({ ...click, isUnique: unseen.delete(keyOf(visitOf(click))) }));
}

function visitOf({ day, affiliateId, visitor }: DatedClick): DailyVisit {
  return { day, scope: String(affiliateId), visitor };
}

function keyOf({ day, scope, visitor }: DailyVisit): string {
  return `${day} ${scope} ${visitor}`;
}

async function insertClicks(db: Database, clicks: readonly CountedClick[]): Promise<void> {
  if (clicks.length === 0) return;
  const rows = clicks.map((click) => ({
    click_id: click.id,
    affiliate_id: click.affiliateId,
    clicked_at: utc.encode(click.at),
    campaign: click.campaign,
    source: click.source,
    device: click.device,
    is_unique: bool.encode(click.isUnique),
    visitor: click.visitor,
    landing_path: click.landingPath,
  }));
  await db.query.insertInto('affiliate_clicks').values(rows).execute();
}

function countableOf({ affiliateId, source, device, campaign, isUnique }: CountedClick) {
  const unique_clicks = bool.encode(isUnique);
  return { affiliateId, source, device, campaign, clicks: 1, unique_clicks, conversions: 0, revenue_minor: 0 };
}

function recordedClick(click: CountedClick): RecordedClick {
  const { id, affiliateId, at, campaign, source, device, landingPath, isUnique } = click;
  return {
    click_id: id,
    affiliate_id: affiliateId,
    clicked_at: at.toISOString(),
    campaign,
    source,
    device,
    landing_path: landingPath,
    unique: isUnique,
  };
}

function ids(clicks: readonly Click[]): string[] {
  return clicks.map(({ id }) => id);
}
