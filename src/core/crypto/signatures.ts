import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { HostError } from '../errors.js';
import { deriveKey } from './derived-key.js';

/**
 * Texts that others carry for a plugin, in a cookie, a link or a form, and cannot change. Everybody can read them: what
 * is secret does not belong there.
 */
export interface OwnedSignatures {
  /**
   * The text with a signature, in letters, digits, `-`, `_` and `.`, which cookies and addresses take as they are.
   * @param purpose what it is good for, such as `unlock`: it is good for nothing else, nor for another plugin
   * @param life seconds after which it is not good any more; without it, as long as the site's secret is known
   * @throws HostError `signature_invalid` for a purpose that is no text, and for a life that is no time
   */
  sign(purpose: string, text: string, life?: number): string;
  /** The text as it was signed; null for what was changed, has expired, or was never signed for this purpose. */
  verify(purpose: string, signed: unknown): string | null;
}

export interface SignatureOptions {
  /** Whose they are. */
  readonly owner: string;
  readonly secret: string;
  /** What was signed with them is good until it expires. */
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
  const keys = [key, ...previousSecrets.map((each) => deriveKey(each, label))];

  return {
    sign(purpose, text, life) {
      if (typeof purpose !== 'string' || purpose === '') {
        throw invalid('The purpose of a signature is a text of its own, such as "unlock".');
      }
      if (life !== undefined && !(life > 0 && Number.isSafeInteger(Math.ceil(life)))) {
        throw invalid(`The life of a signature is a number of seconds above 0, not ${life}.`);
      }
      const content = Buffer.from(text, 'utf8').toString('base64url');
      const expires = life === undefined ? '' : String(Math.ceil(now() / 1000 + life));
      return `${content}.${expires}.${macOf(key, purpose, content, expires).toString('base64url')}`;
    },
    verify(purpose, signed) {
      const [, content = '', expires = '', mac] = (typeof signed === 'string' && SIGNED.exec(signed)) || [];
      if (mac === undefined) return null;
      // What is compared is what was sent: of the spellings that base64url has for the same bytes, only ours is good.
      const given = Buffer.from(mac);
      const isOurs = (each: KeyObject): boolean =>
        timingSafeEqual(given, Buffer.from(macOf(each, purpose, content, expires).toString('base64url')));
      if (!keys.some(isOurs)) return null;
      const isOver = expires !== '' && Number(expires) * 1000 <= now();
      return isOver ? null : Buffer.from(content, 'base64url').toString('utf8');
    },
  };
}

/** JSON separates the parts unmistakably, whatever characters they hold. */
function macOf(key: KeyObject, purpose: string, content: string, expires: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([purpose, content, expires]))
    .digest();
}

function invalid(message: string): HostError {
  return new HostError('signature_invalid', message);
}
