import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * A key of 256 bits that derives from the site's secret (RFC 5869).
 * @param label keeps it apart from other keys of the same secret
 */
export function deriveKey(secret: string, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', label, 32)));
}
