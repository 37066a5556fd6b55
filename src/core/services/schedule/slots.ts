import { Cron } from 'croner';
import { HostError, messageOf } from '../../errors.js';
import { isJobName } from '../jobs/definitions.js';
import type { ScheduleDefinition } from './schedule.js';

/** The times of a schedule; milliseconds since 1970. */
export interface Slots {
  /** As it is stored: times of another pattern do not count. */
  readonly pattern: string;
  readonly timezone: string;
  /** The first one after that. */
  after(time: number): number | null;
  /** The last one before or at that. */
  until(time: number): number | null;
}

const SHORTEST = 1_000;
const LONGEST = 120;

/**
 * @param timezone of the site
 * @throws HostError `schedule_invalid`
 */
export function createSlots(definition: ScheduleDefinition, timezone: string): Slots {
  const { name, cron, every } = definition;
  if (!isJobName(name))
    throw invalid(name, 'needs a name of up to 80 characters out of a-z, 0-9 and _, as acme_close_orders');
  if ((cron === undefined) === (every === undefined)) throw invalid(name, 'needs either cron or every');
  if (every !== undefined) return interval(name, every, timezone);
  return pattern(name, cron ?? '', definition.timezone ?? timezone);
}

function interval(name: string, every: number, timezone: string): Slots {
  if (!(Number.isSafeInteger(every) && every >= SHORTEST)) {
    throw invalid(name, `has the interval ${every}; write a whole number of milliseconds from ${SHORTEST}`);
  }
  const until = (time: number): number => Math.floor(time / every) * every;
  return { pattern: `every ${every}`, timezone, after: (time) => until(time) + every, until };
}

function pattern(name: string, text: string, timezone: string): Slots {
  if (text.length > LONGEST) throw invalid(name, `has a pattern of more than ${LONGEST} characters`);
  const cron = parse(name, text, timezone);
  return {
    pattern: `${text} (${timezone})`,
    timezone,
    after: (time) => cron.nextRun(new Date(time))?.getTime() ?? null,
    until: (time) => cron.previousRuns(1, new Date(time + 1))[0]?.getTime() ?? null,
  };
}

function parse(name: string, text: string, timezone: string): Cron {
  try {
    const cron = new Cron(text, { timezone, paused: true, mode: '5-or-6-parts' });
    // Asked for here, so that a wrong time zone and a 31 June are noticed.
    if (cron.nextRun() !== null) return cron;
  } catch (error) {
    const reason = messageOf(error);
    throw invalid(name, `has the pattern "${text}" in ${timezone}, which cannot be read: ${reason}`, error);
  }
  throw invalid(name, `has the pattern "${text}", a time that never comes`);
}

function invalid(name: string, reason: string, cause?: unknown): HostError {
  return new HostError('schedule_invalid', `The schedule "${name}" ${reason}.`, { schedule: name }, { cause });
}
