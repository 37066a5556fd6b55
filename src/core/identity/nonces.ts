import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Hooks } from '../../hooks/hooks.js';
import { deriveKey } from '../crypto/derived-key.js';
import './hooks.js';

/** Nonce action of REST requests. @experimental */
export const REST_ACTION = 'rest';

const DAY = 24 * 60 * 60 * 1000;
const NONCE_LENGTH = 22;
const KEY_LABEL = 'mortise nonce';
const MAX_CACHED_KEYS = 2_000;

/** 0: invalid. 1: created in the current tick. 2: created in the previous tick, still valid but due for renewal. */
export type NonceAge = 0 | 1 | 2;

export interface Nonces {
  /**
   * Creates a nonce.
   * @param userId 0, with `session` '', for anonymous visitors
   */
  create(action: string, userId: number, session: string): string;
  verify(nonce: string, action: string, userId: number, session: string): NonceAge;
}

export interface NonceOptions {
  readonly secret: string;
  /** Previous secrets that `verify` still accepts during a rotation. */
  readonly previousSecrets?: readonly string[];
  /** Required for the filter `nonce_life`. */
  readonly hooks?: Hooks;
  /** Maximum lifetime in milliseconds. Default: one day. */
  readonly life?: number;
  readonly now?: () => number;
}

/**
 * Creates nonces, which prove that a request was intended by its session. A nonce is the first 132 bits of an
 * HMAC-SHA256 over tick, action, user and session. Ticks are half a lifetime long and counted as in WordPress.
 */
export function createNonces({
  secret,
  previousSecrets = [],
  hooks,
  life = DAY,
  now = Date.now,
}: NonceOptions): Nonces {
  const key = deriveKey(secret, KEY_LABEL);
  const keys = [key, ...previousSecrets.map((previousSecret) => deriveKey(previousSecret, KEY_LABEL))];
  // Cached, because all requests of a page carry the same nonce.
  const cache = new LRUCache<string, Buffer>({ max: MAX_CACHED_KEYS });

  function signed(each: KeyObject, tick: number, action: string, userId: number, session: string): Buffer {
    // JSON separates the four parts unambiguously, whatever characters they contain.
    const message = JSON.stringify([tick, action, userId, session]);
    if (each !== key) return Buffer.from(sign(each, message));
    let signature = cache.get(message);
    if (!signature) {
      signature = Buffer.from(sign(each, message));
      cache.set(message, signature);
    }
    return signature;
  }

  function tickOf(action: string): number {
    const actionLife = hooks ? hooks.applyFilters('nonce_life', life, action) : life;
    return Math.ceil(now() / (actionLife / 2));
  }

  return {
    create: (action, userId, session) => signed(key, tickOf(action), action, userId, session).toString(),
    verify(nonce, action, userId, session) {
      const received = Buffer.from(nonce);
      if (received.length !== NONCE_LENGTH) return 0;
      const tick = tickOf(action);
      const isOf = (candidate: number): boolean =>
        keys.some((key) => timingSafeEqual(received, signed(key, candidate, action, userId, session)));
      if (isOf(tick)) return 1;
      return isOf(tick - 1) ? 2 : 0;
    },
  };
}

function sign(key: KeyObject, message: string): string {
  return createHmac('sha256', key).update(message).digest('base64url').slice(0, NONCE_LENGTH);
}
