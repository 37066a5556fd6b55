import { AsyncResource } from 'node:async_hooks';
import { type Calendar, HostError, type PluginContext } from '../../../index.js';
import { type Caller, plainEvent, type RecordedEvent, type StatisticsEvent } from './event.js';
import { scrubQuery } from './scrub.js';
import { isPersonal, isUntracked, visitorOf } from './visitor.js';

/** Takes events in while requests are answered, and has them written a moment later. */
export interface Recorder {
  /**
   * Returns at once and never fails.
   * @param onCounted told once it is known that the event counts, before it is written
   */
  record(event: StatisticsEvent, caller: Caller | null, onCounted?: () => void): void;
  /** Writes what has come in until now; of what cannot be written it says so in the log and keeps it for the next time. */
  flush(): Promise<void>;
  /** Writes what is left; nothing is taken in any more. */
  close(): Promise<void>;
}

export interface RecorderParts {
  readonly calendar: Calendar;
  readonly log: Pick<PluginContext['log'], 'warn' | 'error'>;
  readonly salts: { of(period: string): Promise<string> };
  readonly write: (events: readonly RecordedEvent[]) => Promise<void>;
  /** Whether an event is left out, for reasons of the site. */
  readonly isExcluded: (event: StatisticsEvent, caller: Caller | null) => boolean | Promise<boolean>;
  /** Milliseconds until what came in is written. */
  readonly interval?: number;
  /** How many events are kept while the database is away; the oldest go first. */
  readonly capacity?: number;
}

interface Occurrence {
  readonly event: StatisticsEvent;
  readonly caller: Caller | null;
  readonly at: Date;
  readonly onCounted: (() => void) | undefined;
}

interface Identified extends Pick<Occurrence, 'onCounted'> {
  readonly event: RecordedEvent;
}

/** What is written at once, and as soon as it has come together. */
const BATCH = 500;
/** After so many, what cannot be written though the database is there is given up. */
const ATTEMPTS = 5;

export function createRecorder(parts: RecorderParts): Recorder {
  const { calendar, log, salts, write, isExcluded, interval = 1000, capacity = 10_000 } = parts;
  // The request that an event comes with may have a transaction, which the writing must not take part in.
  const outside = new AsyncResource('KnowledgeBaseStatistics');
  /** As they came in: addresses and browsers are here, for a second at most unless the database is away. */
  let seen: Occurrence[] = [];
  let ready: RecordedEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isAway = false;
  let lost = 0;
  let attempts = 0;

  function arm(): void {
    if (timer || isClosed) return;
    timer = setTimeout(() => void flush(), interval);
    timer.unref();
  }

  function makeRoom(): void {
    const excess = seen.length + ready.length - capacity;
    if (excess <= 0) return;
    lost += excess;
    const fromReady = Math.min(excess, ready.length);
    ready.splice(0, fromReady);
    seen.splice(0, excess - fromReady);
  }

  async function identify({ event, caller, at, onCounted }: Occurrence): Promise<Identified[]> {
    if (!(await isPersonal(event.kind, caller)) || (await isExcluded(event, caller))) return [];
    const plain = plainEvent(event, scrubQuery);
    if (plain.query === '') return [];
    const day = calendar.dayOf(at);
    const visitor = !caller || isUntracked(caller) ? null : visitorOf(await salts.of(`d:${day}`), caller);
    return [{ event: { ...plain, at, day, visitor }, onCounted }];
  }

  async function identifySome(): Promise<void> {
    const taken = seen.splice(0, BATCH);
    try {
      const identified = (await Promise.all(taken.map(identify))).flat();
      ready.push(...identified.map(({ event }) => event));
      // When all of them are known: what is looked at again would be told twice.
      for (const { onCounted } of identified) onCounted?.();
    } catch (error) {
      seen.unshift(...taken);
      throw error;
    }
  }

  async function writeSome(): Promise<void> {
    const batch = ready.splice(0, BATCH);
    if (batch.length === 0) return;
    try {
      await write(batch);
      attempts = 0;
    } catch (error) {
      attempts += 1;
      // What no database takes, be it there or not, must not stand in the way of the rest for ever.
      if (isUnavailable(error) || attempts < ATTEMPTS) ready.unshift(...batch);
      else lost += batch.length;
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    try {
      while (seen.length + ready.length > 0) {
        if (ready.length < BATCH) await identifySome();
        await writeSome();
      }
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'Statistics cannot be written; they are kept and tried again');
      isAway = true;
      makeRoom();
      arm();
      return;
    }
    isAway = false;
    tellLost();
  }

  function tellLost(): void {
    if (lost > 0) log.error({ events: lost }, 'Events of the statistics were lost while they could not be written');
    lost = 0;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (running) await running;
    running = writeAll();
    try {
      await running;
    } finally {
      running = undefined;
    }
  }

  return {
    record(event, caller, onCounted) {
      if (isClosed) return;
      const at = ('castAt' in event && event.castAt) || new Date();
      seen.push({ event, caller: caller && partOf(caller), at, onCounted });
      makeRoom();
      outside.runInAsyncScope(() => {
        if (seen.length >= BATCH && !running && !isAway) void flush();
        else arm();
      });
    },
    flush: () => outside.runInAsyncScope(flush),
    async close() {
      isClosed = true;
      await outside.runInAsyncScope(flush);
      clearTimeout(timer);
      lost += seen.length + ready.length;
      tellLost();
      seen = [];
      ready = [];
    },
  };
}

/** A request holds much more, and would be kept with it. */
function partOf({ headers, remoteAddress, user }: Caller): Caller {
  return { headers, remoteAddress, user };
}

function isUnavailable(error: unknown): boolean {
  return error instanceof HostError && error.status === 503;
}
