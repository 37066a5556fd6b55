import type { OwnedHooks } from '../../../index.js';
import type { FieldName } from '../affiliates/fields.js';
import type { AffiliateRecord } from '../affiliates/records.js';
import type { AffiliateStatus } from '../affiliates/statuses.js';

/** Where somebody was and is written to, when they changed what they are paid with. */
export interface ChangedPayment {
  readonly fields: readonly string[];
  /** E-mail addresses before and after, each once. */
  readonly addresses: readonly string[];
  /** ISO 8601: until then nothing is paid to them. */
  readonly held_until: string;
}

type Answer<T> = T | Promise<T>;

declare module '../../../index.js' {
  interface Filters {
    /** The code that is made for somebody who has chosen none. One that cannot be a code, or is taken, is not used. */
    vendor_affiliate_code(code: string, name: string): Answer<string>;
    /** The methods by which people are paid. */
    vendor_affiliate_payment_methods(methods: readonly string[]): Answer<readonly string[]>;
    /** The fields that affiliates change of themselves; only those that are theirs can be left out. */
    vendor_affiliate_profile_fields(fields: readonly FieldName[]): Answer<readonly FieldName[]>;
  }
  interface Actions {
    /** Somebody takes part in the programme, or wants to. */
    vendor_affiliate_registered(affiliate: AffiliateRecord): void | Promise<void>;
    /** Somebody's part in the programme became active, inactive, rejected or pending. */
    vendor_affiliate_status_changed(
      affiliate: AffiliateRecord,
      from: AffiliateStatus,
      to: AffiliateStatus,
    ): void | Promise<void>;
    /** What is known of an affiliate was changed. */
    vendor_affiliate_updated(affiliate: AffiliateRecord, fields: readonly string[]): void | Promise<void>;
    /** An address waits until the link that is mailed to it was opened: of a new affiliate, or in place of theirs. */
    vendor_affiliate_email_pending(affiliate: AffiliateRecord, email: string): void | Promise<void>;
    /** An affiliate changed what they are paid with themselves. */
    vendor_affiliate_payment_details_changed(affiliate: AffiliateRecord, change: ChangedPayment): void | Promise<void>;
  }
}

/** Says what the hooks of affiliates are. */
export function defineAffiliateHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0', async: 'allowed' } as const;
  define('vendor_affiliate_code', {
    ...filter,
    onError: 'isolate',
    accepts: (code: unknown) => typeof code === 'string',
  });
  define('vendor_affiliate_payment_methods', { ...filter, onError: 'isolate', accepts: Array.isArray });
  define('vendor_affiliate_profile_fields', { ...filter, onError: 'throw', accepts: Array.isArray });
  // They are told through the outbox: what a listener throws makes it be told again.
  const told = { kind: 'action', since: '0.1.0', async: 'allowed', onError: 'throw' } as const;
  define('vendor_affiliate_registered', told);
  define('vendor_affiliate_status_changed', told);
  define('vendor_affiliate_updated', told);
  define('vendor_affiliate_email_pending', told);
  define('vendor_affiliate_payment_details_changed', told);
}
