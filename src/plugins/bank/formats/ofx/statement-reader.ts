import { isCurrencyCode } from '../amounts.js';
import { part } from '../part.js';
import { compactIban, isIban } from '../references/iban.js';
import type { StatementAccount, StatementPart } from '../statement.js';
import type { ReadOptions } from '../statement-format.js';
import { isEntry, isStatement, type OfxElement, type OfxEvent } from './elements.js';
import { type OfxTransaction, readTransaction } from './entry.js';

/**
 * Converts elements into parts. A statement is emitted before its first entry, or at its end.
 * @param options account and currency for files without them
 */
export function createStatementReader(options: ReadOptions): (event: OfxEvent) => readonly StatementPart[] {
  let statement: OfxElement | null = null;
  let account: OfxElement | null = null;
  let isAnnounced = false;
  let inner: Map<string, OfxElement> | null = null;

  function begin(element: OfxElement): void {
    if (isStatement(element)) {
      statement = element;
      account = null;
      isAnnounced = false;
    }
    if (isEntry(element)) inner = new Map();
  }

  function end(element: OfxElement): readonly StatementPart[] {
    if (isEntry(element)) {
      const transaction = { ...element, inner: inner ?? new Map() };
      inner = null;
      return statement === null ? [] : finishEntry(transaction);
    }
    if (inner !== null) inner.set(element.tag, element);
    else if (element.tag.endsWith('ACCTFROM')) account = element;
    if (element.tag === 'STATUS') return refused(element);
    if (!isStatement(element)) return [];
    const left = announce(currencyOf());
    statement = null;
    return left;
  }

  function finishEntry(transaction: OfxTransaction): readonly StatementPart[] {
    if (accountOf(account, options).number === '' && accountOf(account, options).iban === '') {
      const message = 'The statement has no account. Specify the account.';
      return [part.error('account_missing', message, `line ${transaction.line}`)];
    }
    const parts = readTransaction(transaction, currencyOf());
    const entry = parts.find((part) => part.kind === 'entry');
    return [...announce(currencyOf() || (entry?.entry.currency ?? '')), ...parts];
  }

  function currencyOf(): string {
    const written = (statement?.texts.get('CURDEF') ?? '').trim().toUpperCase();
    return isCurrencyCode(written) ? written : (options.currency ?? '');
  }

  function announce(currency: string): readonly StatementPart[] {
    const statedAccount = accountOf(account, options);
    if (isAnnounced || currency === '' || (statedAccount.number === '' && statedAccount.iban === '')) return [];
    isAnnounced = true;
    return [part.statement({ ...statedAccount, currency })];
  }

  return ({ kind, element }) => {
    if (kind === 'end') return end(element);
    begin(element);
    return [];
  };
}

/** Reads the account without its currency, which belongs to the statement. */
function accountOf(element: OfxElement | null, options: ReadOptions): StatementAccount {
  const number = element?.texts.get('ACCTID') || (options.account ?? '');
  const iban = isIban(number) ? compactIban(number) : '';
  const bankCode = element?.texts.get('BANKID') ?? element?.texts.get('BROKERID') ?? '';
  return { iban, number: iban === '' ? number : '', bankCode, bic: '', name: '', currency: '' };
}

/** Reports an error status that the bank sent instead of a statement. */
function refused(status: OfxElement): readonly StatementPart[] {
  if (status.texts.get('SEVERITY')?.toUpperCase() !== 'ERROR') return [];
  const statusText = `${status.texts.get('MESSAGE') ?? ''} (${status.texts.get('CODE') ?? ''})`.trim();
  const message = `The bank sent an error instead of a statement: ${statusText}`;
  return [part.warning('bank_error', message, `line ${status.line}`)];
}
