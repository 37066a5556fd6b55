import { createHmac } from 'node:crypto';
import { isDigestOf, secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';

/** How far a receiver's clock may be off, in seconds: an older message may be somebody else's copy. */
const TOLERANCE = 300;

/** The headers by which a receiver knows who sent a message and that nobody changed it. */
export const WEBHOOK_HEADERS = {
  id: 'X-CMS-Webhook-Id',
  topic: 'X-CMS-Webhook-Topic',
  timestamp: 'X-CMS-Webhook-Timestamp',
  signature: 'X-CMS-Webhook-Signature',
} as const;

/**
 * Signs a message: HMAC-SHA256 over `timestamp.body` (core.md section 4).
 * @param timestamp seconds since 1970
 * @param body text, or bytes as they are sent
 */
export function signWebhook(secret: string, timestamp: number, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * For receivers: whether a message comes from who knows the secret, and is not an old one sent again. Messages may come
 * twice nevertheless; the header with the id tells.
 * @param headers by names in lower case, as Node has them
 * @param body exactly as it arrived: parsed and written again it would be another one
 * @throws HostError `webhook_secret_missing` for an empty secret, with which everybody can sign
 */
export function verifyWebhook(
  secret: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array,
  now: Date = new Date(),
): boolean {
  if (secret === '') {
    throw new HostError('webhook_secret_missing', 'verifyWebhook needs the secret that was shown with the webhook.');
  }
  const timestamp = Number(headers[WEBHOOK_HEADERS.timestamp.toLowerCase()]);
  const signature = headers[WEBHOOK_HEADERS.signature.toLowerCase()];
  const age = Math.abs(now.getTime() / 1000 - timestamp);
  if (typeof signature !== 'string' || !(age <= TOLERANCE)) return false;
  return isDigestOf(signature, secretDigest(signWebhook(secret, timestamp, body)));
}
