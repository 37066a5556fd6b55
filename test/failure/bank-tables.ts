import { column, defineTable, type Migration, type TableOf } from 'mortise/database';
import { migrations } from '../../src/plugins/bank/tables/migrations.js';

/** Matching events received by listeners, each once. */
const heardOfBank = defineTable(
  'heard_of_bank',
  { event_id: column.key(36), event: column.key(32), subject: column.key(64) },
  { primaryKey: ['event_id'], indexes: [['event', 'subject']] },
);

declare module 'mortise' {
  interface Tables {
    heard_of_bank: TableOf<typeof heardOfBank>;
  }
}

export const bankSiteMigrations: readonly Migration[] = [
  ...migrations,
  { name: '0099_heard', up: (schema) => schema.createTable(heardOfBank) },
];
