import { daysBetween } from '../../../calendar.js';
import { groupBy } from '../../../utilities.js';
import { DEDUP_VERSION, isReferenceKey, occurrenceKey } from './entry-keys.js';
import type { KeyedEntry } from './entry-row.js';
import type { DraftOccurrences } from './occurrences.js';
import type { StoredRow, StoredRows } from './stored-rows.js';

/** An entry with the key chosen for it, possibly by a filter. */
export interface PlannedEntry extends KeyedEntry {
  /** Key of the entry: complete if it starts with `id:`, else followed by the number of its occurrence. */
  readonly base: string;
}

export interface NewRow extends PlannedEntry {
  readonly key: string;
  /** Possible duplicate from another format or an older version; null if the entry is certainly new. */
  readonly likeness: StoredRow | null;
}

export interface ChangedRow extends PlannedEntry {
  readonly key: string;
  readonly row: StoredRow;
}

/** A duplicate. `row` is null if the original is new as well and in the same chunk. */
export interface KnownRow extends PlannedEntry {
  readonly row: StoredRow | null;
}

/** Changes for the entries of one account in a chunk. Each entry is in exactly one list. */
export interface ChunkPlan {
  readonly inserts: readonly NewRow[];
  readonly updates: readonly ChangedRow[];
  readonly duplicates: readonly KnownRow[];
}

export interface ChunkContext {
  readonly format: string;
  readonly stored: StoredRows;
  /** IDs of rows that earlier chunks of the file matched or wrote. */
  readonly claimed: ReadonlySet<number>;
  readonly occurrences: DraftOccurrences;
}

/** Maximum days between a pending entry and its booking. */
const PENDING_DAYS = 5;

type KeyedForRow = PlannedEntry & { readonly key: string };

/** An entry whose reference is known with other content. `row` is null if it cannot be the same movement. */
type Doubtful = PlannedEntry & { readonly row: StoredRow | null };

/**
 * Decides which entries are known, new or updated. Writes nothing.
 *
 * The bank's reference identifies an entry if there is one. If it recurs with another amount, or twice in a file with
 * different content, it is not unique: the content identifies the entry, so that no movement is lost.
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

  /**
   * Matches entries by key.
   * @returns the entries without a match
   */
  async function byKeys(): Promise<{
    readonly unknown: readonly KeyedForRow[];
    readonly doubtful: readonly Doubtful[];
  }> {
    const unknown: KeyedForRow[] = [];
    const doubtful: Doubtful[] = [];
    const first = new Map<string, PlannedEntry>();
    const keyed = entries.map((entry) => ({ ...entry, key: keyOf(entry, occurrences) }));
    const existing = await stored.byKeys(keyed.map(({ key }) => key));
    for (const entry of keyed) {
      const row = existing.get(entry.key) ?? null;
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

  /**
   * Matches by content the entries whose reference was used for something else before.
   * @returns the new ones
   */
  async function byContent(doubtful: readonly Doubtful[]): Promise<KeyedForRow[]> {
    const unknown: KeyedForRow[] = [];
    const existing = await stored.byKeys(contentKeysOf(doubtful, occurrences));
    for (const { row, ...entry } of doubtful) {
      const { content } = entry.keys;
      const duplicate = existing.get(occurrenceKey(content, occurrences.count(content) + 1));
      if (row && !duplicate) {
        change(entry, row, entry.base);
        continue;
      }
      const key = occurrenceKey(content, occurrences.next(content));
      if (duplicate) know(entry, duplicate);
      else unknown.push({ ...entry, key });
    }
    return unknown;
  }

  /**
   * Matches booked entries with pending rows, and pending entries of an older file with booked rows.
   * @returns the entries without a match
   */
  async function byPending(unknown: readonly KeyedForRow[]): Promise<KeyedForRow[]> {
    const rows = groupBy(await stored.byLooseKeys(unknown.map(({ keys }) => keys.loose)), ({ loose_key }) => loose_key);
    return unknown.filter((entry) => {
      const { bookingStatus, bookedOn } = entry.entry;
      const [row] = (rows.get(entry.keys.loose) ?? [])
        .filter((row) => bookingStatus === 'pending' || row.booking_status === 'pending')
        .filter((row) => isFree(row) && distance(row.booked_on, bookedOn) <= PENDING_DAYS)
        .toSorted((one, other) => distance(one.booked_on, bookedOn) - distance(other.booked_on, bookedOn));
      if (!row) return true;
      if (row.booking_status === 'booked') know(entry, row);
      else change(entry, row, entry.key);
      return false;
    });
  }

  /** Inserts new entries, paired with a possible duplicate from another format. */
  async function byLikeness(fresh: readonly KeyedForRow[]): Promise<void> {
    const days = [...new Set(fresh.map(({ entry }) => entry.bookedOn))];
    const amounts = [...new Set(fresh.map(({ entry }) => entry.amount))];
    const rows = groupBy(await stored.ofDays(days, amounts), (row) => likenessOf(row.booked_on, row));
    const paired = new Set<number>();
    for (const entry of fresh) {
      const isOfKey = isReferenceKey(entry.key);
      const likeness = (rows.get(likenessOf(entry.entry.bookedOn, entry.entry)) ?? [])
        .filter(
          (row) =>
            row.format !== format ||
            isReferenceKey(row.dedup_key) !== isOfKey ||
            // The reader may have read other texts then.
            row.dedup_version !== DEDUP_VERSION,
        )
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

/** Returns every key that one of these entries may get. */
function contentKeysOf(doubtful: readonly Doubtful[], occurrences: DraftOccurrences): string[] {
  const counts = new Map<string, number>();
  return doubtful.map(({ keys: { content } }) => {
    const count = (counts.get(content) ?? occurrences.count(content)) + 1;
    counts.set(content, count);
    return occurrenceKey(content, count);
  });
}

/** Whether the file is older than the row: a booked entry does not become pending again. */
function isOlder({ entry }: PlannedEntry, row: StoredRow): boolean {
  return entry.bookingStatus === 'pending' && row.booking_status === 'booked';
}

/** Whether the amount differs although the row can no longer change: only pending ones can. */
function isOtherMoney({ entry }: PlannedEntry, row: StoredRow): boolean {
  const isSettled = row.booking_status === 'booked' || row.allocated > 0;
  return isSettled && likenessOf('', entry) !== likenessOf('', row);
}

function likenessOf(day: string, money: Pick<StoredRow, 'amount' | 'currency' | 'direction'>): string {
  return `${day} ${money.direction} ${money.amount} ${money.currency}`;
}

function distance(one: string, other: string): number {
  // `daysBetween` counts both ends.
  return Math.abs(daysBetween(one, other) - 1);
}
