import { HostError } from '../../../../index.js';
import type { JsonProfile } from '../../profiles/profile.js';
import { recordReader, type SourceRecord, textOf } from '../../profiles/read-record.js';
import { isCurrencyCode, readAmount } from '../amounts.js';
import { createAnnouncer } from '../announcer.js';
import { balanceProblem } from '../balance.js';
import { openText, type StatementText } from '../encoding/statement-text.js';
import { part } from '../part.js';
import type { StatementEntry, StatementPart } from '../statement.js';
import type { ReadOptions, StatementFile } from '../statement-format.js';
import { jsonRecord, parseExactly } from './json-record.js';
import { createListSplitter } from './list-splitter.js';

/** Number of elements checked. A profile fits if one of them is a valid entry. */
const CHECKED_ELEMENTS = 20;

/**
 * Streams the entries of a JSON file according to a profile.
 * The statement's own fields may be anywhere in the file, so a separate pass reads them first.
 */
export async function* readJson(
  file: StatementFile,
  profile: JsonProfile,
  options: ReadOptions = {},
): AsyncGenerator<StatementPart, void> {
  const text = await openText(file, { chosen: options.encoding, signal: options.signal });
  for (const problem of text.problems) yield { kind: 'problem', problem };
  const about = await aboutStatement(text, profile, pathOf(profile));
  const statementField = (field: keyof NonNullable<JsonProfile['statement']>): string =>
    textOf(about, profile.statement?.[field]);
  const written = statementField('currency').toUpperCase();
  const currency = (isCurrencyCode(written) && written) || profile.currency || (options.currency ?? '');
  const announcer = createAnnouncer({
    account: statementField('ownAccount') || (options.account ?? ''),
    bankCode: statementField('bank'),
    currency,
  });

  const read = recordReader(profile);
  let movements = 0;
  const [booked = [], pending] = pathsOf(profile);
  let isFound = yield* readList(booked, 'entry', (entry) => entry);
  if (pending) {
    const hasPending = yield* readList(pending, 'pending entry', (entry) => ({ ...entry, bookingStatus: 'pending' }));
    isFound ||= hasPending;
  }
  if (!isFound && statementField('ownAccount') === '') {
    throw failed(
      `The file has no list of entries at "${profile.entries}", which the profile "${profile.name}" requires.`,
    );
  }
  for (const one of announcer.end()) yield one;
  const balance = (field: 'opening' | 'closing'): number | null =>
    statementField(field) === '' ? null : readAmount(statementField(field), currency, profile.decimal);
  const sums = {
    opening: balance('opening'),
    closing: balance('closing'),
    movements,
    hasEntries: true,
    currency,
    position: '',
  };
  const problem = balanceProblem(sums);
  if (problem !== null) yield { kind: 'problem', problem };

  /** Returns whether the list exists. */
  async function* readList(
    path: readonly string[],
    name: string,
    as: (entry: StatementEntry) => StatementEntry,
  ): AsyncGenerator<StatementPart, boolean> {
    const splitter = createListSplitter(path);
    let count = 0;
    for await (const piece of text.pieces()) {
      for (const element of splitter.push(piece)) {
        count += 1;
        for (const one of announcer.introduce(...partsOf(element, `${name} ${count}`))) {
          const read = one.kind === 'entry' ? part.entry(as(one.entry)) : one;
          if (read.kind === 'entry' && read.entry.bookingStatus === 'booked') {
            movements += read.entry.direction === 'credit' ? read.entry.amount : -read.entry.amount;
          }
          yield read;
        }
      }
    }
    if (splitter.isFound && !splitter.isWhole) {
      yield part.error(
        'file_cut',
        'The file ends within its list of entries. Download it again.',
        `${name} ${count + 1}`,
      );
    }
    return splitter.isFound;
  }

  function partsOf(element: string, position: string): [readonly StatementPart[], string] {
    const value = parseExactly(element);
    if (value === null) {
      return [[part.error('entry_invalid', 'The entry is not valid JSON and was skipped.', position)], ''];
    }
    const record = jsonRecord(value, position);
    return [read(record, currency), textOf(record, profile.fields.ownAccount)];
  }
}

/** Whether a file has entries at the path of the profile. One valid entry among the first ones is enough. */
export async function fitsJson(file: StatementFile, profile: JsonProfile, options: ReadOptions = {}): Promise<boolean> {
  const text = await openText(file, { chosen: options.encoding, signal: options.signal });
  const read = recordReader(profile);
  const isEntry = (element: string): boolean =>
    read(jsonRecord(parseExactly(element), ''), options.currency ?? 'EUR').some(({ kind }) => kind === 'entry');
  for (const path of pathsOf(profile)) if (await hasEntries(text, path, isEntry)) return true;
  return false;
}

async function hasEntries(
  text: StatementText,
  path: readonly string[],
  isEntry: (element: string) => boolean,
): Promise<boolean> {
  const splitter = createListSplitter(path);
  let tried = 0;
  for await (const piece of text.pieces()) {
    const elements = splitter.push(piece);
    if (elements.some(isEntry)) return true;
    tried += elements.length;
    if (tried >= CHECKED_ELEMENTS) return false;
  }
  return splitter.isFound && tried === 0;
}

/** Returns the paths of the lists of booked and pending entries. */
export function pathsOf(profile: JsonProfile): readonly (readonly string[])[] {
  const { pendingEntries } = profile;
  return [pathOf(profile), ...(pendingEntries === undefined ? [] : [pathOf({ entries: pendingEntries })])];
}

export function pathOf({ entries }: Pick<JsonProfile, 'entries'>): readonly string[] {
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
