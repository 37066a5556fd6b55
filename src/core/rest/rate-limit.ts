import { HostError } from '../errors.js';
import type { RestRequest } from './route.js';

/** How often one caller may call a route. */
export interface RateLimit {
  /** Calls within any `window`, from 1 to 100 000. */
  readonly max: number;
  /** `'10s'`, `'1m'`, `'2h'`, `'1d'`, or milliseconds; at most 31 days. */
  readonly window: string | number;
  /**
   * Who is counted: the address (IPv6 by /64), the user or the credential. Callers without a user or credential are
   * counted by address.
   */
  readonly by: 'ip' | 'user' | 'key';
  /**
   * Name in the `RateLimit` headers, printable ASCII; default the operation's. Limits with the same name and window
   * share their count.
   */
  readonly name?: string;
  /** The last word on `max` for one call, such as for callers who share an address. It is asked before every call. */
  readonly adjust?: (max: number, call: LimitedCall) => number | Promise<number>;
}

/** What is known of a call when it is counted. */
export type LimitedCall = Pick<RestRequest, 'route' | 'remoteAddress' | 'identity'>;

/** The limits of a route as a list: one may stand alone, and most routes have none. */
export function rateLimitsOf({
  rateLimit = [],
}: {
  readonly rateLimit?: RateLimit | readonly RateLimit[];
}): readonly RateLimit[] {
  return [rateLimit].flat();
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The time of every call is remembered, so neither number nor time is without end. */
const LARGEST_MAX = 100_000;
const LONGEST_WINDOW = 31 * 86_400_000;

/** The length of a limit's window in milliseconds; NaN for what is no length. */
export function windowMs({ window }: Pick<RateLimit, 'window'>): number {
  if (typeof window === 'number') return window;
  const [, count, unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(window) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

/**
 * Refuses limits that cannot work, when the route is declared.
 * @param place the route, for the message
 * @throws HostError `rest_route_invalid`
 */
export function assertRateLimit(place: string, limits: RateLimit | readonly RateLimit[]): void {
  for (const limit of rateLimitsOf({ rateLimit: limits })) {
    const fault = faultOf(limit);
    if (fault) throw new HostError('rest_route_invalid', `${place}: ${fault}`);
  }
}

/** What is wrong with the size of a limit, as a sentence that begins with the member's name; null when nothing is. */
export function limitFault(limit: Pick<RateLimit, 'max' | 'window'>): string | null {
  const { max } = limit;
  const length = windowMs(limit);
  if (!Number.isInteger(max) || max < 1 || max > LARGEST_MAX) {
    return `max must be a whole number from 1 to ${LARGEST_MAX}.`;
  }
  if (!Number.isInteger(length) || length < 1 || length > LONGEST_WINDOW) {
    return "window must look like '10s', '1m', '2h' or '1d', or be milliseconds, at most 31 days.";
  }
  return null;
}

function faultOf(limit: RateLimit): string | null {
  const { by, name } = limit;
  const fault = limitFault(limit);
  if (fault) return `rateLimit.${fault}`;
  if (!['ip', 'user', 'key'].includes(by)) return "rateLimit.by must be 'ip', 'user' or 'key'.";
  if (name !== undefined && !/^[\x20-\x7e]{1,100}$/.test(name)) {
    return 'rateLimit.name goes into a header: write 1 to 100 printable ASCII characters.';
  }
  return null;
}
