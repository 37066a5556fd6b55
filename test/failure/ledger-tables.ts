import { column, defineTable, type Migration, type TableOf } from 'mortise/database';
import { affiliatesTable } from '../../src/plugins/affiliate/tables/affiliates.js';
import { ledgerMigrations, trackingMigrations } from '../../src/plugins/affiliate/tables/migrations.js';

/** Ledger events received by listeners, each once. */
const heardCommissions = defineTable(
  'heard_commissions',
  { event_id: column.key(36), event: column.key(16), commission_id: column.integer() },
  { primaryKey: ['event_id'], indexes: [['commission_id']] },
);

declare module 'mortise' {
  interface Tables {
    heard_commissions: TableOf<typeof heardCommissions>;
  }
}

export const ledgerSiteMigrations: readonly Migration[] = [
  { name: '0001_affiliates', up: (schema) => schema.createTable(affiliatesTable) },
  ...trackingMigrations,
  ...ledgerMigrations,
  { name: '0099_heard', up: (schema) => schema.createTable(heardCommissions) },
];
