import { isCurrencyCode } from '../amounts.js';
import { part as made } from '../part.js';
import type { StatementAccount, StatementPart } from '../statement.js';
import type { ReadOptions } from '../statement-format.js';
import { namedAccount, readAccount } from './account.js';
import { createBalances } from './balances.js';
import type { CamtEvents } from './camt-elements.js';
import { dayOf } from './day.js';
import { type EntryFacts, readFacts } from './entry-facts.js';
import { LIMITS } from './limits.js';
import { type CamtPart, readPart } from './part.js';
import { splitEntry, wholeEntry } from './split-entry.js';
import { elementAt, type XmlElement } from './xml-element.js';

/** The statement being read. */
interface OpenStatement {
  readonly position: string;
  account: StatementAccount | null;
  /** Currency of the account, a balance or the first entry, whichever occurs first. */
  currency: string;
  day: string;
  announced: StatementAccount | null;
  readonly balances: ReturnType<typeof createBalances>;
}

/** Parts of the entry being read. */
interface OpenBatch {
  parts: CamtPart[];
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
      ready.push(made.statement(account));
      statement.announced = account;
      return account;
    }
    if (account !== null) {
      const message = 'The entry has no currency and was skipped. Specify the currency of the account.';
      ready.push(made.error('currency_missing', message, position));
    } else {
      const message = 'The statement has no account, so this entry was skipped. Specify the account.';
      ready.push(made.error('account_missing', message, position));
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
    const position = `entry ${entries}`;
    const parts = batch;
    batch = newBatch();
    noteCurrency(element);
    const account = announce(position);
    if (account === null) return;
    if (isCut) {
      const message = 'The entry is too large and was skipped. Contact the bank.';
      ready.push(made.error('entry_invalid', message, position));
      return;
    }
    const { currency } = account;
    const facts = readFacts(element, { position, currency, statementDay: statement.day, reversalSign });
    if ('code' in facts) ready.push(made.error(facts.code, facts.message, position));
    else announceEntries(facts, parts, account.iban || account.number);
  }

  function announceEntries(facts: EntryFacts, { parts, isCut }: OpenBatch, own: string): void {
    const { position } = facts;
    if (facts.isDayMissing) {
      const message = `The entry has no date. It was imported with the date of its statement, ${facts.bookedOn}.`;
      ready.push(made.warning('date_missing', message, position));
    }
    const split = isCut ? null : splitEntry(facts, parts, { own, reversalSign });
    if (split === null) {
      const message =
        "The amounts of this entry's payments are missing, or there are too many, so it was imported as one transaction.";
      ready.push(made.warning('batch_not_split', message, position));
    }
    for (const one of split ?? [wholeEntry(facts)]) {
      statement.balances.count(one);
      ready.push(made.entry(one));
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
    part(element, isCut) {
      batch.count += 1;
      batch.isCut ||= isCut || batch.count > LIMITS.parts || batch.size > LIMITS.batch;
      if (batch.isCut) {
        batch.parts = [];
        return;
      }
      const read = readPart(element);
      batch.size += sizeOf(read);
      batch.parts.push(read);
    },
    endOfStatement() {
      // Statements without entries are emitted too if account and currency are known.
      const account = accountOf();
      if (statement.announced === null && account !== null && account.currency !== '')
        ready.push(made.statement(account));
      const problem = statement.balances.problem(statement.position);
      if (problem !== null) ready.push({ kind: 'problem', problem });
    },
    flaw(line) {
      if (hasFlaw) return;
      hasFlaw = true;
      const message = 'The file has characters that XML forbids. They were imported unchanged here and below.';
      ready.push(made.warning('xml_invalid', message, `line ${line}`));
    },
    take() {
      const taken = ready;
      ready = [];
      return taken;
    },
    count: () => statements,
  };
}

function newBatch(): OpenBatch {
  return { parts: [], count: 0, size: 0, isCut: false };
}

function sizeOf({ remittance, debtor, creditor }: CamtPart): number {
  return LIMITS.element + remittance.length + debtor.name.length + creditor.name.length;
}
