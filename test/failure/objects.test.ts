import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStore } from '../../src/core/services/objects/disk.js';
import { type Script, startScript } from '../core/database/processes/start-script.js';
import { maySmallDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mortise-objects-failure-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('a killed write leaves the old file intact, and a draft that is swept later', async () => {
  const store = createDiskStore(`file:${folder}`);
  await store.put('photo', Buffer.from('old'));
  const script: Script = startScript('../../../failure/processes/put-object.ts', [folder]);
  expect(await script.line()).toBe('half');
  await script.kill('SIGKILL');

  expect(await text(await store.read('photo'))).toBe('old');
  const drafts = path.join(folder, '.drafts');
  expect(await readdir(drafts)).toHaveLength(1);
  const listed: string[] = [];
  for await (const { key } of store.list()) listed.push(key);
  expect(listed).toEqual(['photo']);

  expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(0);
  expect(await store.sweep(new Date(Date.now() + 60_000))).toBe(1);
  expect(await readdir(drafts)).toEqual([]);
  await store.put('photo', Buffer.from('new'));
  expect(await text(await store.read('photo'))).toBe('new');
}, 30_000);

describe.runIf(await maySmallDisk())('full disk', () => {
  let disk: string;
  beforeEach(async () => {
    disk = path.join(folder, 'disk');
    await mountSmallDisk(disk, 2);
  });
  afterEach(() => unmountDisk(disk));

  it('rejects files without room, keeps nothing of them, and accepts smaller ones', async () => {
    const store = createDiskStore(`file:${disk}/media`);
    await store.put('old', Buffer.alloc(500_000, 'o'));
    const free = async (): Promise<number> => {
      const { bavail, bsize } = await statfs(disk);
      return bavail * bsize;
    };
    const before = await free();
    const large = () => Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(64 * 1024)));
    for (const content of [large, () => Buffer.alloc(4 * 1024 * 1024)]) {
      await expect(store.put('large', content())).rejects.toMatchObject({ code: 'storage_full', status: 507 });
      await expect(store.put('old', content())).rejects.toMatchObject({ code: 'storage_full' });
    }
    await store.put('big', Buffer.alloc(1_200_000));
    await expect(store.copy('big', 'copy')).rejects.toMatchObject({ code: 'storage_full' });
    await store.delete('big');
    expect(await store.stat('large')).toBeNull();
    expect(await store.stat('copy')).toBeNull();
    expect(await text(await store.read('old'))).toBe('o'.repeat(500_000));
    expect(await readdir(path.join(disk, 'media/.drafts'))).toEqual([]);
    expect(await free()).toBe(before);
    await store.put('small', Buffer.from('fits'));
  });
});
