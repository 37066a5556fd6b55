import { copyFile, mkdtemp, open as openFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackup } from '../../../src/core/backup/create-backup.js';
import { openBackup } from '../../../src/core/backup/open-backup.js';
import { readContent, readTarEntries } from '../../../src/core/backup/tar-read.js';
import { createTarWriter } from '../../../src/core/backup/tar-write.js';
import { openForMaintenance } from '../../../src/core/database/maintenance.js';
import type { Migration } from '../../../src/core/database/migrate.js';
import { dialects } from '../../support/databases.js';
import { testMigrations } from '../database/test-migrations.js';
import { type BackupSite, contentsOf, fillBackupSite, openBackupSite, QUIET } from './backup-site.js';

/** Manifest to be changed. */
interface TamperedBackup {
  version: number;
  files: Record<string, unknown>[];
  tables: Record<string, unknown>[];
}

let folder: string;
let file: string;
const sites: BackupSite[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mortise-backups-'));
  file = path.join(folder, 'site.tar');
});
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(dialect: (typeof dialects)[number], isFilled = false): Promise<BackupSite> {
  const site = await openBackupSite(dialect);
  sites.push(site);
  if (isFilled) await fillBackupSite(site);
  return site;
}

/** Returns the backup with a changed manifest and its new digest. */
async function withManifest(change: (manifest: TamperedBackup) => void): Promise<Buffer> {
  const source = await openFile(file, 'r');
  const draft = path.join(folder, 'changed.tar');
  const out = await openFile(draft, 'w');
  const tar = createTarWriter(out);
  for await (const entry of readTarEntries(source)) {
    const content = await readContent(source, entry, 1e9);
    if (entry.name === 'manifest.json') {
      const manifest = JSON.parse(content.toString());
      change(manifest);
      const { sha256 } = await tar.add(entry.name, Buffer.from(JSON.stringify(manifest)));
      await tar.add('manifest.sha256', Buffer.from(sha256));
    } else if (entry.name !== 'manifest.sha256') await tar.add(entry.name, content);
  }
  await tar.end();
  await out.close();
  await source.close();
  return readFile(draft);
}

