import { createHmac } from 'node:crypto';
import { isDigestOf, secretDigest } from '../identity/secret-digest.js';

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
 */
export function signWebhook(secret: string, timestamp: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/**
 * For receivers: whether a message comes from who knows the secret, and is not an old one sent again. Messages may come
 * twice nevertheless; the header with the id tells.
 * @param headers by names in lower case, as Node has them
 * @param body exactly as it arrived
 */
export function verifyWebhook(
  secret: string,
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  now: Date = new Date(),
): boolean {
  const timestamp = Number(headers[WEBHOOK_HEADERS.timestamp.toLowerCase()]);
  const signature = headers[WEBHOOK_HEADERS.signature.toLowerCase()];
  const age = Math.abs(now.getTime() / 1000 - timestamp);
  if (typeof signature !== 'string' || !(age <= TOLERANCE)) return false;
  return isDigestOf(signature, secretDigest(signWebhook(secret, timestamp, body)));
}
