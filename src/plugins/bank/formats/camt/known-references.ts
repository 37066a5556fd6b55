import type { StatementEntry } from '../statement.js';

/** So many are remembered, about 30 MB; a file with more is read as if its later ones were right. */
const MOST = 300_000;
/** Bytes of UTF-8. References are shorter than 36 characters. */
const COPIED = 512;
const LONGEST_CHARACTER = 3;

/**
 * Some banks give one reference to several movements. Within a file it is seen: what has the reference of another amount is
 * not told by it. The same movement, pending first and booked then, keeps it.
 */
export function createKnownReferences(): (entry: StatementEntry) => StatementEntry {
  const amounts = new Map<string, string>();
  const copies = Buffer.alloc(COPIED);

  return (entry) => {
    if (!entry.isReferenceUnique) return entry;
    const amount = `${entry.direction} ${entry.amount} ${entry.currency}`;
    const key = copyOf(entry.bankReference, copies);
    const known = amounts.get(key);
    if (known === undefined && amounts.size < MOST) amounts.set(key, amount);
    return known === undefined || known === amount ? entry : { ...entry, isReferenceUnique: false };
  };
}

/** The text by itself would keep the whole piece of the file that it was cut from. */
function copyOf(text: string, through: Buffer): string {
  if (text.length > COPIED / LONGEST_CHARACTER) return Buffer.from(text).toString();
  return through.toString('utf8', 0, through.write(text));
}
