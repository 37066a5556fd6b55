import type { Database } from '../database/database.js';

/** A visitor of one thing on one day. */
export interface DailyVisit {
  /** Day in the site's time zone, `2026-11-28`. */
  readonly day: string;
  /** Subject of the visit, at most 32 characters. Visitors are counted once per scope and day. */
  readonly scope: string;
  /** Key of the visitor, at most 22 characters. */
  readonly visitor: string;
}

/** Rows per statement: SQLite allows 32,766 values. */
const ROWS = 500;

/** Stores visits. @returns those that are the first of their visitor in the scope on that day, each once */
export async function recordVisits(db: Database, owner: string, visits: readonly DailyVisit[]): Promise<DailyVisit[]> {
  const fresh = new Map(visits.map((visit) => [keyOf(visit), visit]));
  if (fresh.size === 0) return [];
  const stored = await db.query
    .selectFrom('visitor_visits')
    .select(['day', 'visitor', 'scope'])
    .where('owner', '=', owner)
    .where('day', 'in', distinct(visits, 'day'))
    .where('visitor', 'in', distinct(visits, 'visitor'))
    .where('scope', 'in', distinct(visits, 'scope'))
    .execute();
  for (const visit of stored) fresh.delete(keyOf(visit));
  const added = [...fresh.values()];
  for (let start = 0; start < added.length; start += ROWS) {
    const rows = added.slice(start, start + ROWS).map(({ day, scope, visitor }) => ({ owner, day, scope, visitor }));
    await db.query.insertInto('visitor_visits').values(rows).execute();
  }
  return added;
}

/** Deletes the visits before a day, of all plugins. */
export async function deleteVisits(db: Database, before: string): Promise<void> {
  await db.query.deleteFrom('visitor_visits').where('day', '<', before).execute();
}

function distinct(visits: readonly DailyVisit[], name: keyof DailyVisit): string[] {
  return [...new Set(visits.map((visit) => visit[name]))];
}

function keyOf({ day, scope, visitor }: DailyVisit): string {
  return JSON.stringify([day, scope, visitor]);
}
