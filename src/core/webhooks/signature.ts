import { createHmac } from 'node:crypto';
import { isDigestOf, secretDigest } from '../crypto/secret-digest.js';
import { HostError } from '../errors.js';

/** Maximum clock difference in seconds. Older messages may be replayed ones. */
const TOLERANCE = 300;

/** Headers that identify a message and prove its origin and integrity. */
export const WEBHOOK_HEADERS = {
  id: 'X-CMS-Webhook-Id',
  topic: 'X-CMS-Webhook-Topic',
  timestamp: 'X-CMS-Webhook-Timestamp',
  signature: 'X-CMS-Webhook-Signature',
} as const;

/**
 * Signs a message with HMAC-SHA256 over `timestamp.body`.
 * @param timestamp seconds since 1970
 * @param body text, or bytes as sent
 */
export function signWebhook(secret: string, timestamp: number, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * Verifies, on the receiver's side, that a message was signed with the secret and is recent.
 * Messages may still arrive twice; compare the id header to detect that.
 * @param headers by lower-case name, as in Node.js
 * @param body exactly as received; parsing and serializing it again would change it
 * @throws HostError `webhook_secret_missing` for an empty secret, with which anyone could sign
 * @returns whether the signature is valid and not older than five minutes
 * @example
 * if (!verifyWebhook(secret, request.headers, body)) response.writeHead(401).end();
 */
export function verifyWebhook(
  secret: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string | Uint8Array,
  now: Date = new Date(),
): boolean {
  if (secret === '') {
    throw new HostError('webhook_secret_missing', 'verifyWebhook requires the secret that was shown with the webhook.');
  }
  const timestamp = Number(headers[WEBHOOK_HEADERS.timestamp.toLowerCase()]);
  const signature = headers[WEBHOOK_HEADERS.signature.toLowerCase()];
  const age = Math.abs(now.getTime() / 1000 - timestamp);
  if (typeof signature !== 'string' || !(age <= TOLERANCE)) return false;
  return isDigestOf(signature, secretDigest(signWebhook(secret, timestamp, body)));
}