describe.each(dialects)('site backup on $name', (from) => {
  /** Filled site with a backup, which tests only read. */
  let site: BackupSite;
  let prepared: string;
  beforeAll(async () => {
    prepared = await mkdtemp(path.join(tmpdir(), 'mortise-backups-'));
    site = await openBackupSite(from);
    await fillBackupSite(site);
    await site.backUp(path.join(prepared, 'site.tar'));
  });
  beforeEach(() => copyFile(path.join(prepared, 'site.tar'), file));
  afterAll(async () => {
    await site.close();
    await rm(prepared, { recursive: true, force: true });
  });

  it.each(dialects)('is restored unchanged on $name', async (to) => {
    expect((await stat(path.join(prepared, 'site.tar'))).mode & 0o777).toBe(0o600);
    const other = await open(to);
    await other.restore(file);
    expect(await contentsOf(other)).toEqual(await contentsOf(site));
    expect(await other.db.migrate('tests', testMigrations)).toEqual([]);
    expect(await other.db.insertOne('samples', { slug: 'next' })).toMatchObject({ id: 1201 });
  });

  it.each([
    ['', 'shop_'],
    ['shop_', 'mortise_'],
  ])('restores tables with the prefix %j to tables with %j', async (before, after) => {
    const prefixed = await openBackupSite(from, testMigrations, before);
    const other = await openBackupSite(from, testMigrations, after);
    sites.push(prefixed, other);
    await fillBackupSite(prefixed);
    await rm(file);
    await prefixed.backUp(file);
    await other.restore(file);
    const contents = await contentsOf(prefixed);
    expect(await contentsOf(other)).toEqual(contents);
    await other.db.query.deleteFrom('samples').execute();
    await other.restore(file, { force: true });
    expect(await contentsOf(other)).toEqual(contents);
    expect(await other.db.migrate('tests', testMigrations)).toEqual([]);
  });

  it('replaces a site only with force, and then all its rows', async () => {
    const other = await open(from);
    await other.restore(file);
    await other.db.query.updateTable('samples').set({ title: 'changed' }).execute();
    await other.db.query.deleteFrom('counters').execute();
    await other.objects.put('_media/1/photo.jpg', Buffer.from('another picture'));
    await expect(other.restore(file)).rejects.toMatchObject({ code: 'backup_target_not_empty' });
    await other.restore(file, { force: true });
    expect(await contentsOf(other)).toEqual(await contentsOf(site));
  });

  it.each(dialects)('from an older release is migrated at the next start on $name', async (to) => {
    const note: Migration = {
      name: '0003_note',
      up: (schema) => schema.raw(sql`alter table counters add column note integer`),
    };
    const newer = await open(to);
    await newer.restore(file, { migrations: [['tests', [...testMigrations, note]]] });
    expect(await contentsOf(newer)).toEqual(await contentsOf(site));
    expect(await newer.db.migrate('tests', [...testMigrations, note])).toEqual(['0003_note']);
    const { rows } = await sql`select name, note from ${sql.table('counters')}`.execute(newer.db.query);
    expect(rows).toEqual([{ name: 'b ', note: null }]);
  });

  it.each(dialects)('from a newer release is rejected before any change on $name', async (to) => {
    const older = await open(to, true);
    await older.objects.delete('_media/1/empty.txt');
    const before = await contentsOf(older);
    const restore = older.restore(file, { migrations: [['tests', testMigrations.slice(0, 1)]], force: true });
    await expect(restore).rejects.toMatchObject({
      code: 'backup_newer',
      status: 400,
      message: expect.stringContaining('tests/0002_counters'),
    });
    expect(await contentsOf(older)).toEqual(before);
    expect(await older.db.migrate('tests', testMigrations)).toEqual([]);
  });

  it.each(dialects)(
    'from version 1, which has no owners, is restored on $name with the owners of the migrations',
    async (to) => {
      const changed = await withManifest((manifest) => {
        manifest.version = 1;
        for (const table of manifest.tables) delete table.owner;
      });
      await writeFile(file, changed);
      const other = await open(to);
      await other.restore(file);
      expect(await contentsOf(other)).toEqual(await contentsOf(site));
      expect(await other.db.migrate('tests', testMigrations)).toEqual([]);
      const owned = await other.db.tablesOf('tests');
      expect(owned.map(({ name }) => name).toSorted()).toEqual(['counters', 'samples']);
      const again = await open(to);
      await again.restore(file, { migrations: [] });
      expect(await contentsOf(again)).toEqual(await contentsOf(site));
      expect(await again.db.migrate('tests', testMigrations)).toEqual([]);
    },
  );

  it('restores tables of plugins that are no longer configured', async () => {
    const other = await open(from);
    await other.restore(file, { migrations: [] });
    expect(await contentsOf(other)).toEqual(await contentsOf(site));
    expect(await other.db.migrate('tests', testMigrations)).toEqual([]);
  });

  it('is a consistent snapshot of a running site', async () => {
    const running = await open(from, true);
    const before = await contentsOf(running);
    await rm(file);
    const db = openForMaintenance(running.url);
    let written: Promise<unknown> | undefined;
    const progress = (label: string) => ({
      advance() {
        if (label === 'Rows') written ??= running.db.query.updateTable('samples').set({ title: 'later' }).execute();
      },
      stop: () => undefined,
    });
    await createBackup({ db, objects: running.objects, migrations: [], file, signal: QUIET.signal, progress }).finally(
      db.close,
    );
    await written;
    const other = await open(from);
    await other.restore(file);
    expect(await contentsOf(other)).toEqual(before);
  });
});

