import { isCurrencyCode } from '../amounts.js';
import { balanceProblem } from '../balance.js';
import { part } from '../part.js';
import { compactIban, isIban } from '../references/iban.js';
import type { StatementAccount, StatementPart } from '../statement.js';
import type { ReadOptions } from '../statement-format.js';
import { readEntry, readMt940Amount } from './entry.js';
import type { Mt940Field } from './fields.js';
import { readBalance } from './statement-line.js';

const BIC = /^[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?$/;

/** Converts fields into parts, one after the other. */
export interface Mt940StatementReader {
  push(field: Mt940Field): readonly StatementPart[];
  end(): readonly StatementPart[];
}

/** The message being read. */
interface Message {
  account: StatementAccount | null;
  currency: string;
  isInterim: boolean;
  isAnnounced: boolean;
  opening: number | null;
  movements: number;
  hasEntries: boolean;
}

const newMessage = (): Message => ({
  account: null,
  currency: '',
  isInterim: false,
  isAnnounced: false,
  opening: null,
  movements: 0,
  hasEntries: false,
});

/**
 * Reads the fields of MT940 and MT942 in any order.
 * An entry is complete when a field follows that does not belong to it. Pages of a long statement are separate
 * messages, each with its own balances.
 * @param options account and currency for messages without them
 */
export function createStatementReader(options: ReadOptions): Mt940StatementReader {
  let message = newMessage();
  let entry: { field: Mt940Field; information: Mt940Field[] } | null = null;

  function handle(field: Mt940Field): readonly StatementPart[] {
    switch (field.tag) {
      case '20':
      case '940':
        return restart();
      case '25':
      case '25P': {
        // Some banks write several accounts after one reference.
        const before = message.account === null ? [] : restart();
        message.account = readAccount(field.lines[0] ?? '');
        return before;
      }
      case '34F':
        message.isInterim = true;
        message.currency ||= /^[A-Z]{3}/.exec(field.lines[0] ?? '')?.[0] ?? '';
        return [];
      case '60F':
      case '60M':
        return open(field);
      case '61':
        entry = { field, information: [] };
        return [];
      case '62F':
      case '62M':
        return close(field);
      default:
        return [];
    }
  }

  function restart(): readonly StatementPart[] {
    const left = message.account !== null && currencyOf() !== '' ? announce() : [];
    message = newMessage();
    return left;
  }

  function open(field: Mt940Field): readonly StatementPart[] {
    const balance = readBalance(field.lines[0] ?? '');
    if (balance === null) return [];
    message.currency = balance.currency || message.currency;
    message.opening = signed(balance);
    message.movements = 0;
    message.hasEntries = false;
    return [];
  }

  function close(field: Mt940Field): readonly StatementPart[] {
    const balance = readBalance(field.lines[0] ?? '');
    if (balance === null) return [];
    message.currency ||= balance.currency;
    const { opening, movements, hasEntries } = message;
    const position = `line ${field.line}`;
    const sums = { opening, closing: signed(balance), movements, hasEntries, currency: currencyOf(), position };
    const problem = currencyOf() === '' ? null : balanceProblem(sums);
    // Entries after the closing balance belong to no balance.
    message.opening = null;
    return problem === null ? [] : [{ kind: 'problem', problem }];
  }

  function currencyOf(): string {
    return message.currency || message.account?.currency || (options.currency ?? '');
  }

  function signed({ isDebit, amount }: { isDebit: boolean; amount: string }): number | null {
    const minor = currencyOf() === '' ? null : readMt940Amount(amount, currencyOf());
    return minor === null || !isDebit ? minor : -minor;
  }

  /** Returns the statement if it was not emitted yet. */
  function announce(): readonly StatementPart[] {
    if (message.isAnnounced) return [];
    message.isAnnounced = true;
    const account = message.account ?? readAccount(options.account ?? '');
    return [part.statement({ ...account, currency: currencyOf() })];
  }

  function finishEntry(): readonly StatementPart[] {
    if (entry === null) return [];
    const { field, information } = entry;
    entry = null;
    message.hasEntries = true;
    const missing = whatIsMissing();
    if (missing !== null) return [part.error(missing.code, missing.message, `line ${field.line}`)];
    const read = readEntry(field, information, { currency: currencyOf(), isInterim: message.isInterim });
    for (const one of read) if (one.kind === 'entry') message.movements += signedAmount(one.entry);
    return [...announce(), ...read];
  }

  function whatIsMissing(): { code: string; message: string } | null {
    if (message.account === null && (options.account ?? '') === '') {
      return { code: 'account_missing', message: 'The statement has no account. Specify the account.' };
    }
    if (currencyOf() !== '') return null;
    return { code: 'currency_missing', message: 'The statement has no currency. Specify the currency.' };
  }

  return {
    push(field) {
      if (entry !== null && (field.tag === '86' || field.tag === 'NS')) {
        entry.information.push(field);
        return [];
      }
      return [...finishEntry(), ...handle(field)];
    },
    end: () => [...finishEntry(), ...restart()],
  };
}

function signedAmount({ direction, amount }: { direction: 'credit' | 'debit'; amount: number }): number {
  return direction === 'credit' ? amount : -amount;
}

/**
 * Reads field 25: an IBAN, bank and number separated by a slash, or a number.
 * The currency may follow after a slash, a blank or nothing.
 * @returns an account whose currency is empty if the field has none
 */
export function readAccount(text: string): StatementAccount {
  const compact = text.trim();
  const slashed = /^(.*)\/\s*([A-Z]{3})$/.exec(compact);
  const [, spaced = compact, after = ''] = slashed ?? /^(.*\d)\s*([A-Z]{3})$/.exec(compact) ?? [];
  const currency = isCurrencyCode(after) ? after : '';
  const written = currency === '' ? compact : spaced;
  const slash = written.indexOf('/');
  const bank = slash < 0 ? '' : written.slice(0, slash).trim();
  const own = written.slice(slash + 1).trim();
  const iban = isIban(own) ? compactIban(own) : '';
  return {
    iban,
    number: iban === '' ? own : '',
    bankCode: BIC.test(bank) ? '' : bank,
    bic: BIC.test(bank) ? bank : '',
    name: '',
    currency,
  };
}
