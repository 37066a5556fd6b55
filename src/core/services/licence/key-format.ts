import { type KeyObject, sign, verify } from 'node:crypto';
import { HostError } from '../../errors.js';
import { isRecord } from '../../record.js';
import { faultOfPayload, KID, type LicencePayload } from './payload.js';

/** Maximum length of a key in characters, as accepted by routes; far more than a payload needs. */
export const LICENCE_KEY_LENGTH = 2048;

const PREFIX = 'mortise1';
const SIGNATURE_BYTES = 64;

/** Parsed key. Do not trust its contents before the signature is verified. */
export interface SignedKey {
  readonly kid: string;
  /** Exact bytes that were signed. */
  readonly bytes: Buffer;
  readonly signature: Buffer;
  readonly payload: unknown;
}

/**
 * Signs a payload: `mortise1.<base64url payload>.<base64url Ed25519 signature>`.
 * @throws HostError `license_payload_invalid`, `license_too_long` (400)
 */
export function signLicence(payload: LicencePayload, privateKey: KeyObject): string {
  const fault = faultOfPayload(payload);
  if (fault !== null) {
    throw new HostError('license_payload_invalid', `"${fault}" of the license is missing or invalid.`, {
      status: 400,
      field: fault,
    });
  }
  const bytes = Buffer.from(JSON.stringify(payload));
  const key = [PREFIX, bytes.toString('base64url'), sign(null, bytes, privateKey).toString('base64url')].join('.');
  if (key.length <= LICENCE_KEY_LENGTH) return key;
  throw new HostError(
    'license_too_long',
    `The key would have ${key.length} characters; the maximum is ${LICENCE_KEY_LENGTH}. List fewer features or domains.`,
    { status: 400 },
  );
}

/** @returns the parts of a key, or null if the text is not a valid key */
export function readKey(key: string): SignedKey | null {
  if (key.length > LICENCE_KEY_LENGTH) return null;
  const [prefix, payloadText = '', signatureText = '', ...rest] = key.split('.');
  if (prefix !== PREFIX || rest.length > 0) return null;
  const bytes = fromBase64url(payloadText);
  const signature = fromBase64url(signatureText);
  if (!bytes || signature?.length !== SIGNATURE_BYTES) return null;
  const payload = parse(bytes);
  const kid = isRecord(payload) ? payload.kid : null;
  return typeof kid === 'string' && KID.test(kid) ? { kid, bytes, signature, payload } : null;
}

export function isSignedBy({ bytes, signature }: SignedKey, publicKey: KeyObject): boolean {
  return verify(null, bytes, publicKey, signature);
}

/** Masks a key for display: its prefix and its last four characters. */
export function maskKey(key: string): string {
  const kind = key.startsWith(`${PREFIX}.`) ? `${PREFIX}.` : '';
  // In a short text, four characters would reveal too much.
  return `${kind}****${key.length > 16 ? key.slice(-4) : ''}`;
}

/** Decodes canonical base64url only: spare bits and other alphabets would allow several spellings of one key. */
function fromBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return text !== '' && bytes.toString('base64url') === text ? bytes : null;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return null;
  }
}
