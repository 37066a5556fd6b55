import type { Calendar } from '../../../../calendar.js';
import type { PluginContext, User } from '../../../../index.js';
import type { AnonymousVisitor } from '../../../../pages.js';
import { createWriteBuffer } from '../../../../utilities.js';
import { type EventKind, plainEvent, type RecordedEvent, type StatisticsEvent } from './event.js';

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

/**
 * Personal data that people paste into search boxes: emails, IP addresses, card, account and telephone numbers,
 * keys. Each match is replaced by its name.
 */
const PATTERNS: readonly {
  readonly pattern: RegExp;
  readonly name: string;
  readonly is?: (text: string) => boolean;
}[] = [
  { pattern: /(?<![^\s@<>()",;:])[^\s@<>()",;:]+@[^\s@<>()",;:]+/g, name: 'e-mail' },
  { pattern: /\b[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}\b/gi, name: 'account', is: isIban },
  { pattern: /(?<!\d)\d(?:[ .-]?\d){12,18}(?!\d)/g, name: 'card', is: passesLuhn },
  { pattern: /(?<![\w.])\+\d(?:[ ()/.-]{0,2}\d){6,14}(?!\d)/g, name: 'telephone' },
  { pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, name: 'address' },
  { pattern: /[\w.~+/=-]{24,}/g, name: 'key', is: isRandom },
  { pattern: /(?<!\d)\d(?:[ .-]?\d){8,}(?!\d)/g, name: 'number' },
];

/** Maximum length of a query in code points. */
const MAX_LENGTH = 200;

/**
 * Normalizes a query for statistics: without personal data, lower case, single spaces, so that equivalent queries
 * match.
 */
export function scrubQuery(query: string): string {
  let text = query
    .normalize('NFKC')
    // Invisible characters could hide an email or IP address from the patterns.
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ');
  for (const { pattern, name, is = () => true } of PATTERNS) {
    text = text.replace(pattern, (found) => (is(found) ? `[${name}]` : found));
  }
  return [...text.trim().toLowerCase()].slice(0, MAX_LENGTH).join('');
}

/** Checks the check digit of payment cards (ISO/IEC 7812-1). */
function passesLuhn(text: string): boolean {
  const digits = [...text].filter((character) => character >= '0' && character <= '9').map(Number);
  const sum = digits
    .toReversed()
    .map((digit, index) => (index % 2 === 1 ? digit * 2 - (digit > 4 ? 9 : 0) : digit))
    .reduce((total, digit) => total + digit, 0);
  return sum % 10 === 0;
}

/** Checks the check digits of an IBAN (ISO 13616): the remainder modulo 97 is 1. */
function isIban(text: string): boolean {
  const plain = text.replace(/[ -]/g, '').toUpperCase();
  const digits = [...(plain.slice(4) + plain.slice(0, 4))].map((character) => Number.parseInt(character, 36));
  return digits.reduce((rest, value) => Number(`${rest}${value}`) % 97, 0) === 1;
}

/** Keys mix digits with letters; long words and paths do not. */
function isRandom(text: string): boolean {
  return (text.match(/\d/g)?.length ?? 0) >= 4 && /[a-z]/i.test(text);
}
