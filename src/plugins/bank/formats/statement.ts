/**
 * What every reader makes of a statement, whatever the bank wrote it in. Texts are trimmed and empty where the file says
 * nothing, days are `YYYY-MM-DD`, and amounts are whole minor units of their currency.
 */

/** Whose statement it is. Entries are of one account, and two entries of one account are never stored twice. */
export interface StatementAccount {
  /** Upper case without spaces; empty where the bank uses numbers of its own. */
  readonly iban: string;
  /** The bank's own number of it, as written. One of the two is always there. */
  readonly number: string;
  /** Code of the bank in its country. */
  readonly bankCode: string;
  readonly bic: string;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
}

export interface Counterparty {
  readonly name: string;
  readonly iban: string;
  readonly account: string;
  readonly bankCode: string;
  readonly bic: string;
}

/** One movement of money. */
export interface StatementEntry {
  /** Where the file says it, for people who look there: `line 12`, `entry 3, part 2`. */
  readonly position: string;
  readonly direction: 'credit' | 'debit';
  /** Never negative. */
  readonly amount: number;
  readonly currency: string;
  /** What was paid before it was changed into the account's currency; null where nothing was. */
  readonly original: { readonly amount: number; readonly currency: string; readonly rate: string } | null;
  readonly bookedOn: string;
  readonly valueOn: string;
  /** Pending ones may still change or go: they are stored, and never matched. */
  readonly bookingStatus: 'booked' | 'pending';
  readonly counterparty: Counterparty;
  /** Of Czech and Slovak payments, digits without leading zeros; so are the two below. */
  readonly variableSymbol: string;
  readonly constantSymbol: string;
  readonly specificSymbol: string;
  /** What the payer called the payment; never `NOTPROVIDED`. */
  readonly endToEndId: string;
  /** RF (ISO 11649) or QRR of Switzerland, with a right check digit, without spaces. */
  readonly creditorReference: string;
  /** What the bank calls the movement. */
  readonly bankReference: string;
  /** Whether the bank gives that reference to nothing else of the account: bank.md B3, tier 1 of the key. */
  readonly isReferenceUnique: boolean;
  readonly remittance: string;
  /** The bank's code of the kind of movement, such as `NTRF` or `PMNT/RCDT/ESCT`. */
  readonly typeCode: string;
  /** Whether it takes an earlier movement back. */
  readonly isReversal: boolean;
  /** What the bank kept of it, in minor units of `currency`; 0 for nothing. */
  readonly charges: number;
}

/** What is wrong with a file, or with a piece of it. */
export interface StatementProblem {
  /** An error has lost a movement, a warning has not. */
  readonly severity: 'error' | 'warning';
  /** Stable, without prefix: `amount_invalid`, `balance_differs`, `encoding_guessed`. */
  readonly code: string;
  /** A sentence for people: what is wrong, and what was done. */
  readonly message: string;
  readonly position: string;
}

/** What a reader says, in the order of the file. Each statement comes before its entries. */
export type StatementPart =
  | { readonly kind: 'statement'; readonly account: StatementAccount }
  | { readonly kind: 'entry'; readonly entry: StatementEntry }
  | { readonly kind: 'problem'; readonly problem: StatementProblem };
