import { daysBetween, groupBy } from '../../../index.js';
import { isReferenceKey, occurrenceKey } from './entry-keys.js';
import type { KeyedEntry } from './entry-row.js';
import type { DraftOccurrences } from './occurrences.js';
import type { StoredRow, StoredRows } from './stored-rows.js';

/** An entry with the key that a filter may have chosen for it. */
export interface PlannedEntry extends KeyedEntry {
  /** What it is known by: by itself where it begins with `id:`, together with its number of occurrence otherwise. */
  readonly base: string;
}

export interface NewRow extends PlannedEntry {
  readonly key: string;
  /** The movement that it may be another format's account of; null for a new one that nobody doubts. */
  readonly likeness: StoredRow | null;
}

export interface ChangedRow extends PlannedEntry {
  readonly key: string;
  readonly row: StoredRow;
}

/** A known one. `row` is null where the entry that it repeats is new itself and in the same chunk. */
export interface KnownRow extends PlannedEntry {
  readonly row: StoredRow | null;
}

/** What is to be done with the entries of a chunk that are of one account. Each entry is in one of the lists. */
export interface ChunkPlan {
  readonly inserts: readonly NewRow[];
  readonly updates: readonly ChangedRow[];
  readonly duplicates: readonly KnownRow[];
}

export interface ChunkContext {
  readonly format: string;
  readonly stored: StoredRows;
  /** Rows that an earlier chunk of the file was about. */
  readonly claimed: ReadonlySet<number>;
  readonly occurrences: DraftOccurrences;
}

/** Days by which a pending entry and its booking may differ: bank.md B3. */
const PENDING_DAYS = 5;

type KeyedForRow = PlannedEntry & { readonly key: string };

/** One that the bank has a known name for, with other words than before. `row` is null where it cannot be that one. */
type Doubtful = PlannedEntry & { readonly row: StoredRow | null };

/**
 * Decides which entries are known, which are new and of which the bank says more now (bank.md B3). Nothing is written.
 *
 * An entry is known by the bank's name for it where there is one. A name that comes again with another amount, or twice
 * in a file with other words, is none: such an entry is known by what it says, so that no movement is lost.
 */
