import type { HostError } from '../../../../index.js';
import { invalidParam } from '../../transactions/errors.js';
import { amountFault, readFreeAmount } from '../amounts.js';
import { createAnnouncer } from '../announcer.js';
import { singleSpaced } from '../counterparty.js';
import { linesOf } from '../encoding/lines.js';
import { openText, type StatementText } from '../encoding/statement-text.js';
import { NO_COUNTERPARTY, newEntry } from '../new-entry.js';
import { part } from '../part.js';
import { findCreditorReference } from '../references/creditor-reference.js';
import { findSymbols } from '../references/symbols.js';
import type { StatementPart } from '../statement.js';
import type { StatementFormat } from '../statement-format.js';
import { type DayOrder, dayOrderOf, readQifDay } from './qif-day.js';

/** Types of accounts whose records are movements of money (Quicken Interchange Format). */
const MOVEMENTS = /^!Type:(?:Bank|Cash|CCard|Oth [AL])\s*$/i;
const START = /^\s*(?:!(?:Option|Clear):\w+\s+)*!(?:Type:|Account\b)/i;
/** Maximum lines of a record; the rest is ignored. */
const MAX_LINES = 500;

/** Fields of a record by their letter; the first line of each counts. */
interface QifRecord {
  readonly fields: Map<string, string>;
  /** Line of the file, from 1. */
  readonly line: number;
}

/**
 * QIF of Quicken and many banks. Its records have no account, currency or order of days: the first two are given by the
 * user, and the days of the whole file tell whether the month or the day is first.
 */
export const qif: StatementFormat = {
  name: 'qif',

  recognise(head, fileName) {
    if (START.test(head)) return 1;
    return /\.qif$/i.test(fileName) && /^[!DTUPMNLCASE$^]/m.test(head) ? 0.5 : 0;
  },

  async *read(file, options = {}) {
    const text = await openText(file, { chosen: options.encoding, signal: options.signal });
    const order = options.dayOrder ?? (await orderIn(text));
    if (order === null) throw unclearDays();
    for (const problem of text.problems) yield { kind: 'problem', problem };
    const currency = options.currency ?? '';
    if (currency === '') throw invalidParam('currency', 'The file has no currency. Specify the currency.');
    const announcer = createAnnouncer({ account: options.account ?? '', currency });
    let named = '';
    let skipped = 0;
    for await (const { kind, record } of recordsOf(text)) {
      if (kind === 'account') named = record.fields.get('N') ?? named;
      else if (kind === 'other') skipped += 1;
      else
        for (const one of announcer.introduce(readRecord(record, currency, order), options.account ? '' : named))
          yield one;
    }
    if (skipped === 0) return;
    const message = `${skipped} records of lists and investments were skipped. Only movements of bank accounts are imported.`;
    yield part.warning('records_skipped', message, '');
  },
};

type Kind = 'account' | 'movement' | 'other';

/** Yields the records of a file with the type of their list. */
async function* recordsOf(
  text: StatementText,
): AsyncGenerator<{ readonly kind: Kind; readonly record: QifRecord }, void> {
  let kind: Kind = 'movement';
  let record: QifRecord = { fields: new Map(), line: 1 };
  let number = 0;
  for await (const lines of linesOf(text.pieces())) {
    for (const line of lines) {
      number += 1;
      if (line.startsWith('!')) {
        if (/^!(?:Option|Clear):/i.test(line)) continue;
        kind = /^!Account\b/i.test(line) ? 'account' : MOVEMENTS.test(line) ? 'movement' : 'other';
      } else if (line.startsWith('^')) {
        if (record.fields.size > 0) yield { kind, record };
        record = { fields: new Map(), line: number + 1 };
      } else if (line.trim() !== '' && record.fields.size < MAX_LINES) {
        const letter = line.charAt(0).toUpperCase();
        if (record.fields.size === 0) record = { fields: new Map(), line: number };
        if (!record.fields.has(letter)) record.fields.set(letter, line.slice(1).trim());
      }
    }
  }
  // The last record may lack its end.
  if (record.fields.size > 0) yield { kind, record };
}

async function orderIn(text: StatementText): Promise<DayOrder | null> {
  const days = new Set<string>();
  for await (const { kind, record } of recordsOf(text)) {
    const day = record.fields.get('D');
    if (kind === 'movement' && day !== undefined) days.add(day);
  }
  return dayOrderOf([...days]);
}

function readRecord({ fields, line }: QifRecord, currency: string, order: DayOrder): readonly StatementPart[] {
  const position = `line ${line}`;
  const fieldText = (letter: string): string => singleSpaced(fields.get(letter) ?? '');
  const written = fieldText('T') || fieldText('U');
  if (written === '') return [part.error('amount_missing', 'The entry has no amount and was skipped.', position)];
  const amount = readFreeAmount(written, currency);
  if (amount === null) {
    const { code, message } = amountFault(written, currency);
    return [part.error(code, message, position)];
  }
  const day = readQifDay(fieldText('D'), order);
  if (day === null) {
    const code = fieldText('D') === '' ? 'date_missing' : 'date_invalid';
    const message = `"${fieldText('D').slice(0, 64)}" is not a date. The entry was skipped.`;
    return [part.error(code, message, position)];
  }
  const name = fieldText('P');
  const remittance = fieldText('M') || name;
  const entry = newEntry({
    position,
    direction: amount < 0 ? 'debit' : 'credit',
    amount: Math.abs(amount),
    currency,
    bookedOn: day.day,
    counterparty: { ...NO_COUNTERPARTY, name },
    ...findSymbols(remittance, name),
    creditorReference: findCreditorReference(remittance, name),
    bankReference: fieldText('N'),
    remittance,
    typeCode: fieldText('L').slice(0, 64),
  });
  if (!day.isCorrected) return [part.entry(entry)];
  const message = `"${fieldText('D')}" has a day that its month does not have. The last day of the month was used.`;
  return [part.warning('date_corrected', message, position), part.entry(entry)];
}

function unclearDays(): HostError {
  return invalidParam(
    'day_order',
    'The days of the file are ambiguous: 03/04 may be in March or in April. Specify whether the day or the month is first.',
  );
}
