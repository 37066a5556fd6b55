/**
 * Profiles describe which column of a CSV file, or which field of JSON, holds which value.
 * They are plain data, so that a site can store its own as JSON.
 */

/**
 * Fields of an entry, and its account.
 * `fee` is deducted in addition to the amount, `bookedFee` is a signed movement of its own. `charges` and
 * `returnedAmount`, of a returned payment, are parts of the amount.
 * The payer is the counterparty of a credit, the payee that of a debit; `name` and `account` are used for both.
 */
export const PROFILE_FIELDS = [
  'bookedOn',
  'valueOn',
  'amount',
  'credit',
  'debit',
  'direction',
  'fee',
  'bookedFee',
  'charges',
  'returnedAmount',
  'currency',
  'status',
  'name',
  'payerName',
  'payeeName',
  'account',
  'payerAccount',
  'payeeAccount',
  'bank',
  'bic',
  'variableSymbol',
  'constantSymbol',
  'specificSymbol',
  'endToEndId',
  'creditorReference',
  'reference',
  'remittance',
  'typeCode',
  'originalAmount',
  'originalCurrency',
  'rate',
  'ownAccount',
] as const;
export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Fields of a JSON statement. Its balances are checked against the entries. */
export const STATEMENT_FIELDS = ['ownAccount', 'bank', 'currency', 'opening', 'closing'] as const;

/**
 * Location of a field: a column name, a column number from 1, or a JSON path such as `amount.value`.
 * In a list, the first non-empty one wins; remittances are joined.
 */
export type FieldSource = string | number | readonly (string | number)[];

/** Matches entries in which a field equals one of the words, ignoring case. The word `*` matches any text. */
export interface FieldWords {
  readonly field: FieldSource;
  readonly words: readonly string[];
}

/** Settings common to CSV and JSON profiles. */
export interface EntryProfile {
  /** Lower-case letters, digits and hyphens. */
  readonly name: string;
  /** Label for people: the bank and the origin of its files. */
  readonly label: string;
  readonly fields: Readonly<Partial<Record<ProfileField, FieldSource>>>;
  /**
   * Date patterns such as `DD.MM.YYYY`, made of `YYYY`, `YY`, `MM`, `DD` and `MMM` (English names).
   * `*` at the end allows any suffix. The first pattern that matches wins.
   */
  readonly dates: readonly string[];
  /** Decimal separator. The other one, blanks and apostrophes may separate thousands. */
  readonly decimal: '.' | ',';
  /** Values of `direction`, ignoring case. The sign of the amount is ignored in that case. */
  readonly directions?: { readonly credit: readonly string[]; readonly debit: readonly string[] };
  /** Whether expenses are positive, as on some card statements. */
  readonly isInverted?: boolean;
  /** Values of `status` for entries that are not booked yet. */
  readonly pending?: readonly string[];
  /** Entries that reverse an earlier one. */
  readonly reversals?: readonly FieldWords[];
  /** Lines that are not entries, such as balances and declined payments. */
  readonly passedOver?: readonly FieldWords[];
  /** Currency of all entries without one. ISO 4217. */
  readonly currency?: string;
  /** Whether the bank uses a `reference` only once per account, so that it identifies the entry. */
  readonly isReferenceUnique?: boolean;
}

export interface CsvProfile extends EntryProfile {
  readonly kind: 'csv';
  /** Name of the encoding in TextDecoder, for files that do not declare one and are not UTF-8. */
  readonly encoding?: string;
  /** Default: the delimiter with which the header row fits. */
  readonly delimiter?: string;
  /** Column names that identify a file, in any order and case; empty for files without a header row. */
  readonly header: readonly string[];
  /** Number of columns, for files without a header row. */
  readonly columns?: number;
  /** Labels above the header row. The value is in the next cell, or after a colon. */
  readonly preamble?: { readonly ownAccount?: string; readonly currency?: string };
}

export interface JsonProfile extends EntryProfile {
  readonly kind: 'json';
  /** Path of the list of entries, such as `data.transactions`; empty if the file is the list. */
  readonly entries: string;
  /** Path of a second list with pending entries. */
  readonly pendingEntries?: string;
  /** Paths from the top of the file. */
  readonly statement?: Readonly<Partial<Record<(typeof STATEMENT_FIELDS)[number], FieldSource>>>;
}

export type Profile = CsvProfile | JsonProfile;
