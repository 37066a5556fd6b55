import { Cron } from 'croner';
import { HostError, messageOf } from '../../errors.js';
import { isJobName } from '../jobs/definitions.js';
import type { ScheduleDefinition } from './schedule.js';

/** Times of a schedule, in milliseconds since 1970. */
export interface Slots {
  /** Stored pattern. Times stored for another pattern are ignored. */
  readonly pattern: string;
  /** Display text: the cron pattern, or milliseconds. */
  readonly text: string;
  readonly timezone: string;
  /** Returns the first time after `time`. */
  after(time: number): number | null;
  /** Returns the last time at or before `time`. */
  until(time: number): number | null;
}

const MIN_INTERVAL = 1_000;
const MAX_PATTERN_LENGTH = 120;

/** Returns the current times of a schedule; null if it is disabled. @throws HostError `schedule_invalid` */
export type SlotsNow = () => Promise<Slots | null>;

/**
 * Creates the function that returns the current times of a schedule.
 * @param timezone time zone of the site
 * @throws HostError `schedule_invalid`
 */
export function createSlotsNow(definition: ScheduleDefinition, timezone: string): SlotsNow {
  const { name, cron, every, timezone: own } = definition;
  if (typeof cron === 'function') return changing(name, cron, own ?? timezone);
  const slots = createSlots({ name, cron, every, timezone: own }, timezone);
  return async () => slots;
}

/** Schedule whose times do not change. */
interface FixedTiming extends Pick<ScheduleDefinition, 'name'> {
  readonly cron?: string | undefined;
  readonly every?: number | undefined;
  readonly timezone?: string | undefined;
}

/**
 * Creates the times of a schedule that does not change.
 * @param timezone time zone of the site
 * @throws HostError `schedule_invalid`
 */
export function createSlots(definition: FixedTiming, timezone: string): Slots {
  const { name, cron, every } = definition;
  assertName(name);
  if ((cron === undefined) === (every === undefined)) throw invalid(name, 'needs either cron or every');
  if (every !== undefined) return interval(name, every, timezone);
  return pattern(name, cron ?? '', definition.timezone ?? timezone);
}

/**
 * Validates a cron pattern entered by a user.
 * @returns an error message; null if the pattern is valid
 * @experimental
 */
export function cronFault(text: string): string | null {
  try {
    pattern('cron', text, 'UTC');
    return null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return 'Enter minute, hour, day, month and weekday, such as "*/15 6-20 * * 1-5". The time must exist.';
  }
}

function assertName(name: string): void {
  if (isJobName(name)) return;
  throw invalid(name, 'needs a name of up to 80 characters of a-z, 0-9 and _, such as acme_close_orders');
}

function changing(name: string, cron: () => Promise<string>, timezone: string): SlotsNow {
  assertName(name);
  let cached: { readonly text: string; readonly slots: Slots | null } = { text: '', slots: null };
  return async () => {
    const text = await cron();
    if (text !== cached.text) cached = { text, slots: text === '' ? null : pattern(name, text, timezone) };
    return cached.slots;
  };
}

function interval(name: string, every: number, timezone: string): Slots {
  if (!(Number.isSafeInteger(every) && every >= MIN_INTERVAL)) {
    throw invalid(name, `has the interval ${every}; use a whole number of milliseconds from ${MIN_INTERVAL}`);
  }
  const until = (time: number): number => Math.floor(time / every) * every;
  return { pattern: `every ${every}`, text: String(every), timezone, after: (time) => until(time) + every, until };
}

function pattern(name: string, text: string, timezone: string): Slots {
  if (text.length > MAX_PATTERN_LENGTH)
    throw invalid(name, `has a pattern of more than ${MAX_PATTERN_LENGTH} characters`);
  const cron = parse(name, text, timezone);
  return {
    pattern: `${text} (${timezone})`,
    text,
    timezone,
    after: (time) => cron.nextRun(new Date(time))?.getTime() ?? null,
    until: (time) => cron.previousRuns(1, new Date(time + 1))[0]?.getTime() ?? null,
  };
}

function parse(name: string, text: string, timezone: string): Cron {
  try {
    const cron = new Cron(text, { timezone, paused: true, mode: '5-or-6-parts' });
    // Computed here to detect an invalid time zone, or a date like 31 June.
    if (cron.nextRun() !== null) return cron;
  } catch (error) {
    const reason = messageOf(error);
    throw invalid(name, `has the invalid pattern "${text}" in ${timezone}: ${reason}`, error);
  }
  throw invalid(name, `has the pattern "${text}", which never occurs`);
}

function invalid(name: string, reason: string, cause?: unknown): HostError {
  return new HostError('schedule_invalid', `The schedule "${name}" ${reason}.`, { schedule: name }, { cause });
}
