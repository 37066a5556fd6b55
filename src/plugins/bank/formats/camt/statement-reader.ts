import { isCurrencyCode } from '../amounts.js';
import { balanceProblem } from '../balance.js';
import { part } from '../part.js';
import { compactIban, isIban } from '../references/iban.js';
import type { StatementAccount, StatementEntry, StatementPart, StatementProblem } from '../statement.js';
import type { ReadOptions } from '../statement-format.js';
import { type CamtEvents, elementAt, LIMITS, textAt, type XmlElement } from './camt-elements.js';
import { type EntryFacts, readFacts, splitEntry, wholeEntry } from './entry.js';
import { type CamtTransaction, readTransaction } from './transaction.js';
import { dayOf, type Money, readDirection, readMoney } from './values.js';

/** `PRCD` is the closing balance of the previous day. */
const OPENING: ReadonlySet<string> = new Set(['OPBD', 'PRCD']);
const CLOSING = 'CLBD';

/** Sums up one statement. */
interface Balances {
  /**
   * Adds a balance.
   * @param element `Bal`
   */
  add(element: XmlElement): void;
  /** Notes that the statement has entries, readable or not. */
  find(): void;
  count(entry: StatementEntry): void;
  problem(position: string): StatementProblem | null;
}

/** The statement being read. */
interface OpenStatement {
  readonly position: string;
  account: StatementAccount | null;
  /** Currency of the account, a balance or the first entry, whichever occurs first. */
  currency: string;
  day: string;
  announced: StatementAccount | null;
  readonly balances: Balances;
}

/** Transactions of the entry being read. */
interface OpenBatch {
  transactions: CamtTransaction[];
  count: number;
  size: number;
  isCut: boolean;
}

export interface CamtStatements extends CamtEvents {
  /** Returns the parts read since the last call. */
  take(): readonly StatementPart[];
  /** Number of statements so far. */
  count(): number;
}

/** Converts camt elements into the parts that all readers yield. */
export function createCamtStatements(options: ReadOptions): CamtStatements {
  const reversalSign = options.reversalSign ?? 'iso';
  let ready: StatementPart[] = [];
  let statements = 0;
  let entries = 0;
  let hasFlaw = false;
  let statement = newStatement();
  let batch = newBatch();

  function newStatement(): OpenStatement {
    const position = `statement ${statements}`;
    return { position, account: null, currency: '', day: '', announced: null, balances: createBalances() };
  }

  /** Returns the account of the statement, possibly without a currency; null if it is unknown. */
  function accountOf(): StatementAccount | null {
    const account = statement.account ?? namedAccount(options.account ?? '');
    const currency = account?.currency || statement.currency || (options.currency ?? '');
    return account === null ? null : { ...account, currency };
  }

  /**
   * Emits the statement before its first entry.
   * @returns null, after emitting a problem, if the account or its currency is unknown
   */
  function announce(position: string): StatementAccount | null {
    if (statement.announced !== null) return statement.announced;
    const account = accountOf();
    if (account !== null && account.currency !== '') {
      ready.push(part.statement(account));
      statement.announced = account;
      return account;
    }
    if (account !== null) {
      const message = 'The entry has no currency and was skipped. Specify the currency of the account.';
      ready.push(part.error('currency_missing', message, position));
    } else {
      const message = 'The statement has no account, so this entry was skipped. Specify the account.';
      ready.push(part.error('account_missing', message, position));
    }
    return null;
  }

  function noteCurrency(element: XmlElement): void {
    if (statement.currency !== '') return;
    const currency = elementAt(element, 'Amt')?.currency.trim().toUpperCase() ?? '';
    if (isCurrencyCode(currency)) statement.currency = currency;
  }

  function entry(element: XmlElement, isCut: boolean): void {
    entries += 1;
    statement.balances.find();
    const position = `entry ${entries}`;
    const transactions = batch;
    batch = newBatch();
    noteCurrency(element);
    const account = announce(position);
    if (account === null) return;
    if (isCut) {
      const message = 'The entry is too large and was skipped. Contact the bank.';
      ready.push(part.error('entry_invalid', message, position));
      return;
    }
    const { currency } = account;
    const facts = readFacts(element, { position, currency, statementDay: statement.day, reversalSign });
    if ('code' in facts) ready.push(part.error(facts.code, facts.message, position));
    else announceEntries(facts, transactions, account.iban || account.number);
  }

  function announceEntries(facts: EntryFacts, { transactions, isCut }: OpenBatch, own: string): void {
    const { position } = facts;
    if (facts.isDayMissing) {
      const message = `The entry has no date. It was imported with the date of its statement, ${facts.bookedOn}.`;
      ready.push(part.warning('date_missing', message, position));
    }
    const split = isCut ? null : splitEntry(facts, transactions, { own, reversalSign });
    if (split === null) {
      const message =
        "The amounts of this entry's payments are missing, or there are too many, so it was imported as one transaction.";
      ready.push(part.warning('batch_not_split', message, position));
    }
    for (const one of split ?? [wholeEntry(facts)]) {
      statement.balances.count(one);
      ready.push(part.entry(one));
    }
  }

  return {
    statement() {
      statements += 1;
      statement = newStatement();
    },
    record(element, isCut) {
      if (element.name === 'Ntry') return entry(element, isCut);
      if (isCut) return;
      if (element.name === 'CreDtTm') statement.day = dayOf(element.text);
      if (element.name === 'Acct') statement.account = readAccount(element);
      if (element.name === 'Bal') {
        statement.balances.add(element);
        noteCurrency(element);
      }
    },
    transaction(element, isCut) {
      batch.count += 1;
      batch.isCut ||= isCut || batch.count > LIMITS.transactions || batch.size > LIMITS.batch;
      if (batch.isCut) {
        batch.transactions = [];
        return;
      }
      const read = readTransaction(element);
      batch.size += sizeOf(read);
      batch.transactions.push(read);
    },
    endOfStatement() {
      // Statements without entries are emitted too if account and currency are known.
      const account = accountOf();
      if (statement.announced === null && account !== null && account.currency !== '')
        ready.push(part.statement(account));
      const problem = statement.balances.problem(statement.position);
      if (problem !== null) ready.push({ kind: 'problem', problem });
    },
    flaw(line) {
      if (hasFlaw) return;
      hasFlaw = true;
      const message = 'The file has characters that XML forbids. They were imported unchanged here and below.';
      ready.push(part.warning('xml_invalid', message, `line ${line}`));
    },
    take() {
      const entries = ready;
      ready = [];
      return entries;
    },
    count: () => statements,
  };
}

