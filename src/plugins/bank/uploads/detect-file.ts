import { findEncoding } from '../formats/encoding/find-encoding.js';
import { readFile } from '../formats/read-file.js';
import type { StatementAccount, StatementEntry } from '../formats/statement.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../formats/statement-format.js';
import { createTally } from '../importing/tally.js';
import type { Detection, EntrySum } from './upload.js';

/** Maximum entries shown. */
const MAX_ENTRIES = 10;

/**
 * Reads a whole file and summarizes its content. Memory holds one entry at a time.
 * @throws HostError 400 `vendor_bank_parse_failed`; `vendor_bank_invalid_param` with `params` for a missing option
 */
export async function detectFile(
  file: StatementFile,
  format: StatementFormat,
  options: ReadOptions,
): Promise<Detection> {
  const looked = await format.look?.(file, options);
  const encoding =
    looked?.encoding ?? (await findEncoding(file, { chosen: options.encoding, signal: options.signal })).encoding;
  const accounts = new Map<string, StatementAccount>();
  const sums = new Map<string, EntrySum>();
  const entries: StatementEntry[] = [];
  const tally = createTally();
  let count = 0;
  let from = '';
  let to = '';

  for await (const part of readFile(file, format, options)) {
    if (part.kind === 'problem') tally.problem(part.problem);
    else if (part.kind === 'statement') accounts.set(JSON.stringify(part.account), part.account);
    else if (part.kind === 'entry') {
      const { entry } = part;
      count += 1;
      sums.set(entry.currency, added(sums.get(entry.currency), entry));
      if (from === '' || entry.bookedOn < from) from = entry.bookedOn;
      if (entry.bookedOn > to) to = entry.bookedOn;
      if (entries.length < MAX_ENTRIES) entries.push(entry);
    }
  }
  const { errors, warnings, problems } = tally.report();
  return {
    format: format.name,
    encoding,
    profile: looked?.profile?.name ?? null,
    count,
    from,
    to,
    entries,
    accounts: [...accounts.values()],
    sums: [...sums.values()],
    errors,
    warnings,
    problems,
  };
}

function added(before: EntrySum | undefined, { currency, direction, amount }: StatementEntry): EntrySum {
  const sum = before ?? { currency, entries: 0, credit: 0, debit: 0 };
  return { ...sum, entries: sum.entries + 1, [direction]: sum[direction] + amount };
}
