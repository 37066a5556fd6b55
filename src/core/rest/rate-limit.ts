/** How often one caller may call a route. */
export interface RateLimit {
  /** Calls within any `window`. */
  readonly max: number;
  /** `'10s'`, `'1m'`, `'2h'`, `'1d'`, or milliseconds. */
  readonly window: string | number;
  /**
   * Who is counted: the address (IPv6 by /64), the user or the credential. Callers without a user or credential are
   * counted by address.
   */
  readonly by: 'ip' | 'user' | 'key';
  /** Name in the `RateLimit` headers; default the operation's. Limits with the same name share their count. */
  readonly name?: string;
}
