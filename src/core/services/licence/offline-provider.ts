import { hash, timingSafeEqual } from 'node:crypto';
import { coversHost } from './domains.js';
import { isSignedBy, readKey } from './key-format.js';
import type { KeyRing } from './key-ring.js';
import { faultOfPayload, type LicencePayload } from './payload.js';
import type { BadVerdict, LicenceCode, LicenceContext, LicenceProvider, ProviderVerdict } from './provider.js';

/** Tolerated clock difference between issuer and site, in milliseconds. */
export const CLOCK_SKEW = 5 * 60 * 1000;

export interface OfflineProviderOptions {
  readonly keys: KeyRing;
  readonly now?: () => number;
}

/** Creates a provider that checks signatures without a network. Activations are not counted. */
export function createOfflineProvider({ keys, now = Date.now }: OfflineProviderOptions): LicenceProvider {
  function verdict(key: string, context: LicenceContext): ProviderVerdict {
    const signed = readKey(key);
    if (!signed) return refuse('license_malformed', 'This is not a license key. Copy it completely, without spaces.');
    const publicKey = keys.get(signed.kid);
    if (!publicKey) {
      return refuse(
        'license_unknown_key',
        'The signer of this key is unknown. Add the public key to the option licences.keys.',
      );
    }
    if (!isSignedBy(signed, publicKey)) {
      return refuse('license_signature_invalid', 'The signature of this key is invalid. Copy the complete key again.');
    }
    const { payload } = signed;
    if (!isPayload(payload)) return refuse('license_malformed', 'This release cannot read this license.');
    return judge(payload, context, now());
  }
  const decide = async (key: string, context: LicenceContext) => verdict(key, context);
  return { source: 'offline', verify: decide, activate: decide, async deactivate() {} };
}

/** Checks the product, time and site of a genuine licence. */
function judge(payload: LicencePayload, { product, siteUrl }: LicenceContext, now: number): ProviderVerdict {
  const { not_before, expires_at, product: licensed, kid: _kid, ...details } = payload;
  const licence = { ...details, expires_at };
  if (!equalInConstantTime(licensed, product)) {
    return refuse('license_wrong_product', 'This license is for another product.');
  }
  if (not_before !== null && now < Date.parse(not_before) - CLOCK_SKEW) {
    return { ...refuse('license_not_yet_valid', `This license is valid from ${not_before}.`), details: licence };
  }
  if (isExpired(expires_at, now)) {
    const message = `This license expired on ${expires_at}. Enter the key of its renewal.`;
    return { ...refuse('license_expired', message), status: 'expired', details: licence };
  }
  if (!coversHost(payload.domains, siteUrl)) {
    const message = `This license is for ${payload.domains.join(', ')}, but this site is ${new URL(siteUrl).host}.`;
    return { ...refuse('license_wrong_domain', message), details: licence };
  }
  return { valid: true, details: licence };
}

export function isExpired(expiresAt: string | null, now: number): boolean {
  return expiresAt !== null && now > Date.parse(expiresAt) + CLOCK_SKEW;
}

function isPayload(value: unknown): value is LicencePayload {
  return faultOfPayload(value) === null;
}

function refuse(code: LicenceCode, message: string): BadVerdict {
  return { valid: false, status: 'invalid', code, message, details: null };
}

/** Compares digests, which have equal length for texts of any length. */
function equalInConstantTime(left: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'));
}
