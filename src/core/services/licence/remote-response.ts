import { isRecord } from '../../record.js';
import type { BadVerdict, LicenceDetails, ProviderVerdict } from './provider.js';

/** Maximum response size; far more than its twenty short members need. */
const ANSWER_BYTES = 64 * 1024;
const TEXT_LENGTH = 190;

/** Parsed response of a licence server, not validated yet. */
export type RemoteResponse = ReadonlyMap<string, unknown>;

/**
 * Reads a response of at most 64 KiB.
 * @throws Error for any status but 200, for a larger body, and for anything but a JSON object with a `license`
 */
export async function readBody(response: Response): Promise<RemoteResponse> {
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`The license server responded with status ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES) throw new Error(`The license server responded with more than ${ANSWER_BYTES} bytes.`);
    chunks.push(chunk);
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (!isRecord(value) || value.license === undefined) {
    throw new Error('The license server responded without a license.');
  }
  return new Map(Object.entries(value));
}

type Refusal = Omit<BadVerdict, 'valid' | 'details'>;

const UNKNOWN: Refusal = {
  status: 'invalid',
  code: 'license_unknown',
  message: 'The license server does not know this key.',
};
const DISABLED: Refusal = {
  status: 'disabled',
  code: 'license_disabled',
  message: 'The issuer revoked this license.',
};
const INACTIVE: Refusal = {
  status: 'inactive',
  code: 'license_inactive',
  message: 'This license is not active on this site.',
};
const WRONG_PRODUCT: Refusal = {
  status: 'invalid',
  code: 'license_wrong_product',
  message: 'This license is for another product.',
};

/** Rejections by the server's own codes: the `error` of an activation, the `license` of a check. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['expired', { status: 'expired', code: 'license_expired', message: 'This license has expired. Renew it.' }],
  ['disabled', DISABLED],
  ['revoked', DISABLED],
  ['inactive', INACTIVE],
  ['site_inactive', INACTIVE],
  [
    'no_activations_left',
    {
      status: 'inactive',
      code: 'license_limit_reached',
      message: 'This license is active on the maximum number of sites. Deactivate it on another one first.',
    },
  ],
  ['item_name_mismatch', WRONG_PRODUCT],
  ['invalid_item_id', WRONG_PRODUCT],
  ['key_mismatch', WRONG_PRODUCT],
  ['invalid', UNKNOWN],
  ['missing', UNKNOWN],
  ['license_not_activable', UNKNOWN],
  // Responses to a deactivation, successful or not.
  ['deactivated', INACTIVE],
  ['failed', INACTIVE],
]);

/**
 * @throws Error if there is no verdict, or if the expiry of a valid licence is unreadable: it must not be valid
 *   forever
 */
export function toVerdict(fields: RemoteResponse): ProviderVerdict {
  const license = fields.get('license');
  if (license === 'valid' && fields.get('success') !== false) return { valid: true, details: detailsOf(fields) };
  const refusal = REFUSALS.get(String(fields.get('error'))) ?? REFUSALS.get(String(license));
  if (!refusal) throw new Error('The license server responded with an unknown status.');
  return { valid: false, ...refusal, details: null };
}

function detailsOf(fields: RemoteResponse): LicenceDetails {
  const limit = Number(fields.get('license_limit'));
  const plan = text(fields.get('price_name')) || text(fields.get('item_name'));
  const expires_at = timeOf(fields.get('expires'));
  return {
    license_id: text(fields.get('license_id')) || text(fields.get('payment_id')),
    plan,
    customer: text(fields.get('customer_name')),
    features: [],
    domains: [],
    // The server uses 0 for no limit.
    site_limit: Number.isSafeInteger(limit) && limit > 0 ? limit : null,
    issued_at: null,
    expires_at,
    updates_until: expires_at,
  };
}

function text(value: unknown): string {
  const textValue = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return textValue.replace(/\p{Cc}+/gu, ' ').slice(0, TEXT_LENGTH);
}

/** Parses `2027-01-31 23:59:59` as UTC, or `lifetime`. */
function timeOf(value: unknown): string | null {
  if (value === 'lifetime') return null;
  const match = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(value) : null;
  const time = match ? new Date(`${match[1]}T${match[2]}Z`) : null;
  if (!time || Number.isNaN(time.getTime()))
    throw new Error('The response of the license server has no expiration date.');
  return time.toISOString();
}
