import type { OwnedHooks } from '../../../hooks.js';

const PAYMENT_METHODS: readonly string[] = ['paypal', 'bank', 'store_credit', 'manual'];

/** Returns the built-in payment methods, after the filter. */
export function paymentMethods(hooks: Pick<OwnedHooks, 'applyFiltersAsync'>): Promise<readonly string[]> {
  return hooks.applyFiltersAsync('vendor_affiliate_payment_methods', PAYMENT_METHODS);
}
