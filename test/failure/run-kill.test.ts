import type { Runs } from 'mortise/runs';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScript } from '../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../support/databases.js';
import { shortOrFull } from '../support/kill-loop.js';
import { type CookingPoint, cooking } from './cooking-plugin.js';

const PORTIONS = 4;
const POINTS: readonly [CookingPoint, number][] = [
  ['step', 1],
  ['saving', 1],
  ['step', 3],
  ['saving', 2],
];

describe.each(dialects)('run with killed processes, on $name', { timeout: 240_000 }, (dialect) => {
  // Both databases save in the same transactions.
  const isThorough = shortOrFull(dialect.name === 'sqlite', true);
  let host: TestHost;
  let url: string;
  let drop: () => Promise<void>;
  let runs: Runs<{ portions: number }, { cooked: number }>;

  beforeEach(async () => {
    const plugin = cooking(() => undefined);
    ({ url, drop } = await migratedDatabase(dialect, [plugin]));
    host = await createTestHost({ database: url, jobs: 'off', plugins: [plugin] });
    runs = host.plugin('acme' as never);
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  async function killedAt(point: CookingPoint, time: number): Promise<void> {
    await startScript('../../../failure/processes/cook.ts', [url, point, `${time}`]).killed();
    // Releases the job, as workers do when its process is silent for too long, without the wait.
    const jobs = host.db.query.updateTable('jobs').where('status', '=', 'running');
    await jobs.set({ status: 'waiting', due_at: 0, holder: null, lease_until: 0 }).execute();
  }
  async function expectAllCooked(id: number): Promise<void> {
    expect(await runs.get(id)).toMatchObject({
      status: 'completed',
      state: { cooked: PORTIONS },
      counts: { portions: PORTIONS },
      processed: PORTIONS,
    });
    const rows = await host.db.query.selectFrom('acme_portions').select('portion').orderBy('id').execute();
    expect(rows.map(({ portion }) => portion)).toEqual(Array.from({ length: PORTIONS }, (_, index) => index));
  }

  it('continues after a kill in a step or before its result is saved, and counts everything once', async () => {
    const { id } = await runs.start({ portions: PORTIONS });
    for (const [point, time] of isThorough ? POINTS : POINTS.slice(1, 3)) await killedAt(point, time);
    expect(await runs.get(id)).toMatchObject({ status: 'running', processed: isThorough ? 3 : 2 });
    await host.work();
    await expectAllCooked(id);
  });

  it.runIf(isThorough)('has ended when it is killed after its end', async () => {
    const { id } = await runs.start({ portions: PORTIONS });
    await killedAt('ended', 1);
    await expectAllCooked(id);
    await host.work();
    await expectAllCooked(id);
  });

  it.runIf(isThorough)('can be cancelled or resumed by another process after a kill', async () => {
    const { id } = await runs.start({ portions: PORTIONS });
    await killedAt('step', 2);
    expect(await runs.pause(id)).toMatchObject({ status: 'paused', processed: 1 });
    expect(await runs.resumeNow(id)).toMatchObject({ status: 'completed' });
    await expectAllCooked(id);
    const next = await runs.start({ portions: PORTIONS });
    await killedAt('step', 2);
    expect(await runs.cancel(next.id)).toMatchObject({ status: 'cancelled', processed: 1 });
    await host.work();
    expect(await runs.get(next.id)).toMatchObject({ status: 'cancelled', processed: 1 });
  });
});
