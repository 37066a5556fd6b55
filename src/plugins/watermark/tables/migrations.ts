import { sql } from 'kysely';
import type { Migration } from '../../../database.js';
import { adoptRuns, jsonColumns } from '../../../runs.js';
import { backupsTable } from './backups.js';
import { errorsTable } from './errors.js';
import { journalTable } from './journal.js';
import { picturesTable } from './pictures.js';
import { bookmarksTable, postponedTable, runsTable } from './runs.js';

/** Whether a command works on a run. It has no job that could continue. */
const IS_COMMAND = sql`worker like 'watermark!_run!_%' escape '!' and state in ('queued', 'running')`;

export const migrations: readonly Migration[] = [
  {
    name: '0001_watermark',
    async up(schema) {
      const ofPictures = [picturesTable, backupsTable, journalTable, errorsTable];
      for (const table of [...ofPictures, runsTable, postponedTable, bookmarksTable]) await schema.createTable(table);
    },
  },
  {
    name: '0002_runs',
    async up(schema) {
      await adoptRuns(schema, {
        owner: 'watermark',
        type: 'watermark_run',
        table: 'watermark_runs',
        status: sql`case when ${IS_COMMAND} then 'paused' else state end`,
        input: jsonColumns({
          work: sql`json_quote(work)`,
          forced: sql`case when forced = 1 then 'true' else 'false' end`,
          retryOf: sql`retry_of`,
        }),
        state: jsonColumns({
          lastId: sql`last_id`,
          postponed: sql`concat('[', coalesce((
            select group_concat(attachment_id) from watermark_postponed where run_id = watermark_runs.id), ''), ']')`,
        }),
        columns: {
          worker: sql`case when ${IS_COMMAND} then null else worker end`,
          counts: jsonColumns({ processed: sql`processed`, failed: sql`failed`, skipped: sql`skipped` }),
          processed: sql`processed + failed + skipped`,
          total: sql`total`,
          paced_at: sql`paced_at`,
          paced_from: sql`paced_from`,
        },
        namedIn: [sql`select max(run_id) from watermark_errors`, sql`select max(run_id) from watermark_pictures`],
      });
      await schema.dropTable('watermark_postponed');
    },
  },
];