export async function planChunk(entries: readonly PlannedEntry[], context: ChunkContext): Promise<ChunkPlan> {
  const { stored, occurrences, format } = context;
  const inserts: NewRow[] = [];
  const updates: ChangedRow[] = [];
  const duplicates: KnownRow[] = [];
  const claimed = new Set<number>();
  const isFree = ({ id }: StoredRow): boolean => !claimed.has(id) && !context.claimed.has(id);

  function know(entry: PlannedEntry, row: StoredRow): void {
    claimed.add(row.id);
    duplicates.push({ ...entry, row });
  }

  function change(entry: PlannedEntry, row: StoredRow, key: string): void {
    claimed.add(row.id);
    updates.push({ ...entry, row, key });
  }

  /** By their keys. @returns those that are not known by them */
  async function byKeys(): Promise<{
    readonly unknown: readonly KeyedForRow[];
    readonly doubtful: readonly Doubtful[];
  }> {
    const unknown: KeyedForRow[] = [];
    const doubtful: Doubtful[] = [];
    const first = new Map<string, PlannedEntry>();
    const keyed = entries.map((entry) => ({ ...entry, key: keyOf(entry, occurrences) }));
    const known = await stored.byKeys(keyed.map(({ key }) => key));
    for (const entry of keyed) {
      const row = known.get(entry.key) ?? null;
      const twin = first.get(entry.key);
      if (!twin) first.set(entry.key, entry);
      if (twin && twin.keys.raw !== entry.keys.raw) doubtful.push({ ...entry, row: null });
      else if (twin) duplicates.push({ ...entry, row });
      else if (!row) unknown.push(entry);
      else if (row.raw_hash === entry.keys.raw || isOlder(entry, row)) know(entry, row);
      else if (isReferenceKey(entry.key)) {
        doubtful.push({ ...entry, row: isFree(row) && !isOtherMoney(entry, row) ? row : null });
      } else if (row.booking_status === 'pending' && entry.entry.bookingStatus === 'booked') {
        change(entry, row, entry.key);
      } else know(entry, row);
    }
    return { unknown, doubtful };
  }

  /** By what they say, since the bank's name for them has said something else before. @returns those that are new */
  async function byContent(doubtful: readonly Doubtful[]): Promise<KeyedForRow[]> {
    const unknown: KeyedForRow[] = [];
    const known = await stored.byKeys(contentKeysOf(doubtful, occurrences));
    for (const { row, ...entry } of doubtful) {
      const { content } = entry.keys;
      const same = known.get(occurrenceKey(content, occurrences.count(content) + 1));
      if (row && !same) {
        change(entry, row, entry.base);
        continue;
      }
      const key = occurrenceKey(content, occurrences.next(content));
      if (same) know(entry, same);
      else unknown.push({ ...entry, key });
    }
    return unknown;
  }

  /** Those that were pending, and those that a file older than what is known has as pending. @returns the others */
  async function byPending(unknown: readonly KeyedForRow[]): Promise<KeyedForRow[]> {
    const rows = groupBy(await stored.byLooseKeys(unknown.map(({ keys }) => keys.loose)), ({ loose_key }) => loose_key);
    return unknown.filter((entry) => {
      const { bookingStatus, bookedOn } = entry.entry;
      const [row] = (rows.get(entry.keys.loose) ?? [])
        .filter((known) => bookingStatus === 'pending' || known.booking_status === 'pending')
        .filter((known) => isFree(known) && distance(known.booked_on, bookedOn) <= PENDING_DAYS)
        .toSorted((one, other) => distance(one.booked_on, bookedOn) - distance(other.booked_on, bookedOn));
      if (!row) return true;
      if (row.booking_status === 'booked') know(entry, row);
      else change(entry, row, entry.key);
      return false;
    });
  }

  /** The new ones, with what another format may have told of them. */
  async function byLikeness(fresh: readonly KeyedForRow[]): Promise<void> {
    const days = [...new Set(fresh.map(({ entry }) => entry.bookedOn))];
    const amounts = [...new Set(fresh.map(({ entry }) => entry.amount))];
    const rows = groupBy(await stored.ofDays(days, amounts), (row) => likenessOf(row.booked_on, row));
    const paired = new Set<number>();
    for (const entry of fresh) {
      const isOfKey = isReferenceKey(entry.key);
      const likeness = (rows.get(likenessOf(entry.entry.bookedOn, entry.entry)) ?? [])
        .filter((row) => row.format !== format || isReferenceKey(row.dedup_key) !== isOfKey)
        .find((row) => isFree(row) && !paired.has(row.id));
      if (likeness) paired.add(likeness.id);
      inserts.push({ ...entry, likeness: likeness ?? null });
    }
  }

  const { unknown, doubtful } = await byKeys();
  await byLikeness(await byPending([...unknown, ...(await byContent(doubtful))]));
  return { inserts, updates, duplicates };
}

function keyOf({ base }: PlannedEntry, occurrences: DraftOccurrences): string {
  return isReferenceKey(base) ? base : occurrenceKey(base, occurrences.next(base));
}

/** Every key that one of these entries may come to be known by. */
function contentKeysOf(doubtful: readonly Doubtful[], occurrences: DraftOccurrences): string[] {
  const counts = new Map<string, number>();
  return doubtful.map(({ keys: { content } }) => {
    const count = (counts.get(content) ?? occurrences.count(content)) + 1;
    counts.set(content, count);
    return occurrenceKey(content, count);
  });
}

/** Whether the file is older than what is known: what was booked does not become pending again. */
function isOlder({ entry }: PlannedEntry, row: StoredRow): boolean {
  return entry.bookingStatus === 'pending' && row.booking_status === 'booked';
}

/** Whether the amount is another one, where it cannot have changed: only what is pending may. */
function isOtherMoney({ entry }: PlannedEntry, row: StoredRow): boolean {
  const isSettled = row.booking_status === 'booked' || row.allocated > 0;
  return isSettled && likenessOf('', entry) !== likenessOf('', row);
}

function likenessOf(day: string, money: Pick<StoredRow, 'amount' | 'currency' | 'direction'>): string {
  return `${day} ${money.direction} ${money.amount} ${money.currency}`;
}

function distance(one: string, other: string): number {
  // Both ends count among the days between.
  return Math.abs(daysBetween(one, other) - 1);
}
