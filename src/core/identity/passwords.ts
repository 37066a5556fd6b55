import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createSlots } from '../concurrency/slots.js';
import type { ForeignHashes } from './foreign-hashes.js';
import { formatScryptString, parseScryptString, type ScryptHash } from './scrypt-string.js';

export interface ScryptCost {
  /** Logarithm to base 2 of the cost N. */
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

/** OWASP's setting with 32 MiB of memory, about 180 ms of CPU. */
const DEFAULT_COST: ScryptCost = { logCost: 15, blockSize: 8, parallelism: 3 };
/** Every hash in the making holds 32 MiB: more at once would let a flood of logins exhaust the memory. */
const MAX_CONCURRENT = 4;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** No password that was ever set is longer; some foreign hashes take minutes for a megabyte. */
const LONGEST = 1024;

export interface Passwords {
  /** @returns a PHC string to store */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the stored PHC string, compared in constant time, or to a foreign hash by its
   * verifier. Whatever is stored, and also when nothing is, it computes one hash of ours, so that the time taken does
   * not tell whether an account exists; a foreign hash is computed at the same time.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether a stored string is one that passwords can be verified against, ours or a foreign one. */
  recognises(stored: string): boolean;
  /** Whether a stored string was made with other parameters than the present ones. */
  needsRehash(stored: string): boolean;
}

/**
 * Slow hashes of passwords that people choose, by scrypt.
 * @param foreign hashes of other systems; without it there are none
 */
export function createPasswords(cost: ScryptCost = DEFAULT_COST, foreign?: ForeignHashes): Passwords {
  const withSlot = createSlots(MAX_CONCURRENT);
  const decoy: ScryptHash = { ...cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

  async function verifyForeign(password: string, stored: string): Promise<boolean> {
    const verifier = foreign?.verifierOf(stored);
    return foreign && verifier ? withSlot(() => foreign.verify(verifier, password, stored)) : false;
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const key = await withSlot(() => derive(password, { ...cost, salt }, KEY_BYTES));
      return formatScryptString({ ...cost, salt, key });
    },
    async verify(password, stored) {
      const isPossible = password.length <= LONGEST;
      const known = stored === null || !isPossible ? null : parseScryptString(stored);
      const expected = known ?? decoy;
      const [isForeign, key] = await Promise.all([
        stored !== null && isPossible && known === null && verifyForeign(password, stored),
        withSlot(() => derive(isPossible ? password : '', expected, expected.key.length)),
      ]);
      return isForeign || (timingSafeEqual(key, expected.key) && known !== null);
    },
    recognises: (stored) => parseScryptString(stored) !== null || (foreign?.verifierOf(stored) ?? null) !== null,
    needsRehash(stored) {
      const hash = parseScryptString(stored);
      return (
        hash?.logCost !== cost.logCost || hash.blockSize !== cost.blockSize || hash.parallelism !== cost.parallelism
      );
    },
  };
}

/** Passwords are normalised by NFKC first, so that the same characters typed on another system match (NIST SP 800-63B, 3.1.1.2). */
function derive(password: string, hash: ScryptCost & { readonly salt: Buffer }, bytes: number): Promise<Buffer> {
  const options = {
    N: 2 ** hash.logCost,
    r: hash.blockSize,
    p: hash.parallelism,
    maxmem: 256 * 2 ** hash.logCost * hash.blockSize + 256 * hash.blockSize * hash.parallelism,
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), hash.salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
