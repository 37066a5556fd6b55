import type { Logger } from 'pino';
import { CLOCK_CORRECTION } from '../../clock-correction.js';
import type { Database } from '../../database/database.js';
import { HostError } from '../../errors.js';
import type { Jobs } from '../jobs/jobs.js';
import type { ScheduleDefinition, ScheduledJob, ScheduleState, Schedules } from './schedule.js';
import { createSlotsNow, type Slots, type SlotsNow } from './slots.js';
import './tables.js';

interface KnownSchedule {
  readonly definition: ScheduleDefinition;
  readonly owner: string;
  readonly slots: SlotsNow;
  readonly job: ScheduledJob;
}

export interface SchedulesOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly log: Logger;
  /** Time zone of the site. */
  readonly timezone: string;
}

/** Milliseconds after which a time counts as missed. A process blocked for less still starts every time. */
const GRACE = 10_000;
/** Maximum milliseconds between two checks of the database clock. */
const MAX_SLEEP = 30_000;
const AFTER_FAILURE = 1_000;

export function createSchedules({ db, jobs, log, timezone }: SchedulesOptions): Schedules {
  const definitions = new Map<string, KnownSchedule>();
  let isRunning = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | null = null;

  function arm(delay: number): void {
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(wake, delay).unref();
  }

  function wake(): void {
    if (!isRunning || round) return;
    round = look()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'Could not check for due schedules');
        return AFTER_FAILURE;
      })
      .then((delay) => {
        round = null;
        arm(delay);
      });
  }

  /** Starts due schedules. @returns milliseconds until the next time */
  async function look(): Promise<number> {
    const schedules = [...definitions.values()];
    if (schedules.length === 0) return MAX_SLEEP;
    const rows = await read();
    const now = rows.now;
    const startedAt = performance.now();
    let next = now + MAX_SLEEP;
    for (const schedule of schedules) {
      try {
        const times = await schedule.slots();
        if (!times) continue;
        const upcoming = await begin(schedule, times, rows.slots.get(schedule.definition.name), now);
        next = Math.min(next, upcoming ?? next);
      } catch (error) {
        log.warn({ err: error, schedule: schedule.definition.name }, 'A schedule could not be started; it is retried');
        next = Math.min(next, now + AFTER_FAILURE);
      }
    }
    return Math.max(0, next - now - (performance.now() - startedAt));
  }

  async function read() {
    const rows = await db.query.selectFrom('schedules').selectAll().execute();
    const now = (await db.now()).getTime();
    return { now, slots: new Map(rows.map((row) => [row.name, { pattern: row.pattern, slot: Number(row.slot) }])) };
  }

  /** Starts every due time of a schedule. @returns the next time; null if there is none */
  async function begin(
    schedule: KnownSchedule,
    slots: Slots,
    row: { pattern: string; slot: number } | undefined,
    now: number,
  ): Promise<number | null> {
    const { definition } = schedule;
    if (row?.pattern !== slots.pattern) {
      await introduce(definition.name, slots.pattern, row?.pattern ?? null, now);
      return slots.after(now);
    }
    // A small clock correction must not run a time twice; a large one must not block the schedule for as long.
    if (row.slot > now + CLOCK_CORRECTION) {
      await claim(schedule, row.slot, now, false);
      return slots.after(now);
    }
    let seen = row.slot;
    for (;;) {
      const next = slots.after(seen);
      if (next === null || next > now) return next;
      const isMissed = now - next > GRACE;
      // A single run makes up for all missed times.
      const slot = isMissed ? (slots.until(now) ?? next) : next;
      const isWanted = now - slot <= GRACE || definition.catchUp !== false;
      // Another process may have started it, and perhaps the next one too. Then leave this schedule to it.
      if (!(await claim(schedule, seen, slot, isWanted))) return slots.after(now);
      seen = slot;
    }
  }

  /** Stores a new or changed schedule, which counts from now on. */
  async function introduce(name: string, pattern: string, before: string | null, slot: number): Promise<void> {
    if (before === null) return db.upsert('schedules', { name, pattern, slot }, ['name'], {});
    await db.query
      .updateTable('schedules')
      .set({ pattern, slot })
      .where('name', '=', name)
      .where('pattern', '=', before)
      .execute();
  }

  /** Claims a time and adds its job in one transaction: a crash leaves both or neither. */
  function claim({ definition, job }: KnownSchedule, seen: number, slot: number, isWanted: boolean): Promise<boolean> {
    return db.transaction(async () => {
      const { numUpdatedRows } = await db.query
        .updateTable('schedules')
        .set({ slot })
        .where('name', '=', definition.name)
        .where('slot', '=', seen)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      const { name, overlap = true } = definition;
      if (isWanted) await job.add(new Date(slot), overlap ? {} : { key: `schedule:${name}` });
      return true;
    });
  }

  function jobOf(definition: ScheduleDefinition, owner: string): ScheduledJob {
    if (definition.job) return definition.job;
    const { name, title = name, attempts, backoff, run } = definition;
    if (typeof run !== 'function') {
      throw new HostError('schedule_invalid', `The schedule "${name}" needs a function run, or a job.`);
    }
    const queue = jobs.define<{ slot: string }, unknown>(
      {
        name,
        title,
        ...(attempts === undefined ? {} : { attempts }),
        ...(backoff === undefined ? {} : { backoff }),
        run: ({ id, attempt, signal, progress, payload }) =>
          definition.run({ id, attempt, signal, progress, slot: new Date(payload.slot) }),
      },
      owner,
    );
    return { add: (slot, options) => queue.add({ slot: slot.toISOString() }, options) };
  }

  return {
    add(definition, owner) {
      const existing = definitions.get(definition.name);
      if (existing) {
        throw new HostError(
          'schedule_defined_twice',
          `"${existing.owner}" already has the schedule "${definition.name}". Choose another name for "${owner}".`,
        );
      }
      const slots = createSlotsNow(definition, timezone);
      definitions.set(definition.name, { definition, owner, slots, job: jobOf(definition, owner) });
      arm(0);
    },
    async list() {
      const { now, slots: rows } = await read();
      const states: ScheduleState[] = [];
      for (const { definition, owner, slots: slotsNow } of definitions.values()) {
        const row = rows.get(definition.name);
        const slots = await slotsNow();
        const lastAt = slots && row?.pattern === slots.pattern ? row.slot : null;
        const next = slots?.after(lastAt ?? now) ?? null;
        states.push({
          name: definition.name,
          title: definition.title ?? definition.name,
          owner,
          when: slots?.text ?? '',
          timezone: slots?.timezone ?? timezone,
          nextAt: next === null ? null : new Date(next),
          lastAt: lastAt === null ? null : new Date(lastAt),
        });
      }
      return states;
    },
    names: (owner) => [...definitions].flatMap(([name, schedule]) => (schedule.owner === owner ? [name] : [])),
    async forget(names) {
      if (names.length > 0) await db.query.deleteFrom('schedules').where('name', 'in', names).execute();
    },
    async begin(name, slot) {
      const schedule = definitions.get(name);
      if (!schedule) {
        throw new HostError('schedule_missing', `There is no schedule "${name}". Its plugin may not be active.`, {
          status: 404,
        });
      }
      await schedule.job.add(slot ?? (await db.now()), {});
    },
    start() {
      isRunning = true;
      arm(0);
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await round;
    },
    removeOwner(owner) {
      for (const [name, schedule] of definitions) if (schedule.owner === owner) definitions.delete(name);
    },
  };
}
