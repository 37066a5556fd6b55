import type { Migration } from '../../../index.js';
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
  // Where the table is made by now it has the column already, and nothing is added.
  { name: '0021_payment_details', up: (schema) => schema.addColumn(paymentsTable, 'payment_details') },
];
