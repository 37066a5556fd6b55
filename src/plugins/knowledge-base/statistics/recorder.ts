import { type Calendar, createWriteBuffer, type PluginContext } from '../../../index.js';
import { type Caller, plainEvent, type RecordedEvent, retainedCaller, type StatisticsEvent } from './event.js';
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

interface Waiting {
  /** As it came in: address and browser are here, for a second at most unless the database is away. */
  seen: Occurrence | null;
  /** Once it is known who it was; null for what does not count. */
  event: RecordedEvent | null;
}

const CAPACITY = 10_000;

export function createRecorder(parts: RecorderParts): Recorder {
  const { calendar, log, salts, write, isExcluded, interval = 1000, capacity = CAPACITY } = parts;

  async function identify({ event, caller, at }: Occurrence): Promise<RecordedEvent | null> {
    if (!(await isPersonal(event.kind, caller)) || (await isExcluded(event, caller))) return null;
    const plain = plainEvent(event, scrubQuery);
    if (plain.query === '') return null;
    const day = calendar.dayOf(at);
    const visitor = !caller || isUntracked(caller) ? null : visitorOf(await salts.of(`d:${day}`), caller);
    return { ...plain, at, day, visitor };
  }

  /** What is looked at again would be told twice: so it is remembered, and told when all of them are known. */
  async function identifyAll(waiting: readonly Waiting[]): Promise<void> {
    const unknown = waiting.flatMap((each) => (each.seen ? [{ each, seen: each.seen }] : []));
    const events = await Promise.all(unknown.map(({ seen }) => identify(seen)));
    for (const [index, { each, seen }] of unknown.entries()) {
      each.event = events[index] ?? null;
      each.seen = null;
      if (each.event) seen.onCounted?.();
    }
  }

  const buffer = createWriteBuffer<Waiting>({
    ...{ what: 'statistics', log, interval, capacity },
    async write(waiting) {
      await identifyAll(waiting);
      const events = waiting.flatMap(({ event }) => event ?? []);
      if (events.length > 0) await write(events);
    },
  });

  return {
    record(event, caller, onCounted) {
      const at = happenedAt(event) ?? new Date();
      buffer.push({ seen: { event, caller: caller && retainedCaller(caller), at, onCounted }, event: null });
    },
    flush: buffer.flush,
    close: buffer.close,
  };
}

/** Where it is known to have been earlier. */
function happenedAt(event: StatisticsEvent): Date | undefined {
  if (event.kind === 'search') return event.searchedAt;
  return 'castAt' in event ? event.castAt : undefined;
}