describe('backup', () => {
  const [dialect] = dialects;
  if (!dialect) throw new Error('There is no database.');

  it('never overwrites another file and leaves nothing behind when it is interrupted', async () => {
    const site = await open(dialect, true);
    await writeFile(file, 'mine');
    await expect(site.backUp(file)).rejects.toMatchObject({ code: 'backup_exists' });
    expect(await readFile(file, 'utf8')).toBe('mine');
    const db = openForMaintenance(site.url);
    const options = { db, objects: site.objects, migrations: [], file: path.join(folder, 'other.tar'), ...QUIET };
    await expect(createBackup({ ...options, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'backup_interrupted',
    });
    await db.close();
    expect(await readdir(folder)).toEqual(['site.tar']);
  });

  /** Any defect of a file is detected before the site is changed. */
  describe('with tampering', () => {
    let original: Buffer;
    /** Another site, which no rejected restore changes. */
    let target: BackupSite;
    let before: unknown;
    beforeAll(async () => {
      const [site, draft] = [await openBackupSite(dialect), path.join(tmpdir(), `mortise-backup-${process.pid}.tar`)];
      await fillBackupSite(site);
      await site.backUp(draft);
      original = await readFile(draft);
      await rm(draft);
      await site.close();
      target = await openBackupSite(dialect);
      await fillBackupSite(target);
      before = await contentsOf(target);
    });
    beforeEach(() => writeFile(file, original));
    afterAll(() => target.close());

    async function expectRefused(content: Buffer, code = 'backup_damaged'): Promise<void> {
      await writeFile(file, content);
      await expect(target.restore(file, { force: true })).rejects.toMatchObject({ code, status: 400 });
      expect(await contentsOf(target)).toEqual(before);
      expect(await target.db.migrate('tests', testMigrations)).toEqual([]);
    }

    it.each([0, 100, 512, 5000, -1, -600, -1024, -2000])('is rejected when it is truncated at %i', async (length) => {
      await expectRefused(original.subarray(0, length < 0 ? original.length + length - 1024 : length));
    });

    it('is rejected when any byte of its parts is changed', async () => {
      const padding = (index: number) => original.subarray(index - 8, index + 8).every((byte) => byte === 0);
      for (let index = 600; index < original.length - 1024; index += Math.floor(original.length / 40)) {
        if (padding(index)) continue;
        const changed = Buffer.from(original);
        changed.writeUInt8(changed.readUInt8(index) ^ 0x41, index);
        await writeFile(file, changed);
        await expect(openBackup(file, QUIET)).rejects.toMatchObject({ code: 'backup_damaged' });
      }
    });

    it('is rejected when its files have unsafe paths', async () => {
      for (const key of ['../outside.txt', '/etc/passwd', 'a/../../b', 'C:\\x', 'a/./b']) {
        await writeFile(file, original);
        await expectRefused(
          await withManifest(({ files }) => {
            files[0] = { ...files[0], key };
          }),
        );
      }
    });

    it.each([
      ['a table with another name', 'name', 'samples; drop table users'],
      ['no such kind of column', 'columns', [{ name: 'a', definition: { kind: 'blob', length: 0, nullable: true } }]],
      ['more rows', 'rows', 7],
      ['other rows', 'checksum', '0'.repeat(64)],
      ['an id that is none', 'nextId', '1; drop table users'],
    ])('is rejected when its manifest has %s', async (_, field, value) => {
      await expectRefused(
        await withManifest(({ tables }) => {
          tables[1] = { ...tables[1], [field]: value };
        }),
      );
    });

    it('is rejected when a part decompresses to more than its declared size', async () => {
      await expectRefused(
        await withManifest(({ tables }) => {
          const parts = tables[1]?.parts as object[];
          parts[0] = { ...parts[0], unpacked: 10 };
        }),
      );
    });

    it('is rejected when a newer release created it', async () => {
      const changed = await withManifest((manifest) => {
        manifest.version = 3;
      });
      await expectRefused(changed, 'backup_newer');
    });

    it('is rejected when it is not a backup', async () => {
      await expectRefused(Buffer.from('a text'.repeat(1000)));
      await expectRefused(Buffer.alloc(10_000));
    });
  });
});
