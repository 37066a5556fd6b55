import { definePlugin } from 'mortise';
import { column, defineTable, type TableOf } from 'mortise/database';
import 'mortise/plugins';

/** Run events received by listeners, each once. */
const heardOfRun = defineTable(
  'heard_of_run',
  { event_id: column.key(36), event: column.key(32), subject: column.key(191) },
  { primaryKey: ['event_id'], indexes: [['event', 'subject']] },
);

declare module 'mortise' {
  interface Tables {
    heard_of_run: TableOf<typeof heardOfRun>;
  }
}

/** Plugin that records bank events by values that stay the same when a run is repeated. */
export const bankListener = definePlugin({
  name: 'bank-listener',
  version: '1.0.0',
  tablePrefix: 'heard_',
  requires: { bank: '*' },
  migrations: [{ name: '0001_heard', up: (schema) => schema.createTable(heardOfRun) }],
  setup({ db, hooks, outbox }) {
    const hear = async (event: string, subject: string): Promise<void> => {
      const row = { event_id: outbox.current()?.id ?? '', event, subject };
      await db.upsert('heard_of_run', row, ['event_id'], {});
    };
    hooks.addAction('vendor_bank_transaction_imported', ({ dedup_key }) => hear('imported', dedup_key));
    hooks.addAction('vendor_bank_transaction_matched', ({ dedup_key, status }) =>
      hear('matched', `${dedup_key} ${status}`),
    );
    hooks.addAction('vendor_bank_transaction_unmatched', ({ dedup_key }) => hear('unmatched', dedup_key));
    hooks.addAction('vendor_bank_order_paid', ({ reference }) => hear('paid', reference));
    hooks.addAction('vendor_bank_order_partially_paid', ({ reference }) => hear('partially_paid', reference));
    hooks.addAction('vendor_bank_order_overpaid', ({ reference }) => hear('overpaid', reference));
    hooks.addAction('vendor_bank_file_imported', ({ name }) => hear('file', name));
  },
});
