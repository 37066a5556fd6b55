import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { HostError } from '../errors.js';
import { deriveKey } from './derived-key.js';

/**
 * Tamper-proof texts that a plugin gives out in cookies, links or forms.
 * They are readable by everyone, so they must not contain secrets.
 */
export interface OwnedSignatures {
  /**
   * Signs a text. The result has only letters, digits, `-`, `_` and `.`, which are safe in cookies and URLs.
   * @param purpose use of the text, such as `unlock`; it is invalid for any other purpose or plugin
   * @param life seconds until it expires; without it, it is valid as long as the site's secret is
   * @throws HostError `signature_invalid` for an empty purpose or an invalid life
   */
  sign(purpose: string, text: string, life?: number): string;
  /** Returns the signed text, or null if it was changed, has expired, or was signed for another purpose. */
  verify(purpose: string, signed: unknown): string | null;
}

export interface SignatureOptions {
  /** Owning plugin. */
  readonly owner: string;
  readonly secret: string;
  /** Secrets whose signatures stay valid until they expire. */
  readonly previousSecrets?: readonly string[];
  readonly now?: () => number;
}

/** `<text in base64url>.<seconds since 1970, or nothing>.<HMAC-SHA256 in base64url>` */
const SIGNED = /^([\w-]*)\.(\d{0,15})\.([\w-]{43})$/;

export function createSignatures({
  owner,
  secret,
  previousSecrets = [],
  now = Date.now,
}: SignatureOptions): OwnedSignatures {
  const label = `mortise signature of ${owner}`;
  const key = deriveKey(secret, label);
  const keys = [key, ...previousSecrets.map((previousSecret) => deriveKey(previousSecret, label))];

  return {
    sign(purpose, text, life) {
      if (typeof purpose !== 'string' || purpose === '') {
        throw invalid('The purpose of a signature must be a string such as "unlock".');
      }
      if (life !== undefined && !(life > 0 && Number.isSafeInteger(Math.ceil(life)))) {
        throw invalid(`The lifetime of a signature must be a number of seconds above 0, not ${life}.`);
      }
      const content = Buffer.from(text, 'utf8').toString('base64url');
      const expires = life === undefined ? '' : String(Math.ceil(now() / 1000 + life));
      return `${content}.${expires}.${macOf(key, purpose, content, expires).toString('base64url')}`;
    },
    verify(purpose, signed) {
      const [, content = '', expires = '', mac] = (typeof signed === 'string' && SIGNED.exec(signed)) || [];
      if (mac === undefined) return null;
      // Compares the encoded form: of the base64url spellings for the same bytes, only the canonical one is valid.
      const received = Buffer.from(mac);
      const isOurs = (each: KeyObject): boolean =>
        timingSafeEqual(received, Buffer.from(macOf(each, purpose, content, expires).toString('base64url')));
      if (!keys.some(isOurs)) return null;
      const isOver = expires !== '' && Number(expires) * 1000 <= now();
      return isOver ? null : Buffer.from(content, 'base64url').toString('utf8');
    },
  };
}

/** JSON separates the parts unambiguously, whatever characters they contain. */
function macOf(key: KeyObject, purpose: string, content: string, expires: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, content, expires]))
    .digest();
}

function invalid(message: string): HostError {
  return new HostError('signature_invalid', message);
}
