import { column, defineTable, type Migration, type TableOf } from 'mortise/database';

/** Import events received by listeners, each once. */
const heardTransactions = defineTable(
  'heard_transactions',
  { event_id: column.key(36), event: column.key(16), subject: column.key(191) },
  { primaryKey: ['event_id'] },
);

declare module 'mortise' {
  interface Tables {
    heard_transactions: TableOf<typeof heardTransactions>;
  }
}

export const heardTransactionsMigrations: readonly Migration[] = [
  { name: '0099_heard', up: (schema) => schema.createTable(heardTransactions) },
];
