import type { KeyObject } from 'node:crypto';
import { signLicence } from '../../../../src/core/services/licence/key-format.js';
import {
  createKeyRing,
  generateLicenceKeys,
  type KeyRing,
  readPrivateKey,
} from '../../../../src/core/services/licence/key-ring.js';
import type { LicencePayload } from '../../../../src/core/services/licence/payload.js';

export interface Issuer {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
  /** Contains the public key under the name `main`. */
  readonly ring: KeyRing;
  issue(changes?: Partial<LicencePayload>): string;
}

export const NOW = Date.parse('2026-06-15T12:00:00Z');

export const PAYLOAD: LicencePayload = {
  product: 'acme',
  kid: 'main',
  license_id: 'L-1',
  customer: 'Ada Lovelace',
  plan: 'standard',
  features: ['tiles'],
  domains: ['example.com'],
  site_limit: 1,
  issued_at: '2026-01-01T00:00:00Z',
  not_before: null,
  expires_at: '2027-01-01T00:00:00Z',
  updates_until: '2027-01-01T00:00:00Z',
};

/** Creates a licence issuer with its own keys. */
export function createIssuer(): Issuer {
  const { publicKey, privateKey: pem } = generateLicenceKeys();
  const privateKey = readPrivateKey(pem);
  return {
    publicKey,
    privateKey,
    ring: createKeyRing({ main: publicKey }),
    issue: (changes = {}) => signLicence({ ...PAYLOAD, ...changes }, privateKey),
  };
}
