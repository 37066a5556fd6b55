import ipaddr from 'ipaddr.js';
import type { AuthRequest } from '../http/auth-request.js';
import { addressKey } from '../http/client-address.js';
import type { Query } from '../http/query.js';
import type { Identity } from '../identity/authenticator.js';
import { windowMs } from '../rest/rate-limit.js';
import type { Endpoint } from '../rest/route.js';
import { tooManyRequests } from '../rest/too-many-requests.js';
import { createMemoryRateLimiter } from '../services/rate-limit/memory.js';

/** Limit on anonymous requests per address, for pages and public routes together. */
export interface ReadLimit {
  /** Requests within each `window`. @default 600 */
  readonly max?: number;
  /** `'10s'`, `'1m'`, `'2h'`, or milliseconds. @default '1m' */
  readonly window?: string | number;
}

export const DEFAULT_READ_LIMIT: Required<ReadLimit> = { max: 600, window: '1m' };

/** Number of reads that a request with `_embed` counts as, since each embedded link is another read. */
const EMBED_COST = 10;

/** Items of a list, as `per_page` requests them, that count as one read. */
const ITEMS_PER_READ = 20;

/** Returns the number of reads that a REST request counts as. */
export function costOf(endpoint: Pick<Endpoint, 'args' | 'readCost'> | null | undefined, query: Query): number {
  const items = endpoint?.args.per_page === undefined ? 0 : Number(query.per_page);
  const pages = items > ITEMS_PER_READ ? Math.ceil(items / ITEMS_PER_READ) : 1;
  return (endpoint?.readCost ?? 1) * pages * (query._embed === undefined ? 1 : EMBED_COST);
}

type ReadRequest = Pick<AuthRequest, 'method' | 'headers' | 'remoteAddress'>;

/**
 * Counts an anonymous read. Authenticated requests are not counted.
 * @param cost number of reads to count
 * @throws HostError 429 `rest_too_many_requests`
 */
export type CountRead = (read: ReadRequest, identity: Identity | null, cost?: number) => void;

/**
 * Limits anonymous reads by address, IPv6 by /64. Each process counts separately, which saves a round trip per read.
 * @param limit null for no limit
 */
export function createReadLimit(limit: Required<ReadLimit> | null): CountRead {
  if (limit === null) return () => undefined;
  const limiter = createMemoryRateLimiter();
  const counted = { max: limit.max, windowMs: windowMs(limit) };
  return (read, identity, cost = 1) => {
    if (identity !== null || (read.method !== 'GET' && read.method !== 'HEAD') || isOwnProxy(read)) return;
    const state = limiter.consume(addressKey(read.remoteAddress), counted, Math.min(cost, counted.max));
    if (!state.allowed) throw tooManyRequests(state);
  };
}

/**
 * Whether the address belongs to a proxy of the site rather than a visitor: this machine, or one in the local network
 * that forwards requests without being trusted (`trustProxy`). All its visitors would share one count.
 */
function isOwnProxy({ remoteAddress = '', headers }: ReadRequest): boolean {
  if (!ipaddr.isValid(remoteAddress)) return true;
  const range = ipaddr.process(remoteAddress).range();
  if (range === 'loopback') return true;
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return isForwarded && (range === 'private' || range === 'uniqueLocal');
}
