import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createTestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { startMariadb } from '../support/mariadb-server.js';
import { maySmallDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.js';

/** Size of the smallest server, with some room. */
const MEBIBYTES_OF_MARIADB = 160;

describe.runIf(await maySmallDisk())('database on a full disk', () => {
  let folder: string;
  let disk: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-full-'));
    disk = path.join(folder, 'disk');
  });
  afterEach(async () => {
    await unmountDisk(disk);
    await rm(folder, { recursive: true, force: true });
  });

  it('rejects whole transactions in a file, keeps reading, and writes again when there is room', async () => {
    await mountSmallDisk(disk, 6);
    const url = `sqlite:${disk}/site.db`;
    const host = await createTestHost({ database: url, storage: `file:${folder}/media` });
    const { db } = host;
    const large = 'x'.repeat(100_000);
    const names = async () => {
      const rows = await db.query.selectFrom('terms').select('slug').orderBy('id').execute();
      return rows.map(({ slug }) => slug);
    };
    const add = (slug: string) =>
      host.content.terms.create({ taxonomy: 'tests', slug, name: slug, locale: 'en', description: large });

    await add('first');
    const stored = ['first'];
    await writeFile(path.join(disk, 'ballast'), Buffer.alloc(1_000_000));
    for (let count = 0; ; count++) {
      const slugs = [`pair-${count}-a`, `pair-${count}-b`];
      const outcome = await db
        .transaction(async () => {
          for (const slug of slugs) await add(slug);
        })
        .then(
          () => 'stored',
          (error: unknown) => error,
        );
      if (outcome !== 'stored') {
        expect(outcome).toMatchObject({ code: 'database_full', status: 507 });
        break;
      }
      stored.push(...slugs);
    }
    expect(await names()).toEqual(stored);
    await expect(add('alone')).rejects.toMatchObject({ code: 'database_full' });

    await rm(path.join(disk, 'ballast'));
    await add('again');
    expect(await names()).toEqual([...stored, 'again']);
    await host.close();
    const reopened = createDatabase({ url });
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(reopened.query);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
    await reopened.close();
  }, 30_000);

  it.runIf(inject('services').includes('mariadb'))(
    'rejects whole transactions on a server, keeps reading, and writes again when there is room',
    async () => {
      await mountSmallDisk(disk, MEBIBYTES_OF_MARIADB);
      const server = await startMariadb([], { parent: disk });
      const host = await createTestHost({ database: server.url, storage: `file:${folder}/media` });
      try {
        const { db } = host;
        // Rows with pages of their own can leave a server without room to roll back, and then it aborts.
        const text = 'x'.repeat(3_000);
        const add = (slug: string) =>
          host.content.terms.create({ taxonomy: 'tests', slug, name: slug, locale: 'en', description: text });
        const names = async () => {
          const rows = await db.query.selectFrom('terms').select('slug').orderBy('id').execute();
          return rows.map(({ slug }) => slug);
        };
        await add('first');
        const stored = ['first'];
        const { bavail, bsize } = await statfs(disk);
        await writeFile(path.join(disk, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - 12_000_000)));
        let outcome: unknown = 'stored';
        for (let count = 0; outcome === 'stored'; count += 1) {
          const slugs = Array.from({ length: 100 }, (_, index) => `set-${count}-${index}`);
          outcome = await db
            .transaction(async () => {
              for (const slug of slugs) await add(slug);
            })
            .then(
              () => 'stored',
              (error: unknown) => error,
            );
          if (outcome === 'stored') stored.push(...slugs);
        }
        expect(outcome).toMatchObject({ code: 'database_full', status: 507 });
        expect(await names()).toEqual(stored);
        await rm(path.join(disk, 'ballast'));
        await add('again');
        expect(await names()).toEqual([...stored, 'again']);
      } finally {
        await host.close();
        await server.close();
      }
    },
    60_000,
  );
});
