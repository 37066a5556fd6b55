import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OptionHandle, OwnedOptions } from '../../../settings.js';

/** Secret with which programs start runs. */
export interface AccessSecret {
  /**
   * Creates a new secret. The previous one stays valid for another day.
   * @returns 43 letters, digits, `-` and `_`, which cannot be shown again
   */
  rotate(): Promise<string>;
  /**
   * Whether it is the current secret, or the previous one while still valid. Rejects every secret until one is created.
   */
  matches(secret: string): Promise<boolean>;
  /** Revokes the current and the previous secret immediately. */
  revoke(): Promise<void>;
  /** Returns whether a secret is set, and the time until which the previous one is valid; null if it is not. */
  state(): Promise<{ readonly isSet: boolean; readonly previousUntil: Date | null }>;
}

const SECRET_BYTES = 32;
/** Milliseconds for which the previous secret stays valid. */
const OVERLAP = 24 * 3_600_000;
const DIGEST_LENGTH = 64;

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    /** SHA-256 in hexadecimal; empty for none. */
    current: { type: 'string', maxLength: DIGEST_LENGTH, required: true },
    previous: { type: 'string', maxLength: DIGEST_LENGTH, required: true },
    /** ISO 8601; empty for none. */
    previousUntil: { type: 'string', maxLength: 40, required: true },
  },
} as const;

const NONE = { current: '', previous: '', previousUntil: '' };
type StoredSecret = typeof NONE;

export function createAccessSecret(options: Pick<OwnedOptions, 'define'>, now: () => Date): AccessSecret {
  const option: OptionHandle<StoredSecret> = options.define({
    name: 'bank_access_secret',
    schema: SCHEMA,
    default: NONE,
    autoload: false,
  });
  const isOver = ({ previousUntil }: StoredSecret): boolean => previousUntil <= now().toISOString();

  return {
    async rotate() {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const previousUntil = new Date(now().getTime() + OVERLAP).toISOString();
      await option.update(({ current }) => ({
        current: digestOf(secret).toString('hex'),
        previous: current,
        previousUntil: current === '' ? '' : previousUntil,
      }));
      return secret;
    },
    async matches(secret) {
      const stored = await option.get();
      const digest = digestOf(secret);
      // Always compares both, so that the timing reveals nothing.
      const isCurrent = isSame(digest, stored.current);
      const isPrevious = isSame(digest, stored.previous);
      return isCurrent || (isPrevious && !isOver(stored));
    },
    revoke: option.delete,
    async state() {
      const stored = await option.get();
      const hasPrevious = stored.previous !== '' && !isOver(stored);
      return { isSet: stored.current !== '', previousUntil: hasPrevious ? new Date(stored.previousUntil) : null };
    },
  };
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function isSame(digest: Buffer, stored: string): boolean {
  const expected = Buffer.from(stored, 'hex');
  return expected.length === digest.length && timingSafeEqual(expected, digest);
}
