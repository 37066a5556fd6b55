import ipaddr from 'ipaddr.js';
import type { AuthRequest } from '../http/auth-request.js';
import { addressKey } from '../http/client-address.js';
import type { Identity } from '../identity/authenticator.js';
import { windowMs } from '../rest/rate-limit.js';
import { tooManyRequests } from '../rest/too-many-requests.js';
import { createMemoryRateLimiter } from '../services/rate-limit/memory.js';

/** Limit on the requests that one address may make without logging in, for pages and public routes together. */
export interface ReadLimit {
  /** Requests within any `window`. @default 600 */
  readonly max?: number;
  /** `'10s'`, `'1m'`, `'2h'`, or milliseconds. @default '1m' */
  readonly window?: string | number;
}

export const DEFAULT_READ_LIMIT: Required<ReadLimit> = { max: 600, window: '1m' };

/** Requests that an answer with `_embed` counts as: each link that it follows is another read. */
export const EMBED_COST = 10;

type Read = Pick<AuthRequest, 'method' | 'headers' | 'remoteAddress'>;

/**
 * Counts a read by a visitor who is not logged in.
 * @param cost how many requests it counts as
 * @throws HostError 429 `rest_too_many_requests`
 */
export type CountRead = (read: Read, identity: Identity | null, cost?: number) => void;

/**
 * Counts anonymous reads by address, IPv6 by /64. Each process counts for itself, so that a read costs no round trip.
 * @param limit null counts nothing
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
 * Whether the address is that of a proxy of the site rather than of a visitor: this machine, or one of the local network
 * that forwards for others and is not trusted (`trustProxy`). All visitors would share its count.
 */
function isOwnProxy({ remoteAddress = '', headers }: Read): boolean {
  if (!ipaddr.isValid(remoteAddress)) return true;
  const range = ipaddr.process(remoteAddress).range();
  if (range === 'loopback') return true;
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return isForwarded && (range === 'private' || range === 'uniqueLocal');
}
