import { HostError } from '../errors.js';
import type { RestRequest } from './route.js';

/** Rate limit of a route per caller. */
export interface RateLimit {
  /** Maximum calls within any `window`, from 1 to 100 000. */
  readonly max: number;
  /** Length of the window: `'10s'`, `'1m'`, `'2h'`, `'1d'`, or milliseconds; at most 31 days. */
  readonly window: string | number;
  /**
   * Counted identity: the IP address (IPv6 by /64), the user or the credential. Callers without a user or credential
   * are counted by IP address.
   */
  readonly by: 'ip' | 'user' | 'key';
  /**
   * Name in the `RateLimit` headers, printable ASCII. Limits with the same name and window share their count.
   * @default the operation, such as `GET /acme/v1/recipes`
   */
  readonly name?: string;
  /** Overrides `max` for one call, such as for callers who share an IP address. Runs before every call. */
  readonly adjust?: (max: number, call: LimitedCall) => number | Promise<number>;
}

/** Details of a call that are available when it is counted. */
export type LimitedCall = Pick<RestRequest, 'route' | 'remoteAddress' | 'identity'>;

/** Returns the limits of a route as a list. */
export function rateLimitsOf({
  rateLimit = [],
}: {
  readonly rateLimit?: RateLimit | readonly RateLimit[];
}): readonly RateLimit[] {
  return [rateLimit].flat();
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The time of every call is stored, so count and window are bounded. */
const MAX_CALLS = 100_000;
const MAX_WINDOW = 31 * 86_400_000;

/** Returns a limit's window in milliseconds; NaN if it is invalid. */
export function windowMs({ window }: Pick<RateLimit, 'window'>): number {
  if (typeof window === 'number') return window;
  const [, count, unit = ''] = /^([1-9]\d{0,8})([smhd])$/.exec(window) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}

/**
 * Rejects invalid limits when the route is declared.
 * @param place the route, for the message
 * @throws HostError `rest_route_invalid`
 */
export function assertRateLimit(place: string, limits: RateLimit | readonly RateLimit[]): void {
  for (const limit of rateLimitsOf({ rateLimit: limits })) {
    const fault = faultOf(limit);
    if (fault) throw new HostError('rest_route_invalid', `${place}: ${fault}`);
  }
}

/** Returns the problem with a limit as a sentence that starts with the member's name, or null. */
export function limitFault(limit: Pick<RateLimit, 'max' | 'window'>): string | null {
  const { max } = limit;
  const length = windowMs(limit);
  if (!Number.isInteger(max) || max < 1 || max > MAX_CALLS) {
    return `max must be a whole number from 1 to ${MAX_CALLS}.`;
  }
  if (!Number.isInteger(length) || length < 1 || length > MAX_WINDOW) {
    return "window must be a duration such as '10s', '1m', '2h' or '1d', or milliseconds, at most 31 days.";
  }
  return null;
}

function faultOf(limit: RateLimit): string | null {
  const { by, name } = limit;
  const fault = limitFault(limit);
  if (fault) return `rateLimit.${fault}`;
  if (!['ip', 'user', 'key'].includes(by)) return "rateLimit.by must be 'ip', 'user' or 'key'.";
  if (name !== undefined && !/^[\x20-\x7e]{1,100}$/.test(name)) {
    return 'rateLimit.name is sent in a header: use 1 to 100 printable ASCII characters.';
  }
  return null;
}
