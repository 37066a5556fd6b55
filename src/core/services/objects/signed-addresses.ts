import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../../crypto/derived-key.js';
import { HostError } from '../../errors.js';
import type { Site } from '../../site.js';
import { assertKey } from './object-key.js';

const KEY_LABEL = 'mortise signed file';
/** Length of a SHA-256 in base64url. */
const SIGNATURE_LENGTH = 43;

/** Signed URLs that let anyone download one file for a limited time. */
export interface SignedAddresses {
  /**
   * Creates a signed URL.
   * @param life lifetime in seconds
   * @param name file name for the download; null for the last segment of the key
   * @throws HostError `storage_key_invalid`
   */
  create(key: string, options: { readonly life: number; readonly name: string | null }): string;
  /**
   * Verifies a signed URL.
   * @param query parsed query string
   * @returns the file name for the download
   * @throws HostError 403 `file_address_invalid`, 410 `file_address_expired`
   */
  verify(key: string, query: Readonly<Record<string, unknown>>): string;
}

export interface SignedAddressOptions {
  readonly site: Site;
  readonly secret: string;
  /** URLs signed with previous secrets stay valid until they expire. */
  readonly previousSecrets?: readonly string[];
  readonly now?: () => number;
}

export function createSignedAddresses({
  site,
  secret,
  previousSecrets = [],
  now = Date.now,
}: SignedAddressOptions): SignedAddresses {
  const key = deriveKey(secret, KEY_LABEL);
  const keys = [key, ...previousSecrets.map((previousSecret) => deriveKey(previousSecret, KEY_LABEL))];
  return {
    create(object, { life, name }) {
      assertKey(object);
      const expires = Math.floor(now() / 1000) + Math.max(1, Math.floor(life));
      const query = new URLSearchParams({ expires: String(expires), ...(name === null ? {} : { name }) });
      query.set('signature', sign(key, object, String(expires), name));
      const path = object.split('/').map(encodeURIComponent).join('/');
      return site.url(`${site.media}/-/${path}?${query}`);
    },
    verify(object, { expires, signature, name = null }) {
      const isText = typeof expires === 'string' && typeof signature === 'string';
      if (!isText || !(name === null || typeof name === 'string')) throw invalid();
      const received = Buffer.from(signature);
      const isOurs = (each: KeyObject): boolean =>
        timingSafeEqual(received, Buffer.from(sign(each, object, expires, name)));
      if (received.length !== SIGNATURE_LENGTH || !keys.some(isOurs)) throw invalid();
      if (Number(expires) * 1000 <= now()) throw expired();
      return name ?? object.slice(object.lastIndexOf('/') + 1);
    },
  };
}

/** JSON separates the parts unambiguously, whatever characters they contain. */
function sign(key: KeyObject, object: string, expires: string, name: string | null): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([object, expires, name]))
    .digest('base64url');
}

function invalid(): HostError {
  const message = 'This URL is incomplete or was changed. Copy it again from its source.';
  return new HostError('file_address_invalid', message, { status: 403 });
}

function expired(): HostError {
  const message = 'This link has expired. Request a new one from its source.';
  return new HostError('file_address_expired', message, { status: 410 });
}
