import { sql } from 'kysely';
import type { Migration } from '../../../database.js';
import { adoptRuns, jsonColumns } from '../../../runs.js';
import { BANK_LOCK } from '../bank-lock.js';
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
  {
    name: '0003_runs',
    up: (schema) =>
      adoptRuns(schema, {
        owner: 'bank',
        type: BANK_LOCK,
        table: runsTable.name,
        status: sql`case status when 'finished' then 'completed' when 'aborted' then 'interrupted' else status end`,
        input: jsonColumns({
          trigger: sql`json_quote(trigger_kind)`,
          isForced: sql`case when is_forced = 1 then 'true' else 'false' end`,
          isDryRun: sql`case when is_dry_run = 1 then 'true' else 'false' end`,
        }),
        state: jsonColumns({ totals: sql`totals`, sources: sql`sources`, errors: sql`errors` }),
        columns: {
          worker: sql`case when status = 'running' then 'lock' end`,
          token: sql`case when status = 'running' then lease_token end`,
          user_id: sql`started_by`,
          error: sql`null`,
          created_at: sql`started_at`,
          paced_at: sql`started_at`,
        },
        namedIn: [sql`select max(run_id) from bank_transactions`, sql`select max(run_id) from bank_files`],
      }),
  },
  {
    name: '0004_returns',
    async up(schema) {
      await schema.addColumn(transactionsTable, 'returned');
      await schema.createIndex(transactionsTable, ['status', 'booked_on', 'direction', 'id']);
    },
  },
];
