import { sql } from 'kysely';
import type { Migration } from '../../../database.js';
import { commissionsTable, refundsTable } from './commissions.js';
import { conversionsTable } from './conversions.js';
import { paymentsTable, payoutsTable } from './payouts.js';
import { ratesTable } from './rates.js';

export const ledgerMigrations: readonly Migration[] = [
  {
    name: '0020_ledger',
    async up(schema) {
      const ofMoney = [conversionsTable, commissionsTable, refundsTable, payoutsTable, paymentsTable, ratesTable];
      for (const table of ofMoney) await schema.createTable(table);
    },
  },
  // A new table already has the column, so this adds nothing.
  { name: '0021_payment_details', up: (schema) => schema.addColumn(paymentsTable, 'payment_details') },
  {
    name: '0022_waiting_refunds',
    async up(schema) {
      await schema.addColumn(refundsTable, 'waits_for');
      await schema.createIndex(refundsTable, ['waits_for']);
    },
  },
  {
    name: '0023_refunded_amounts',
    async up(schema) {
      await schema.raw(sql`update affiliate_commissions set amount = original_amount where status = 'refunded'`);
    },
  },
];

/** Indexes for the lists of commissions. */
export const listIndexes: Migration = {
  name: '0061_list_indexes',
  async up(schema) {
    await schema.createIndex(commissionsTable, ['status', 'created_at']);
    await schema.createIndex(commissionsTable, ['affiliate_id', 'created_at']);
  },
};
