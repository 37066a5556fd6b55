/** Kinds of sources that people set up in the admin area. `upload` is asked for nothing: people bring its files. */
export const SOURCE_KINDS = ['fio', 'http-json', 'upload'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** What is said of a source besides its secrets. Each kind takes some of it. */
export interface SourceSettings {
  /** With `{from}`, `{to}` and `{page}` where days and the number of the page go. */
  readonly url?: string | undefined;
  readonly format?: string | undefined;
  readonly profile?: string | undefined;
  /** IBAN or number of the account, for files that do not say it. */
  readonly account?: string | undefined;
  /** ISO 4217, for files that do not say it. */
  readonly currency?: string | undefined;
  /** `YYYY-MM-DD`: first day that is fetched. */
  readonly since?: string | undefined;
  /** Days that are fetched again with each run, since banks book late. */
  readonly overlapDays?: number | undefined;
  /** Path in an answer to the address of the next page. */
  readonly next?: string | undefined;
  /** Seconds for all answers of a run. */
  readonly timeLimit?: number | undefined;
}

/** Which members of the settings a kind takes. */
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
