import type { Person } from '../../../access.js';
import type { OwnedHooks } from '../../../hooks.js';

declare module '../../../index.js' {
  interface Filters {
    /**
     * Adds the shop's customer IDs of a person, to export and erase their receivables and payments.
     * Default: only the email address.
     */
    vendor_bank_customers_of_person(
      customers: readonly string[],
      person: Person,
    ): readonly string[] | Promise<readonly string[]>;
  }
}

/** Defines the privacy hooks. */
export function definePrivacyHooks({ define }: OwnedHooks): void {
  // Critical: an incomplete export would look complete.
  define('vendor_bank_customers_of_person', {
    kind: 'filter',
    since: '0.1.0',
    async: 'allowed',
    critical: true,
    accepts: (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  });
}
