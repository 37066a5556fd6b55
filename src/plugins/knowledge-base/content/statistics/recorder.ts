import type { Calendar } from '../../../../calendar.js';
import type { PluginContext, User } from '../../../../index.js';
import type { AnonymousVisitor } from '../../../../pages.js';
import { createWriteBuffer } from '../../../../utilities.js';
import { type EventKind, plainEvent, type RecordedEvent, type StatisticsEvent } from './event.js';
import { scrubQuery } from './scrub.js';

/** Sender of a request, without its IP address. */
export interface Sender {
  readonly visitor: AnonymousVisitor;
  readonly user: User | null;
}

/** Buffers events while requests are answered and writes them shortly after. */
export interface Recorder {
  /**
   * Queues an event. Returns immediately and never throws.
   * @param onCounted called when the event is known to count, before it is written
   */
  record(event: StatisticsEvent, sender: Sender | null, onCounted?: () => void): void;
  /** Writes buffered events. Events that cannot be written are logged and kept for the next attempt. */
  flush(): Promise<void>;
  /** Writes the remaining events and accepts no more. */
  close(): Promise<void>;
}

export interface RecorderParts {
  readonly calendar: Calendar;
  readonly log: Pick<PluginContext['log'], 'warn' | 'error'>;
  readonly write: (events: readonly RecordedEvent[]) => Promise<void>;
  /** Whether the site excludes an event. */
  readonly isExcluded: (event: StatisticsEvent, user: User | null) => boolean | Promise<boolean>;
  /**
   * Milliseconds before buffered events are written.
   * @default 1000
   */
  readonly interval?: number;
  /**
   * Maximum number of events buffered while the database is unavailable; the oldest are dropped.
   * @default 10000
   */
  readonly capacity?: number;
}

interface Occurrence {
  readonly event: StatisticsEvent;
  readonly sender: Sender | null;
  readonly at: Date;
  readonly onCounted: (() => void) | undefined;
}

interface Waiting {
  /** Event as received. Cleared within a second unless the database is unavailable. */
  seen: Occurrence | null;
  /** Event after identifying the visitor; null if it does not count. */
  event: RecordedEvent | null;
}

const CAPACITY = 10_000;
/** Deliberate actions count, regardless of the user agent. */
const DELIBERATE: ReadonlySet<EventKind> = new Set(['rating', 'rating_taken', 'helpful', 'helpful_taken', 'feedback']);

export function createRecorder(parts: RecorderParts): Recorder {
  const { calendar, log, write, isExcluded, interval = 1000, capacity = CAPACITY } = parts;

  async function identify({ event, sender, at }: Occurrence): Promise<RecordedEvent | null> {
    if (!DELIBERATE.has(event.kind) && (!sender || (await sender.visitor.isBot()))) return null;
    if (await isExcluded(event, sender?.user ?? null)) return null;
    const plain = plainEvent(event, scrubQuery);
    if (plain.query === '') return null;
    const visitor = (await sender?.visitor.key({ at })) ?? null;
    return { ...plain, at, day: calendar.dayOf(at), visitor };
  }

  /** Results are stored, because a retried write must not call `onCounted` twice. */
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
    what: 'statistics',
    log,
    interval,
    capacity,
    async write(waiting) {
      await identifyAll(waiting);
      const events = waiting.flatMap(({ event }) => event ?? []);
      if (events.length > 0) await write(events);
    },
  });

  return {
    record(event, sender, onCounted) {
      const at = happenedAt(event) ?? new Date();
      buffer.push({ seen: { event, sender, at, onCounted }, event: null });
    },
    flush: buffer.flush,
    close: buffer.close,
  };
}

/** Time of an event that happened earlier. */
function happenedAt(event: StatisticsEvent): Date | undefined {
  if (event.kind === 'search') return event.searchedAt;
  return 'castAt' in event ? event.castAt : undefined;
}
