/**
 * Common model that every reader converts a statement into.
 * Texts are trimmed and empty if missing, days are `YYYY-MM-DD`, and amounts are whole minor units of their currency.
 */

/** Account of a statement. Deduplication works per account: an entry is never stored twice for the same one. */
export interface StatementAccount {
  /** Upper case without spaces; empty if the bank uses its own numbers. */
  readonly iban: string;
  /** The bank's own account number, as written. Either this or the IBAN is set. */
  readonly number: string;
  /** National bank code. */
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
  /** Location in the file, for people: `line 12`, `entry 3, part 2`. */
  readonly position: string;
  readonly direction: 'credit' | 'debit';
  /** Never negative. */
  readonly amount: number;
  readonly currency: string;
  /** Amount before conversion into the account's currency; null if nothing was converted. */
  readonly original: { readonly amount: number; readonly currency: string; readonly rate: string } | null;
  readonly bookedOn: string;
  readonly valueOn: string;
  /** Pending entries may still change or disappear: they are stored and never matched. */
  readonly bookingStatus: 'booked' | 'pending';
  readonly counterparty: Counterparty;
  /** Czech and Slovak payments only: digits without leading zeros. Same for the two below. */
  readonly variableSymbol: string;
  readonly constantSymbol: string;
  readonly specificSymbol: string;
  /** The payer's ID of the payment; never `NOTPROVIDED`. */
  readonly endToEndId: string;
  /** RF (ISO 11649) or QRR (Switzerland) with a valid check digit, without spaces. */
  readonly creditorReference: string;
  /** The bank's ID of the movement. */
  readonly bankReference: string;
  /** Whether the bank uses that reference only once per account. Then it is the key of a transaction. */
  readonly isReferenceUnique: boolean;
  readonly remittance: string;
  /** The bank's transaction type code, such as `NTRF` or `PMNT/RCDT/ESCT`. */
  readonly typeCode: string;
  /** Whether it reverses an earlier movement. */
  readonly isReversal: boolean;
  /** Charges deducted by the bank, in minor units of `currency`; 0 for none. */
  readonly charges: number;
}

/** A problem with a file or one of its entries. */
export interface StatementProblem {
  /** An error has lost a movement, a warning has not. */
  readonly severity: 'error' | 'warning';
  /** Stable code without prefix: `amount_invalid`, `balance_differs`, `encoding_guessed`. */
  readonly code: string;
  /** Sentence for people: what is wrong and what was done about it. */
  readonly message: string;
  readonly position: string;
}

/**
 * Output of a reader, in file order. Each statement precedes its entries. `file` starts the next file of an archive, in
 * which equal entries are counted separately.
 */
export type StatementPart =
  | { readonly kind: 'statement'; readonly account: StatementAccount }
  | { readonly kind: 'entry'; readonly entry: StatementEntry }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'problem'; readonly problem: StatementProblem };
