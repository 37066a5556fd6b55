import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { jobMigrations } from '../../src/core/services/jobs/tables.js';
import { scheduleMigrations } from '../../src/core/services/schedule/tables.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { migratedDatabase } from '../support/databases.js';
import { freshPrefix, removeKeys } from '../support/open-queue.js';
import { queues } from '../support/queues.js';

const PATIENCE = { timeout: 60_000, interval: 100 };

describe.each(queues)('schedule of three processes, in $name', { timeout: 120_000 }, ({ dialect, isOutside }) => {
  it('runs once every second, even while a process is killed', async () => {
    const { url, drop } = await migratedDatabase(dialect);
    const prefix = isOutside ? freshPrefix() : 'table';
    const file = path.join(tmpdir(), `${freshPrefix().slice(0, -1)}.log`);
    const db = createDatabase({ url });
    await db.migrate('jobs', jobMigrations);
    await db.migrate('schedules', scheduleMigrations);
    const scripts: Script[] = [];
    const ran = (): number[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []);
    const untilRuns = (count: number) => vi.waitFor(() => expect(ran().length).toBeGreaterThanOrEqual(count), PATIENCE);
    try {
      for (let n = 0; n < 3; n += 1) {
        scripts.push(startScript('../../../failure/processes/keep-schedule.ts', [url, prefix, file]));
      }
      await Promise.all(scripts.map((script) => script.line()));
      await untilRuns(2);
      await scripts[1]?.kill('SIGKILL');
      const before = ran().length;
      await vi.waitFor(() => {
        const slots = ran().toSorted();
        expect(slots.length).toBeGreaterThanOrEqual(before + 3);
        expect(slots).toEqual(slots.map((_slot, index) => (slots[0] ?? 0) + index * 1_000));
      }, PATIENCE);
    } finally {
      await Promise.all(scripts.map((script) => script.kill('SIGKILL')));
      await db.close();
      if (isOutside) await removeKeys(prefix);
      await drop();
      rmSync(file, { force: true });
    }
  });
});
