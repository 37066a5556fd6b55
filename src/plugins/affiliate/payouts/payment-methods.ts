import type { OwnedHooks } from '../../../index.js';

const PAYMENT_METHODS: readonly string[] = ['paypal', 'bank', 'store_credit', 'manual'];

/** How people may be paid: affiliate.md A2, and what plugins make of it. */
export function paymentMethods(hooks: Pick<OwnedHooks, 'applyFiltersAsync'>): Promise<readonly string[]> {
  return hooks.applyFiltersAsync('vendor_affiliate_payment_methods', PAYMENT_METHODS);
}
