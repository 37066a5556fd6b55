import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../src/core/database/database.js';
import { sweepMedia } from '../../../src/core/media/library.js';
import { createLocks } from '../../../src/core/services/locks/locks.js';
import { createDiskStore } from '../../../src/core/services/objects/disk.js';
import type { ObjectStoreService } from '../../../src/core/services/objects/object-store.js';
import { migratedDatabase, SQLITE } from '../../support/databases.js';
import { type MediaSite, openMediaSite } from './media-site.js';
import { jpeg } from './pictures.js';

let site: MediaSite;
let db: Database;
let objects: ObjectStoreService;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await migratedDatabase(SQLITE);
  drop = database.drop;
  site = await openMediaSite({ database: database.url });
  db = createDatabase({ url: database.url });
  objects = createDiskStore(`file:${site.folder}`);
});
afterEach(async () => {
  await db.close();
  await site.close();
  await drop();
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined } as never;
const sweep = (): Promise<number | null> => sweepMedia({ db, objects, locks: createLocks(db, log), log });

async function age(keys: readonly string[]): Promise<void> {
  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  for (const key of keys) await utimes(path.join(site.folder, key), yesterday, yesterday);
}

const orphan = (letter: string, file = 'full.jpg'): string => `_media/${letter.repeat(2)}/${letter.repeat(32)}/${file}`;

it('deletes files that no row has referenced for a day, and nothing else', async () => {
  await site.host.media.create(await jpeg(), { filename: 'a.jpg' });
  const before = await site.files();
  for (const key of [orphan('a'), orphan('a', 'medium.jpg'), orphan('b'), orphan('c'), orphan('c', 'medium.jpg')]) {
    await objects.put(key, Buffer.from('x'));
  }
  await objects.put('acme-shop/invoice.pdf', Buffer.from('x'));
  await objects.put('_media/readme.txt', Buffer.from('x'));
  // The second file of `c` may be an upload in progress.
  await age([
    ...before,
    orphan('a'),
    orphan('a', 'medium.jpg'),
    orphan('c'),
    'acme-shop/invoice.pdf',
    '_media/readme.txt',
  ]);
  expect(await sweep()).toBe(2);
  expect(await site.files()).toEqual(
    [
      ...before,
      orphan('b'),
      orphan('c'),
      orphan('c', 'medium.jpg'),
      'acme-shop/invoice.pdf',
      '_media/readme.txt',
    ].sort(),
  );
  expect(await sweep()).toBe(0);
});

it('processes more tokens than one lookup batch', async () => {
  const keys = Array.from({ length: 450 }, (_, index) => {
    const token = index.toString(16).padStart(32, '0').split('').reverse().join('');
    return `_media/${token.slice(0, 2)}/${token}/full.jpg`;
  });
  for (const key of keys) await objects.put(key, Buffer.from('x'));
  await age(keys);
  const { id } = await site.host.media.create(await jpeg(100, 100), { filename: 'a.jpg' });
  expect(await sweep()).toBe(450);
  expect(await site.files()).toHaveLength(1);
  expect(await site.host.media.get(id)).not.toBeNull();
}, 30_000);

it('runs in only one process at a time', async () => {
  const lease = await createLocks(db, log).acquire('media-sweep');
  expect(await sweep()).toBeNull();
  await lease?.release();
  expect(await sweep()).toBe(0);
});
