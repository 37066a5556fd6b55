import { HostError } from '../../../../index.js';
import type { JsonProfile } from '../../profiles/profile.js';
import { recordReader, type SourceRecord, textOf } from '../../profiles/read-record.js';
import { isCurrencyCode, readAmount } from '../amounts.js';
import { createAnnouncer } from '../announcer.js';
import { balanceProblem } from '../balance.js';
import { openText, type StatementText } from '../encoding/statement-text.js';
import { part } from '../part.js';
import type { StatementPart } from '../statement.js';
import type { ReadOptions, StatementFile } from '../statement-format.js';
import { jsonRecord, parseExactly } from './json-record.js';
import { createListSplitter } from './list-splitter.js';

/** Entries of which one must be one, for a profile to fit. */
const TRIED = 20;

/**
 * Reads entries as a profile says, one after the other. What is said of the statement may stand anywhere in the file: it
 * is looked for first, in a reading of its own.
 */
export async function* readJson(
  file: StatementFile,
  profile: JsonProfile,
  options: ReadOptions = {},
): AsyncGenerator<StatementPart, void> {
  const text = await openText(file, { signal: options.signal });
  for (const problem of text.problems) yield { kind: 'problem', problem };
  const path = pathOf(profile);
  const about = await aboutStatement(text, profile, path);
  const said = (field: keyof NonNullable<JsonProfile['statement']>): string =>
    textOf(about, profile.statement?.[field]);
  const written = said('currency').toUpperCase();
  const currency = (isCurrencyCode(written) && written) || profile.currency || (options.currency ?? '');
  const announcer = createAnnouncer({
    account: said('ownAccount') || (options.account ?? ''),
    bankCode: said('bank'),
    currency,
  });

  const read = recordReader(profile);
  const splitter = createListSplitter(path);
  let count = 0;
  let movements = 0;
  for await (const piece of text.pieces()) {
    for (const element of splitter.push(piece)) {
      count += 1;
      const position = `entry ${count}`;
      for (const one of announcer.introduce(...partsOf(element, position))) {
        if (one.kind === 'entry' && one.entry.bookingStatus === 'booked') {
          movements += one.entry.direction === 'credit' ? one.entry.amount : -one.entry.amount;
        }
        yield one;
      }
    }
  }
  if (!splitter.isFound && said('ownAccount') === '') {
    throw failed(`The file has no list of entries at "${profile.entries}", as the profile "${profile.name}" says.`);
  }
  if (splitter.isFound && !splitter.isWhole) {
    yield part.error('file_cut', 'The file ends within its list of entries. Fetch it again.', `entry ${count + 1}`);
  }
  for (const one of announcer.end()) yield one;
  const balance = (field: 'opening' | 'closing'): number | null =>
    said(field) === '' ? null : readAmount(said(field), currency, profile.decimal);
  const sums = { opening: balance('opening'), closing: balance('closing'), movements, currency, position: '' };
  const problem = balanceProblem(sums);
  if (problem !== null) yield { kind: 'problem', problem };

  function partsOf(element: string, position: string): [readonly StatementPart[], string] {
    const value = parseExactly(element);
    if (value === null) {
      return [[part.error('entry_invalid', 'The entry is no JSON. It was left out.', position)], ''];
    }
    const record = jsonRecord(value, position);
    return [read(record, currency), textOf(record, profile.fields.ownAccount)];
  }
}

/** Whether a file has entries where the profile looks for them. Of the first ones, all but one may be wrong. */
export async function fitsJson(file: StatementFile, profile: JsonProfile, options: ReadOptions = {}): Promise<boolean> {
  const text = await openText(file, { signal: options.signal });
  const splitter = createListSplitter(pathOf(profile));
  const read = recordReader(profile);
  const isEntry = (element: string): boolean =>
    read(jsonRecord(parseExactly(element), ''), options.currency ?? 'EUR').some(({ kind }) => kind === 'entry');
  let tried = 0;
  for await (const piece of text.pieces()) {
    const elements = splitter.push(piece);
    if (elements.some(isEntry)) return true;
    tried += elements.length;
    if (tried >= TRIED) return false;
  }
  return splitter.isFound && tried === 0;
}

export function pathOf({ entries }: JsonProfile): readonly string[] {
  return entries === '' ? [] : entries.split('.');
}

async function aboutStatement(
  text: StatementText,
  profile: JsonProfile,
  path: readonly string[],
): Promise<SourceRecord> {
  if (profile.statement === undefined) return jsonRecord(null, '');
  const splitter = createListSplitter(path);
  for await (const piece of text.pieces()) splitter.push(piece);
  return jsonRecord(parseExactly(splitter.rest()), '');
}

function failed(message: string): HostError {
  return new HostError('vendor_bank_parse_failed', message, { status: 400 });
}
