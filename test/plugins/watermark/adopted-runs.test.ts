import { sql } from 'kysely';
import { watermark } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src/core/database/database.js';
import { migrations } from '../../../src/plugins/watermark/tables/migrations.js';
import { adoptAtEachStep } from '../../support/adopted-runs.js';
import { dialects } from '../../support/databases.js';

const MOMENT = '2026-03-01 10:00:00.000';

/** Adds a run in the table of version 0.2. */
async function add(db: Database, run: { id: number; state: string; worker?: string; error?: string }): Promise<void> {
  const { id, state, worker = null, error = null } = run;
  const active = ['queued', 'running', 'paused'].includes(state) ? 1 : null;
  const ended = active === 1 ? null : MOMENT;
  await sql`insert into ${sql.table('watermark_runs')} (id, work, state, active, worker, user_id, forced, retry_of, last_id, total,
      processed, failed, skipped, error, created_at, started_at, ended_at, paced_at, paced_from)
    values (${id}, 'restore', ${state}, ${active}, ${worker}, 4, 1, ${id === 5 ? 2 : null}, 30, 40,
      20, 3, 5, ${error}, ${MOMENT}, ${MOMENT}, ${ended}, ${MOMENT}, 7)`.execute(db.query);
}

describe.each(dialects)('watermark runs of version 0.2, on $name', (dialect) => {
  const plugin = { owner: 'watermark', migrations, before: 1 };
  const opened = (database: string) => createTestHost({ database, jobs: 'off', plugins: [watermark()] });

  it('keep their ids, counts, errors and positions, however often the migration is interrupted', async () => {
    const error = '{"code":"storage_full","message":"The disk \\"a\\" is full: žluť."}';
    const fill = async (db: Database): Promise<void> => {
      await add(db, { id: 2, state: 'failed', error });
      await add(db, { id: 5, state: 'paused', error });
      await sql`insert into ${sql.table('watermark_postponed')} (run_id, attachment_id) values (5, 11), (5, 17)`.execute(
        db.query,
      );
    };
    const steps = await adoptAtEachStep(dialect, plugin, fill, async (url) => {
      const host = await opened(url);
      const { runs } = host.plugin('watermark');
      const common = { work: 'restore', forced: true, userId: 4, total: 40, processed: 20, failed: 3, skipped: 5 };
      const fault = { code: 'storage_full', message: 'The disk "a" is full: žluť.' };
      expect(await runs.latest(9)).toMatchObject([
        { ...common, id: 5, state: 'paused', retryOf: 2, endedAt: null, error: fault },
        { ...common, id: 2, state: 'failed', retryOf: null, endedAt: new Date(`${MOMENT.replace(' ', 'T')}Z`) },
      ]);
      const rows = await host.db.query.selectFrom('runs').select('state').where('number', '=', 5).execute();
      expect(rows.map(({ state }) => JSON.parse(state))).toEqual([{ lastId: 30, postponed: [11, 17] }]);
      expect((await host.db.about()).tables).not.toContain('watermark_postponed');
      await runs.cancel(5);
      expect(await runs.start({ work: 'backup' })).toMatchObject({ id: 6 });
      await host.close();
    });
    expect(steps).toBe(4);
  });

  it('are paused if a command worked on them, which cannot continue them', async () => {
    const fill = (db: Database) => add(db, { id: 1, state: 'running', worker: 'watermark_run_2f0e' });
    await adoptAtEachStep(dialect, plugin, fill, async (url) => {
      const host = await opened(url);
      expect(await host.plugin('watermark').runs.active()).toMatchObject({ id: 1, state: 'paused' });
      await host.close();
    });
  });

  it('leave their ids to the error log, which can be older than any run', async () => {
    const fill = async (db: Database): Promise<void> => {
      await sql`insert into ${sql.table('watermark_errors')} (attachment_id, run_id, error_code, error_message, created_at)
        values (1, 8, 'a', 'b', ${MOMENT})`.execute(db.query);
    };
    await adoptAtEachStep(dialect, plugin, fill, async (url) => {
      const host = await opened(url);
      expect(await host.plugin('watermark').runs.start({ work: 'backup' })).toMatchObject({ id: 9 });
      await host.close();
    });
  });
});
