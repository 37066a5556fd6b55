import type { OwnedHooks, Person } from '../../../index.js';

declare module '../../../index.js' {
  interface Filters {
    /**
     * How a shop names a person among its customers, for what is handed over and erased: receivables and payments have such
     * names. Without it, it is the address alone.
     */
    vendor_bank_customers_of_person(
      customers: readonly string[],
      person: Person,
    ): readonly string[] | Promise<readonly string[]>;
  }
}

/** Says what the hooks of personal data are. */
export function definePrivacyHooks({ define }: OwnedHooks): void {
  // Half of what is known of somebody would look like all of it.
  define('vendor_bank_customers_of_person', {
    ...{ kind: 'filter', since: '0.1.0', async: 'allowed', critical: true },
    accepts: (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  });
}
