import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Derives a 256-bit key from the site's secret (RFC 5869).
 * @param label separates keys derived from the same secret
 */
export function deriveKey(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, 32)));
}
