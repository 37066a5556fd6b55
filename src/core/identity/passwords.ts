import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createSlots } from '../concurrency/slots.js';
import { HostError } from '../errors.js';
import { normaliseIdentifier } from '../identifiers.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
import type { ForeignHashes } from './foreign-hashes.js';
import { formatScryptString, parseScryptString, type ScryptHash } from './scrypt-string.js';
import { parsePassword, requireField } from './user-fields.js';

export interface ScryptCost {
  /** Base-2 logarithm of the cost N. */
  readonly logCost: number;
  readonly blockSize: number;
  readonly parallelism: number;
}

/** OWASP's setting with 32 MiB of memory, about 180 ms of CPU time. */
const DEFAULT_COST: ScryptCost = { logCost: 15, blockSize: 8, parallelism: 3 };

/** Maximum number of concurrent hashes. Each takes 32 MiB, so a flood of logins could exhaust the memory. */
const MAX_CONCURRENT = 4;

const SALT_BYTES = 16;

const KEY_BYTES = 32;

/** Maximum password length in characters. Longer ones are never valid, and some foreign hashes take minutes. */
const MAX_LENGTH = 1024;

export interface Passwords {
  /**
   * Hashes a password.
   * @returns a PHC string to store
   */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password against a stored PHC string in constant time, or against a foreign hash with its verifier.
   * Always computes one scrypt hash, even if nothing is stored, so that the timing does not reveal whether an account
   * exists. A foreign hash is computed in parallel.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** Whether passwords can be verified against a stored string, in the host's or a foreign format. */
  recognises(stored: string): boolean;
  /** Whether a stored string was created with other parameters than the current ones. */
  needsRehash(stored: string): boolean;
}

/**
 * Creates the password hasher, based on scrypt.
 * @param foreign verifiers for hashes of other systems. Default: none
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
      const isPossible = password.length <= MAX_LENGTH;
      const parsed = stored === null || !isPossible ? null : parseScryptString(stored);
      const expected = parsed ?? decoy;
      const [isForeign, key] = await Promise.all([
        stored !== null && isPossible && parsed === null && verifyForeign(password, stored),
        withSlot(() => derive(isPossible ? password : '', expected, expected.key.length)),
      ]);
      return isForeign || (timingSafeEqual(key, expected.key) && parsed !== null);
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

/**
 * Computes a scrypt key from a password (NIST SP 800-63B, 3.1.1.2).
 * The password is NFKC-normalized, so that the same characters typed on another system match.
 */
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

/**
 * Validates a new password: long enough, not the account's name, not a common password (NIST SP 800-63B, 3.1.1.2).
 * There are no rules about character types.
 * @throws HostError 400 `rest_user_invalid_password` for its length, `rest_user_weak_password` if it is easy to guess
 */
export function requireNewPassword(
  password: string,
  account: { readonly login: string; readonly email: string | null },
): string {
  const parsed = requireField('password', parsePassword(password));
  const plain = normaliseIdentifier(parsed.normalize('NFKC'));
  const email = account.email ?? '';
  const names = [account.login, email, email.split('@')[0]];
  if (!names.includes(plain) && !COMMON_PASSWORDS.has(plain)) return parsed;
  throw new HostError(
    'rest_user_weak_password',
    "This password is easy to guess: it is the account's name or a common password. Choose another one.",
    { status: 400, field: 'password' },
  );
}
