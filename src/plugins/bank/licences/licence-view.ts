import type { LicenceRecord, LicenceStatus } from '../../../licences.js';

/** Response of the license endpoints. */
export interface LicenceView {
  readonly success: boolean;
  readonly status: 'active' | 'expired' | 'grace' | 'inactive' | 'invalid';
  /** Masked except for its end; null if none is stored. */
  readonly license_key: string | null;
  readonly plan: string | null;
  /** Site URL that the license is valid for. */
  readonly site: string;
  /** ISO 8601, as are the following. */
  readonly activated_at: string | null;
  readonly expires_at: string | null;
  readonly last_checked_at: string | null;
  readonly grace_until: string | null;
  /** Reason the license is not valid; null if valid. */
  readonly message: string | null;
}

/** Maps license statuses of the core to those of the API. */
const STATUSES: Readonly<Record<LicenceStatus, LicenceView['status']>> = {
  none: 'inactive',
  inactive: 'inactive',
  valid: 'active',
  grace: 'grace',
  expired: 'expired',
  invalid: 'invalid',
  disabled: 'invalid',
};

/**
 * Converts a license record.
 * @param site public URL of the site
 */
export function licenceView(record: LicenceRecord, site: string): LicenceView {
  return {
    success: true,
    status: STATUSES[record.status],
    license_key: record.license_key_masked,
    plan: record.plan,
    site,
    activated_at: record.activated_at,
    expires_at: record.expires_at,
    last_checked_at: record.checked_at,
    grace_until: record.grace_until,
    message: record.message,
  };
}
