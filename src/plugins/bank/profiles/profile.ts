/**
 * How the columns of a CSV file, or the fields of JSON, are read: what a bank's files say in which place. It is plain
 * data, so that a site keeps its own ones as JSON.
 */

/** What may be said of an entry, and of whose it is. */
export const PROFILE_FIELDS = [
  'bookedOn',
  'valueOn',
  'amount',
  'credit',
  'debit',
  'direction',
  'fee',
  'currency',
  'status',
  'name',
  'account',
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

/** What JSON says of the statement. Balances are checked against the entries between them. */
export const STATEMENT_FIELDS = ['ownAccount', 'bank', 'currency', 'opening', 'closing'] as const;

/**
 * Where it stands: the name of a column, its number from 1, or a path in JSON such as `amount.value`. Of several the
 * first that is not empty counts; those of the remittance are put together.
 */
export type FieldSource = string | number | readonly (string | number)[];

/** Entries of which a field says one of these words, in whichever case. */
export interface FieldWords {
  readonly field: FieldSource;
  readonly words: readonly string[];
}

/** What profiles of both kinds say. */
export interface EntryProfile {
  /** Lower case letters, digits and hyphens. */
  readonly name: string;
  /** For people: the bank, and where its files come from. */
  readonly label: string;
  readonly fields: Readonly<Partial<Record<ProfileField, FieldSource>>>;
  /**
   * How days are written, `DD.MM.YYYY` and the like: `YYYY`, `YY`, `MM`, `DD`, `MMM` for English names; `*` at the end for
   * anything after it. Of several the first that fits counts.
   */
  readonly dates: readonly string[];
  /** What separates decimals; the other one may separate thousands, as blanks and apostrophes may. */
  readonly decimal: '.' | ',';
  /** What `direction` says, in whichever case: amounts have no sign then. */
  readonly directions?: { readonly credit: readonly string[]; readonly debit: readonly string[] };
  /** Whether what was spent is above zero: of some cards. */
  readonly isInverted?: boolean;
  /** What `status` says of entries that are not booked yet. */
  readonly pending?: readonly string[];
  /** Entries that take an earlier one back. */
  readonly reversals?: readonly FieldWords[];
  /** Lines that are no entries: balances, what was declined. */
  readonly passedOver?: readonly FieldWords[];
  /** Of all entries, where no field says it. ISO 4217. */
  readonly currency?: string;
  /** Whether the bank gives a `reference` to nothing else of the account: entries are known by it then. */
  readonly isReferenceUnique?: boolean;
}

export interface CsvProfile extends EntryProfile {
  readonly kind: 'csv';
  /** As TextDecoder names it, for files that do not say it themselves and are not UTF-8. */
  readonly encoding?: string;
  /** Found by the line of names without it. */
  readonly delimiter?: string;
  /** Names of columns by which a file is known, in whichever order and case; empty for files without a line of names. */
  readonly header: readonly string[];
  /** How many columns a line has, for files without a line of names. */
  readonly columns?: number;
  /** What stands above the line of names: the cell after the one with this name, or what follows it after a colon. */
  readonly preamble?: { readonly ownAccount?: string; readonly currency?: string };
}

export interface JsonProfile extends EntryProfile {
  readonly kind: 'json';
  /** The path to the list of entries, such as `data.transactions`; empty where the file is the list. */
  readonly entries: string;
  /** The path to a second list, of entries that are not booked yet. */
  readonly pendingEntries?: string;
  /** Paths from the top of the file. */
  readonly statement?: Readonly<Partial<Record<(typeof STATEMENT_FIELDS)[number], FieldSource>>>;
}

export type Profile = CsvProfile | JsonProfile;
