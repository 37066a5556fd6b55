/** Types of sources that users configure in the admin area. `upload` is never fetched: users upload its files. */
export const SOURCE_KINDS = ['fio', 'http-json', 'upload'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Settings of a source without its secrets. Each type uses some of them. */
export interface SourceSettings {
  /** URL template with `{from}`, `{to}` and `{page}`. */
  readonly url?: string | undefined;
  readonly format?: string | undefined;
  readonly profile?: string | undefined;
  /** IBAN or number of the account, for files without one. */
  readonly account?: string | undefined;
  /** ISO 4217, for files without a currency. */
  readonly currency?: string | undefined;
  /** `YYYY-MM-DD`: first day to fetch. */
  readonly since?: string | undefined;
  /** Days fetched again with each run, because banks book late. */
  readonly overlapDays?: number | undefined;
  /** Path of the URL of the next page in a response. */
  readonly next?: string | undefined;
  /** Seconds for all responses of a run. */
  readonly timeLimit?: number | undefined;
}

/** Settings by source type. */
export const SETTINGS_OF: Readonly<Record<SourceKind, readonly (keyof SourceSettings)[]>> = {
  fio: ['since'],
  'http-json': ['url', 'profile', 'account', 'currency', 'since', 'overlapDays', 'next', 'timeLimit'],
  upload: ['format', 'profile', 'account', 'currency'],
};

export const DEFAULT_OVERLAP_DAYS = 7;
export const DEFAULT_TIME_LIMIT = 120;

export function isSourceKind(kind: string): kind is SourceKind {
  return SOURCE_KINDS.some((one) => one === kind);
}
