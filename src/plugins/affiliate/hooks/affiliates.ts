import type { Awaitable, OwnedHooks } from '../../../hooks.js';
import type { FieldName } from '../affiliates/fields.js';
import type { AffiliateRecord } from '../affiliates/records.js';
import type { AffiliateStatus } from '../affiliates/statuses.js';

/** A change of payment details, with all addresses to notify. */
export interface ChangedPayment {
  readonly fields: readonly string[];
  /** Emails before and after the change, without duplicates. */
  readonly addresses: readonly string[];
  /** ISO 8601 time until which payouts are on hold. */
  readonly held_until: string;
}

declare module '../../../index.js' {
  interface Filters {
    /** Code proposed for an affiliate who chose none. Invalid or taken codes are ignored. */
    vendor_affiliate_code(code: string, name: string): Awaitable<string>;
    /** Available payment methods. */
    vendor_affiliate_payment_methods(methods: readonly string[]): Awaitable<readonly string[]>;
    /** Fields that affiliates may change themselves. The filter can only remove some. */
    vendor_affiliate_profile_fields(fields: readonly FieldName[]): Awaitable<readonly FieldName[]>;
  }
  interface Actions {
    /** An affiliate registered or was added. */
    vendor_affiliate_registered(affiliate: AffiliateRecord): void | Promise<void>;
    /** The status of an affiliate changed. */
    vendor_affiliate_status_changed(
      affiliate: AffiliateRecord,
      from: AffiliateStatus,
      to: AffiliateStatus,
    ): void | Promise<void>;
    /** Fields of an affiliate changed. */
    vendor_affiliate_updated(affiliate: AffiliateRecord, fields: readonly string[]): void | Promise<void>;
    /** An email awaits confirmation by a mailed link: that of a new affiliate, or one that replaces theirs. */
    vendor_affiliate_email_pending(affiliate: AffiliateRecord, email: string): void | Promise<void>;
    /** An affiliate changed their own payment details. */
    vendor_affiliate_payment_details_changed(affiliate: AffiliateRecord, change: ChangedPayment): void | Promise<void>;
  }
}

/** Defines the hooks of affiliates. */
export function defineAffiliateHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed' } as const;
  define('vendor_affiliate_code', {
    ...filter,
    onError: 'isolate',
    accepts: (code: unknown) => typeof code === 'string',
  });
  define('vendor_affiliate_payment_methods', { ...filter, onError: 'isolate', accepts: Array.isArray });
  define('vendor_affiliate_profile_fields', { ...filter, onError: 'throw', accepts: Array.isArray });
  // Sent through the outbox: an error in a listener causes another delivery.
  const announcement = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_affiliate_registered', announcement);
  define('vendor_affiliate_status_changed', announcement);
  define('vendor_affiliate_updated', announcement);
  define('vendor_affiliate_email_pending', announcement);
  define('vendor_affiliate_payment_details_changed', announcement);
}
