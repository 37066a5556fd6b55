import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openForMaintenance } from '../../src/core/database/maintenance.js';
import { clearMarker, setMarker } from '../../src/core/database/transfer/marker.js';
import { HostError } from '../../src/core/errors.js';
import { type BackupSite, contentsOf, fillBackupSite, openBackupSite } from '../core/backup/backup-site.js';
import { startScript } from '../core/database/processes/start-script.js';
import { testMigrations } from '../core/database/test-migrations.js';
import { dialects, type TestDialect } from '../support/databases.js';

/** A site with a backup of it, another one that it is restored over, and the process that does so. */
interface Sites {
  readonly source: BackupSite;
  readonly site: BackupSite;
  readonly file: string;
  /** @param step in which the process kills itself, when so many batches of it went through */
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

/** A restore over a site that is killed: the site is as it was, or nobody mistakes what is there for one. */
describe.each(dialects)('a restore on $name that is killed', { timeout: 240_000 }, (dialect) => {
  it.each([
    ['Checking', 1, 'whole'],
    ['Files', 1, 'whole'],
    ['Rows', 0, 'marked'],
    ['Rows', 2, 'marked'],
    ['Comparing', 1, 'marked'],
  ] as const)('at "%s" after %i steps leaves a site that is %s, and is completed', async (step, steps, state) => {
    await withSites(dialect, async ({ source, site, file, restore }) => {
      await site.db.query.updateTable('samples').set({ title: 'of the old site' }).execute();
      await site.objects.delete('_media/1/empty.txt');
      await expect(restore(step, steps).line()).rejects.toThrow('ended without a further line');
      const start = site.db.migrate('tests', testMigrations);
      if (state === 'whole') {
        expect(await start).toEqual([]);
        const rows = await site.db.query.selectFrom('samples').select('title').distinct().execute();
        expect(rows).toEqual([{ title: 'of the old site' }]);
        await site.restore(file, { force: true });
      } else {
        await expect(start).rejects.toMatchObject({ code: 'backup_restore_incomplete', status: 503 });
        await site.restore(file);
      }
      expect(await contentsOf(site)).toEqual(await contentsOf(source));
      expect(await site.db.migrate('tests', testMigrations)).toEqual([]);
    });
  });

  it('cannot be told from two that run at once: what is not marked is whole', async () => {
    await withSites(dialect, async ({ source, site, file, restore }) => {
      const restores = [restore('never', 0), restore('never', 0)];
      await Promise.all(restores.map((one) => one.line().catch(() => null)));
      const isMarked = await site.db.migrate('tests', testMigrations).then(
        () => false,
        (error: unknown) => error instanceof HostError && error.code === 'backup_restore_incomplete',
      );
      if (isMarked) await site.restore(file);
      expect(await contentsOf(site)).toEqual(await contentsOf(source));
    });
  });

  it('does not end the mark of one that was begun after it', async () => {
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
