import type { LicenceRecord, LicenceStatus } from '../../../index.js';

/** What the licence endpoints answer: bank.md B3. */
export interface LicenceView {
  readonly success: boolean;
  readonly status: 'active' | 'expired' | 'grace' | 'inactive' | 'invalid';
  /** Masked but for its end; null where none is stored. */
  readonly license_key: string | null;
  readonly plan: string | null;
  /** Address of the site that it counts for. */
  readonly site: string;
  /** ISO 8601, as the following. */
  readonly activated_at: string | null;
  readonly expires_at: string | null;
  readonly last_checked_at: string | null;
  readonly grace_until: string | null;
  /** Why it does not count; null while it does. */
  readonly message: string | null;
}

/** The states of the core's licences in the words of the interface. */
const STATUSES: Readonly<Record<LicenceStatus, LicenceView['status']>> = {
  none: 'inactive',
  inactive: 'inactive',
  valid: 'active',
  grace: 'grace',
  expired: 'expired',
  invalid: 'invalid',
  disabled: 'invalid',
};

/** @param site its public address */
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
