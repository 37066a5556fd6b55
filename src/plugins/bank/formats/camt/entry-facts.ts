import type { StatementEntry } from '../statement.js';
import { type CamtAmounts, readAmounts } from './amounts.js';
import { readCharges } from './charges.js';
import { isReversal, readDirection, readStatus, readTypeCode } from './codes.js';
import { dayAt } from './day.js';
import { type Money, readMoney } from './money.js';
import { elementAt, textAt, type XmlElement } from './xml-element.js';

/**
 * Meaning of `CdtDbtInd` in a reversal. In ISO 20022 it is the direction of the reversal itself.
 * With `invert` the bank repeats the direction of the original entry instead.
 */
export type ReversalSign = 'invert' | 'iso';

/** Values of an entry (`Ntry`) that apply to all of its parts. */
export interface EntryFacts extends CamtAmounts {
  /** For example `entry 3`. */
  readonly position: string;
  readonly direction: StatementEntry['direction'];
  readonly amount: number;
  readonly currency: string;
  readonly bookedOn: string;
  readonly valueOn: string;
  /** Whether the entry has no day and was given that of the statement. */
  readonly isDayMissing: boolean;
  readonly bookingStatus: StatementEntry['bookingStatus'];
  readonly isReversal: boolean;
  readonly reference: string;
  readonly typeCode: string;
  readonly charges: readonly Money[];
  readonly note: string;
}

/** Reason an entry cannot be read. */
export interface EntryFlaw {
  readonly code: string;
  readonly message: string;
}

export interface EntryContext {
  readonly position: string;
  /** Currency of the account, for entries without one. */
  readonly currency: string;
  /** Creation day of the statement; empty if missing. */
  readonly statementDay: string;
  readonly reversalSign: ReversalSign;
}

/** Maximum characters of the file quoted in a message. */
const SHOWN = 40;

export function readFacts(entry: XmlElement, context: EntryContext): EntryFacts | EntryFlaw {
  const money = readMoney(elementAt(entry, 'Amt'), context.currency);
  if (money === null) {
    const written = textAt(entry, 'Amt').slice(0, SHOWN);
    const message = `"${written}" is not an amount with a currency, so this entry was skipped. Contact the bank.`;
    return { code: 'amount_invalid', message };
  }
  const written = readDirection(entry);
  if (written === null) {
    const message = 'The entry is neither a credit nor a debit and was skipped. Contact the bank.';
    return { code: 'direction_missing', message };
  }
  const day = dayAt(entry, 'BookgDt') || dayAt(entry, 'ValDt');
  const bookedOn = day || context.statementDay;
  if (bookedOn === '') {
    const message = 'Neither this entry nor its statement has a date, so it was skipped. Contact the bank.';
    return { code: 'date_missing', message };
  }
  const isTakenBack = isReversal(entry);
  const { amounts, rate } = readAmounts(entry, money);
  return {
    amounts,
    rate,
    position: context.position,
    direction: isTakenBack && context.reversalSign === 'invert' ? opposite(written) : written,
    amount: money.amount,
    currency: money.currency,
    bookedOn,
    valueOn: dayAt(entry, 'ValDt') || bookedOn,
    isDayMissing: day === '',
    bookingStatus: readStatus(entry),
    isReversal: isTakenBack,
    reference: textAt(entry, 'AcctSvcrRef'),
    typeCode: readTypeCode(entry),
    charges: readCharges(entry),
    note: textAt(entry, 'AddtlNtryInf'),
  };
}

export function opposite(direction: StatementEntry['direction']): StatementEntry['direction'] {
  return direction === 'credit' ? 'debit' : 'credit';
}
