import { once } from 'node:events';
import { definePlugin } from '../../../../../src/index.js';
import { affiliate } from '../../../../../src/plugins.js';
import { createTestHost } from '../../../../../src/testing.js';

/**
 * Approves a commission and stops at the given point: `committed` stops in a listener of the approval, before the
 * event leaves the outbox; `uncommitted` stops within the transaction. Prints `stopped` there. Arguments: database,
 * commission, point.
 */
const [database = '', commission = '', where = ''] = process.argv.slice(2);

async function stop(): Promise<void> {
  console.log('stopped');
  await once(process.stdin, 'data');
}

const stopping = definePlugin({
  name: 'stopping',
  version: '1.0.0',
  setup({ hooks }) {
    hooks.addAction('vendor_affiliate_commission_approved', () => stop());
  },
});
const host = await createTestHost({ database, plugins: [affiliate(), stopping] });
const { commissions } = host.plugin('affiliate').ledger;
await host.db.transaction(async () => {
  await commissions.approve(Number(commission));
  if (where === 'uncommitted') await stop();
});
