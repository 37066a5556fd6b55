import type { Selectable } from 'kysely';
import { json, utc } from '../../database/codec.js';
import type { TableOf } from '../../database/tables.js';
import { maskKey } from './key-format.js';
import { isExpired } from './offline-provider.js';
import type { BadVerdict, LicenceCode, LicenceDetails, LicenceProvider, ProviderVerdict } from './provider.js';
import type { licencesTable } from './tables.js';

export type LicenceRow = Selectable<TableOf<typeof licencesTable>>;

/** Licence status. `grace`: it was valid, and the server that has to confirm it is unreachable. */
export type LicenceStatus = 'none' | 'valid' | 'invalid' | 'expired' | 'inactive' | 'disabled' | 'grace';

/**
 * Public view of a licence, as returned by routes. The key is masked; times are ISO 8601
 * in UTC. Without a licence, all members but the first three and the reason are null or empty.
 */
export interface LicenceRecord {
  readonly product: string;
  readonly status: LicenceStatus;
  readonly source: LicenceProvider['source'];
  readonly license_key_masked: string | null;
  readonly license_id: string | null;
  readonly plan: string | null;
  readonly customer: string | null;
  readonly features: readonly string[];
  readonly domains: readonly string[];
  readonly site_limit: number | null;
  readonly issued_at: string | null;
  readonly expires_at: string | null;
  readonly updates_until: string | null;
  readonly activated_at: string | null;
  readonly checked_at: string | null;
  readonly grace_until: string | null;
  /** Reason it is not valid; null while it is. */
  readonly code: LicenceCode | null;
  readonly message: string | null;
}

/** Milliseconds for which a remote verdict is cached. */
export const FRESH_FOR = 24 * 60 * 60 * 1000;
/**
 * Grace period after the last positive verdict while the provider is unreachable, in milliseconds: rulings.md,
 * Services.
 */
export const GRACE = 14 * FRESH_FOR;

/** Row without a key. */
export const EMPTY_LICENCE: Omit<LicenceRow, 'product' | 'version'> = {
  license_key: null,
  key_hash: null,
  pending_key: null,
  pending_hash: null,
  status: 'none',
  code: null,
  message: null,
  details: null,
  activated_at: null,
  checked_at: null,
  confirmed_at: null,
  failed_at: null,
};

/** Status of a stored licence at a given time, with the reason. */
export interface LicenceStatusResult {
  readonly status: LicenceStatus;
  readonly code: LicenceCode | null;
  readonly message: string | null;
  readonly graceUntil: Date | null;
  /** Whether the grace period is over and the provider still unreachable, so that there is no verdict. */
  readonly isUnknown: boolean;
}

const NO_ROW: LicenceStatusResult = {
  status: 'none',
  code: 'license_missing',
  message: 'No license key has been entered.',
  graceUntil: null,
  isUnknown: false,
};

/** @param row stored row; null if there is none */
export function statusOfRecord(
  row: LicenceRow | null,
  source: LicenceProvider['source'],
  now: number,
): LicenceStatusResult {
  if (!row || (row.key_hash === null && row.pending_hash === null)) return NO_ROW;
  if (row.key_hash === null) {
    const message = 'An activation was not completed. Activate the key again, or deactivate it.';
    return { ...NO_ROW, status: 'inactive', code: 'license_inactive', message };
  }
  if (row.status !== 'valid') {
    return {
      ...NO_ROW,
      status: row.status as LicenceStatus,
      code: row.code as LicenceCode | null,
      message: row.message,
    };
  }
  const { expires_at } = detailsOf(row) ?? { expires_at: null };
  if (isExpired(expires_at, now)) {
    return { ...NO_ROW, status: 'expired', code: 'license_expired', message: `This license expired on ${expires_at}.` };
  }
  const valid: LicenceStatusResult = { status: 'valid', code: null, message: null, graceUntil: null, isUnknown: false };
  if (source === 'offline' || row.confirmed_at === null) return valid;
  const graceUntil = new Date(utc.decode(row.confirmed_at).getTime() + GRACE);
  if (now > graceUntil.getTime()) {
    const message =
      'The license server has been unreachable for too long. The license is valid again when the server responds.';
    return { status: 'inactive', code: 'license_inactive', message, graceUntil, isUnknown: true };
  }
  return row.failed_at === null ? valid : { ...valid, status: 'grace', graceUntil };
}

export function recordOf(
  product: string,
  row: LicenceRow | null,
  { source, now }: { readonly source: LicenceProvider['source']; readonly now: number },
): LicenceRecord {
  const { status, code, message, graceUntil } = statusOfRecord(row, source, now);
  const key = row?.license_key ?? row?.pending_key ?? null;
  return {
    product,
    status,
    source,
    license_key_masked: key === null ? null : maskKey(key),
    ...(detailsOf(row) ?? NO_DETAILS),
    activated_at: toIso(row?.activated_at),
    checked_at: toIso(row?.checked_at),
    grace_until: graceUntil?.toISOString() ?? null,
    code,
    message,
  };
}

/** Returns the row changes for a verdict. They replace the previous verdict on the same key. */
export function outcomeOf(verdict: ProviderVerdict, now: number) {
  const checkedAt = utc.encode(new Date(now));
  const bad: BadVerdict | null = verdict.valid ? null : verdict;
  return {
    status: bad?.status ?? 'valid',
    code: bad?.code ?? null,
    message: bad?.message ?? null,
    details: verdict.details && json.encode(verdict.details),
    checked_at: checkedAt,
    failed_at: null,
    ...(verdict.valid ? { confirmed_at: checkedAt } : {}),
  };
}

const NO_DETAILS = {
  license_id: null,
  plan: null,
  customer: null,
  features: [],
  domains: [],
  site_limit: null,
  issued_at: null,
  expires_at: null,
  updates_until: null,
} as const;

function detailsOf(row: LicenceRow | null): LicenceDetails | null {
  return row?.details ? (json.decode(row.details) as LicenceDetails) : null;
}

function toIso(text: string | null | undefined): string | null {
  return text ? utc.decode(text).toISOString() : null;
}
