import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openForMaintenance } from '../../src/core/database/maintenance.js';
import { clearMarker, setMarker } from '../../src/core/database/transfer/marker.js';
import { type BackupSite, contentsOf, fillBackupSite, openBackupSite } from '../core/backup/backup-site.js';
import { startScript } from '../core/database/processes/start-script.js';
import { testMigrations } from '../core/database/test-migrations.js';
import { dialects, type TestDialect } from '../support/databases.js';
import { killPoints, killPointsOn } from '../support/kill-loop.js';

/** Site with a backup, another site it is restored over, and the process that restores it. */
interface Sites {
  readonly source: BackupSite;
  readonly site: BackupSite;
  readonly file: string;
  /** @param step step in which the process kills itself, after the given number of batches */
  restore(step: string, steps: number): ReturnType<typeof startScript>;
}

async function withSites(dialect: TestDialect, work: (sites: Sites) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-restore-'));
  const file = path.join(folder, 'site.tar');
  const source = await openBackupSite(dialects[0] ?? dialect);
  const site = await openBackupSite(dialect);
  try {
    await fillBackupSite(source);
    await source.backUp(file);
    await fillBackupSite(site);
    const script = '../../../failure/processes/restore-site.ts';
    await work({
      source,
      site,
      file,
      restore: (step, steps) => startScript(script, [site.url, site.storage, file, step, String(steps)]),
    });
  } finally {
    await source.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const OLD_TITLE = 'of the old site';

async function tablesOf({ url }: BackupSite): Promise<string[]> {
  const db = openForMaintenance(url);
  const { objects } = await db.dialect.inspection.catalog(db.executor).finally(db.close);
  return objects.filter(({ type }) => type === 'table').map(({ name }) => name);
}

/** A killed restore leaves either the old site or the new one intact. */
describe.each(dialects)('restore on $name', { timeout: 600_000 }, (dialect) => {
  const points = [
    ['Checking', 1],
    ['Files', 1],
    ['Rows', 0],
    ['Rows', 2],
    ['Comparing', 1],
  ] as const;
  it.each(killPointsOn(dialect, points))(
    'killed at "%s" after %i steps leaves the old site intact',
    async (step, steps) => {
      await withSites(dialect, async ({ source, site, file, restore }) => {
        await site.db.query.updateTable('samples').set({ title: OLD_TITLE }).execute();
        const before = await contentsOf(site);
        const names = await tablesOf(site);
        await restore(step, steps).killed();
        expect(await contentsOf(site)).toEqual(before);
        expect(await site.db.migrate('tests', testMigrations)).toEqual([]);
        expect(await contentsOf(site)).toEqual(before);
        expect(await tablesOf(site)).toEqual(names);
        await site.objects.delete('_media/1/empty.txt');
        await site.restore(file, { force: true });
        expect(await contentsOf(site)).toEqual(await contentsOf(source));
        expect(await site.db.migrate('tests', testMigrations)).toEqual([]);
      });
    },
  );

  it('killed at a statement leaves the old or the new site intact, and the next start cleans up', async () => {
    await withSites(dialect, async ({ source, site, file, restore }) => {
      await site.restore(file, { force: true });
      const names = await tablesOf(site);
      const restored = await contentsOf(source);
      const count = Number(await restore('never', 0).line());
      for (const point of killPoints(count, [0.6, 0.95])) {
        await site.db.query.updateTable('samples').set({ title: OLD_TITLE }).execute();
        const old = await contentsOf(site);
        await restore('Statements', point).killed();
        const [row] = await site.db.query.selectFrom('samples').select('title').limit(1).execute();
        const whole = row?.title === OLD_TITLE ? old : restored;
        expect(await contentsOf(site), `before statement ${point} of ${count}`).toEqual(whole);
        expect(await site.db.migrate('tests', testMigrations)).toEqual([]);
        expect(await contentsOf(site)).toEqual(whole);
        expect(await tablesOf(site)).toEqual(names);
      }
    });
  });

  it('waits for a concurrent restore', async () => {
    await withSites(dialect, async ({ source, site, restore }) => {
      const restores = [restore('never', 0), restore('never', 0)];
      await Promise.all(restores.map((one) => one.line().catch(() => null)));
      expect(await site.db.migrate('tests', testMigrations)).toEqual([]);
      expect(await contentsOf(site)).toEqual(await contentsOf(source));
    });
  });

  it('cannot clear the marker of a later restore', async () => {
    const site = await openBackupSite(dialect);
    const db = openForMaintenance(site.url);
    try {
      const first = await setMarker(db, { kind: 'restore', source: 'one' });
      const second = await setMarker(db, { kind: 'restore', source: 'another' });
      await expect(clearMarker(db, first)).rejects.toMatchObject({ code: 'database_transfer_overtaken', status: 409 });
      await expect(site.db.migrate('tests', testMigrations)).rejects.toMatchObject({
        code: 'backup_restore_incomplete',
      });
      await clearMarker(db, second);
      expect(await site.db.migrate('tests', testMigrations)).toHaveLength(2);
    } finally {
      await db.close();
      await site.close();
    }
  });
});
