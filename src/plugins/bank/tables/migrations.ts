import type { Migration } from '../../../database.js';
import { accountsTable } from './accounts.js';
import { filesTable } from './files.js';
import { paymentsTable } from './payments.js';
import { profilesTable } from './profiles.js';
import { receivablesTable } from './receivables.js';
import { rulesTable } from './rules.js';
import { runsTable } from './runs.js';
import { sourcesTable } from './sources.js';
import { transactionsTable } from './transactions.js';

const ofTransactions = [accountsTable, transactionsTable, filesTable];
const ofMatching = [receivablesTable, paymentsTable, rulesTable];
const ofRuns = [sourcesTable, runsTable, profilesTable];

/** All tables of the plugin, in order of creation. */
export const migrations: readonly Migration[] = [
  {
    name: '0001_bank',
    async up(schema) {
      for (const table of [...ofTransactions, ...ofMatching, ...ofRuns]) await schema.createTable(table);
    },
  },
  {
    name: '0002_list_indexes',
    async up(schema) {
      await schema.createIndex(transactionsTable, ['status', 'booked_on']);
      await schema.createIndex(transactionsTable, ['account_id', 'booked_on']);
    },
  },
];
