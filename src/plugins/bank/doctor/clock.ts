import type { Database } from '../../../database.js';
import { type Finding, fine, wrong } from './finding.js';

/** Milliseconds. */
const LARGEST_DIFFERENCE = 30_000;

/** Compares the clocks: run intervals use the clock of the database, days and expiries that of this machine. */
export async function checkClock({
  db,
  now,
}: {
  readonly db: Pick<Database, 'now'>;
  readonly now: () => Date;
}): Promise<Finding> {
  const before = now().getTime();
  const theirs = (await db.now()).getTime();
  const after = now().getTime();
  // The database read its clock at some time in between.
  const difference = Math.max(before - theirs, theirs - after, 0);
  if (difference <= LARGEST_DIFFERENCE) return fine('clock', 'The clocks of this machine and the database agree.');
  const seconds = Math.round(difference / 1000);
  const message = `The clocks of this machine and the database differ by ${seconds} seconds.`;
  return wrong('clock', message, 'Synchronize both with NTP. Until then, runs start too early or too late.');
}
