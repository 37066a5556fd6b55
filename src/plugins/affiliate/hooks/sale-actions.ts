import type { OwnedHooks } from '../../../hooks.js';
import { HostError, type PluginContext } from '../../../index.js';
import type { Sales } from '../conversions/sales.js';

/**
 * Listens to the shops of this site. A sale without an active affiliate earns nothing and must not fail an order; nor
 * must a refund with nothing owed or one that waits for a payout. Other errors are thrown to the shop.
 */
export function listenToSales(
  hooks: Pick<OwnedHooks, 'addAction'>,
  { recordSale, refundSale }: Sales,
  log: Pick<PluginContext['log'], 'info'>,
): void {
  hooks.addAction('vendor_affiliate_record_sale', async (sale) => {
    try {
      await recordSale(sale);
    } catch (error) {
      if (!isOfNobody(error)) throw error;
      log.info({ err: error, reference: sale.reference }, 'A sale was not recorded: no affiliate matches');
    }
  });
  hooks.addAction('vendor_affiliate_refund_sale', async (refund) => {
    try {
      const refunded = await refundSale(refund);
      if (refunded?.waits) log.info({ reference: refund.reference }, 'A refund waits until a payout ends');
    } catch (error) {
      if (!(error instanceof HostError) || error.code !== 'vendor_affiliate_not_found') throw error;
      log.info({ err: error, reference: refund.reference }, 'A sale without an affiliate was refunded');
    }
  });
}

function isOfNobody(error: unknown): boolean {
  const codes = ['vendor_affiliate_inactive', 'vendor_affiliate_affiliate_not_found'];
  return error instanceof HostError && codes.includes(error.code);
}