function newBatch(): OpenBatch {
  return { transactions: [], count: 0, size: 0, isCut: false };
}

function sizeOf({ remittance, debtor, creditor }: CamtTransaction): number {
  return LIMITS.element + remittance.length + debtor.name.length + creditor.name.length;
}

/** Creates the balances of a statement. Pending entries are not counted, and several currencies are not compared. */
function createBalances(): Balances {
  let opening: Money | null = null;
  let closing: Money | null = null;
  let movements = 0;
  let hasEntries = false;
  const currencies = new Set<string>();

  return {
    add(element) {
      const code = textAt(element, 'Tp', 'CdOrPrtry', 'Cd') || textAt(element, 'Tp', 'Cd');
      const money = readMoney(elementAt(element, 'Amt'));
      if (money === null) return;
      const balance = readDirection(element) === 'debit' ? { ...money, amount: -money.amount } : money;
      if (OPENING.has(code)) opening ??= balance;
      if (code === CLOSING) closing = balance;
    },
    find() {
      hasEntries = true;
    },
    count({ bookingStatus, direction, amount, currency }) {
      if (bookingStatus !== 'booked') return;
      movements += direction === 'credit' ? amount : -amount;
      currencies.add(currency);
    },
    problem(position) {
      if (opening === null || closing === null) return null;
      const { currency } = opening;
      const all = new Set([...currencies, currency, closing.currency]);
      if (all.size > 1) return null;
      return balanceProblem({
        opening: opening.amount,
        closing: closing.amount,
        movements,
        hasEntries,
        currency,
        position,
      });
    },
  };
}

/**
 * Reads the account of the statement (`Acct`).
 * @returns null if there is none; the currency is empty if it is not given
 */
function readAccount(element: XmlElement): StatementAccount | null {
  const account = textAt(element, 'Id', 'IBAN');
  const other =
    textAt(element, 'Id', 'Othr', 'Id') || textAt(element, 'Id', 'BBAN') || textAt(element, 'Id', 'PrtryAcct', 'Id');
  const iban = compactIban(account || (isIban(other) ? other : ''));
  if (iban === '' && other === '') return null;
  const currency = textAt(element, 'Ccy').toUpperCase();
  return {
    iban,
    number: iban === '' ? other : '',
    bankCode: textAt(element, 'Svcr', 'FinInstnId', 'ClrSysMmbId', 'MmbId'),
    bic: textAt(element, 'Svcr', 'FinInstnId', 'BICFI') || textAt(element, 'Svcr', 'FinInstnId', 'BIC'),
    name: textAt(element, 'Nm') || textAt(element, 'Ownr', 'Nm'),
    currency: isCurrencyCode(currency) ? currency : '',
  };
}

/** Parses the account that the user named for statements that do not include one. */
function namedAccount(text: string): StatementAccount | null {
  const named = text.trim();
  if (named === '') return null;
  const iban = isIban(named) ? compactIban(named) : '';
  return { iban, number: iban === '' ? named : '', bankCode: '', bic: '', name: '', currency: '' };
}
