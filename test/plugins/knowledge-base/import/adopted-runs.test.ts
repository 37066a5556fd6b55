import { sql } from 'kysely';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/core/database/database.js';
import { migrations } from '../../../../src/plugins/knowledge-base/tables/migrations.js';
import { adoptAtEachStep } from '../../../support/adopted-runs.js';
import { dialects } from '../../../support/databases.js';

const MOMENT = '2026-03-01 10:00:00.000';
const OPTIONS = {
  from: 'wxr',
  profile: 'auto',
  update: 'newer',
  category: null,
  baseUrl: 'https://old.example',
  status: null,
  limit: 3,
  media: 'copy',
  dryRun: true,
  canManageAccess: true,
  canManageSearch: false,
  unfilteredHtml: false,
};
const MAP = { authors: { jane: 'ada' } };
const REPORT = { articles: { created: 1, updated: 0, unchanged: 0 }, skipped: ['a "b"'], omitted: {} };
const ERROR = { code: 'x', message: 'y', details: { line: 3 } };

describe.each(dialects)('imports of version 0.2, on $name', (dialect) => {
  const before = migrations.findIndex(({ name }) => name === '0079_core_runs');
  const plugin = { owner: 'knowledge-base', migrations, before };

  /** Adds an import to the table of that version: one with a report and its file, or a failed one. */
  async function add(db: Database, id: number, isCompleted: boolean): Promise<void> {
    const options = JSON.stringify({ ...OPTIONS, map: isCompleted ? MAP : null });
    const [report, error] = isCompleted ? [JSON.stringify(REPORT), null] : [null, JSON.stringify(ERROR)];
    await sql`insert into ${sql.table('kb_import_runs')} (id, state, active, job_id, user_id, author_id, source, options,
        file_name, file_bytes, object_key, attempts, steps_done, steps_total, report, error, created_at, started_at,
        ended_at)
      values (${id}, ${isCompleted ? 'completed' : 'failed'}, null, 'job', 4, 5, 'Der "alte" Blog', ${options},
        ${'žluť\\.xml'}, 3000000000, ${isCompleted ? 'imports/7.xml' : null}, 2, 7, 9, ${report}, ${error}, ${MOMENT},
        ${MOMENT}, ${MOMENT})`.execute(db.query);
  }

  it('keep their ids, reports, files and maps, however often the migration is interrupted', async () => {
    const fill = async (db: Database): Promise<void> => {
      await add(db, 3, true);
      await add(db, 8, false);
    };
    const steps = await adoptAtEachStep(dialect, plugin, fill, async (url) => {
      const host = await createTestHost({ database: url, debug: false, jobs: 'off', plugins: [knowledgeBase()] });
      const as = (await host.createUser('administrator')).id;
      const call = async (id: number) => (await host.request('GET', `/vendor-kb/v1/import/${id}`, { as })).data;
      const common = { source: 'Der "alte" Blog', from: 'wxr', dry_run: true, attempts: 2, user: 4, author: 5 };
      expect(await call(3)).toMatchObject({
        ...common,
        state: 'completed',
        file: { name: 'žluť\\.xml', bytes: 3_000_000_000, kept: true },
        progress: { done: 7, total: 9 },
        report: REPORT,
        error: null,
        created_at: '2026-03-01T10:00:00.000Z',
      });
      const failed = { ...common, state: 'failed', file: { kept: false }, report: null, error: ERROR };
      expect(await call(8)).toMatchObject(failed);
      const rows = await host.db.query.selectFrom('runs').select(['input', 'state']).orderBy('number').execute();
      expect(rows.map(({ input }) => JSON.parse(input).options)).toEqual([OPTIONS, OPTIONS]);
      expect(rows.map(({ state }) => JSON.parse(state).map)).toEqual([MAP, null]);
      await host.close();
    });
    expect(steps).toBe(4);
  });
});
