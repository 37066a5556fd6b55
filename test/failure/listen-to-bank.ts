import type { Database } from '../../src/core/database/database.js';
import type { Outbox } from '../../src/core/outbox/outbox.js';
import type { Hooks } from '../../src/hooks/hooks.js';
import './bank-tables.js';

const EVENTS = [
  ...['transaction_matched', 'transaction_unmatched', 'order_paid', 'order_partially_paid', 'order_overpaid'],
  'payment_reversed',
] as const;

/** Records matching events as every process of a site does, by id, so that a repeated delivery counts once. */
export function listenToBank(db: Database, hooks: Pick<Hooks, 'addAction'>, outbox: Pick<Outbox, 'current'>): void {
  for (const event of EVENTS) {
    const hear = async ({ id }: { readonly id: number | string }): Promise<void> => {
      const row = { event_id: outbox.current()?.id ?? '', event, subject: String(id) };
      await db.upsert('heard_of_bank', row, ['event_id'], {});
    };
    // Each event carries a record with an id.
    (hooks.addAction as unknown as (name: string, callback: typeof hear) => void)(`vendor_bank_${event}`, hear);
  }
}
