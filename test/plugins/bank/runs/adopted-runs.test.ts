import { sql } from 'kysely';
import { bank } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/core/database/database.js';
import { NO_TOTALS } from '../../../../src/plugins/bank/runs/run.js';
import { migrations } from '../../../../src/plugins/bank/tables/migrations.js';
import { adoptAtEachStep } from '../../../support/adopted-runs.js';
import { dialects } from '../../../support/databases.js';

const STARTED = '2026-03-01 10:00:00.000';
const ENDED = '2026-03-01 10:00:02.500';
const SOURCE = {
  id: 'inbox',
  format: 'camt',
  status: 'failed',
  files: 1,
  fetched: 0,
  new: 0,
  updated: 0,
  duplicates: 0,
  error: { code: 'parse_failed', message: 'Zeile "3": žluť \\ fehlt.' },
};

describe.each(dialects)('bank runs of version 0.2, on $name', (dialect) => {
  const before = migrations.findIndex(({ name }) => name === '0003_runs');
  const plugin = { owner: 'bank', migrations: migrations.slice(0, before + 1), before };

  /** Adds a run to the table of that version. */
  async function add(db: Database, id: number, status: string, isDry: boolean): Promise<void> {
    const totals = JSON.stringify({ new: 7, errors: 1 });
    await sql`insert into ${sql.table('bank_runs')} (id, status, trigger_kind, started_by, is_forced, is_dry_run,
        lease_token, totals, sources, errors, started_at, ended_at)
      values (${id}, ${status}, 'secret', ${id === 4 ? 9 : null}, 1, ${isDry ? 1 : 0}, 17, ${totals},
        ${JSON.stringify([SOURCE])}, '[]', ${STARTED}, ${status === 'running' ? null : ENDED})`.execute(db.query);
  }

  it('keep their ids, results and dates, however often the migration is interrupted', async () => {
    const fill = async (db: Database): Promise<void> => {
      await add(db, 4, 'finished', false);
      await add(db, 5, 'failed', true);
      await add(db, 6, 'aborted', true);
      await add(db, 8, 'running', true);
    };
    const steps = await adoptAtEachStep(dialect, plugin, fill, async (url) => {
      const host = await createTestHost({ database: url, plugins: [bank()] });
      const { runs } = host.plugin('bank');
      const common = { trigger: 'secret', forced: true, totals: { ...NO_TOTALS, new: 7, errors: 1 }, errors: [] };
      expect(await runs.get(4)).toEqual({
        ...common,
        run_id: 4,
        status: 'finished',
        started_by: 9,
        dry_run: false,
        started_at: '2026-03-01T10:00:00.000Z',
        finished_at: '2026-03-01T10:00:02.500Z',
        duration_ms: 2500,
        sources: [SOURCE],
      });
      expect(await runs.lastStart()).toEqual(new Date('2026-03-01T10:00:00.000Z'));
      const page = { limit: 9, offset: 0 };
      const found = await runs.list({ ...page, source: 'inbox', from: '2026-03-01', to: '2026-03-01' });
      // The process of run 8 died, so the run is closed when it is read.
      const statuses = found.runs.map(({ run_id: id, status }) => [id, status]);
      expect(statuses).toEqual([
        [8, 'aborted'],
        [6, 'aborted'],
        [5, 'failed'],
        [4, 'finished'],
      ]);
      expect((await runs.list({ ...page, source: 'other' })).total).toBe(0);
      const { processing } = host.plugin('bank');
      const options = { trigger: 'command', startedBy: null, isForced: true, isDryRun: true } as const;
      expect(await processing.process(options)).toMatchObject({ run_id: 9, status: 'finished' });
      await host.close();
    });
    expect(steps).toBe(3);
  });
});
