import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createDiskStore } from '../../../../src/core/services/objects/disk.js';
import { objectStoreContract } from '../object-store-contract.js';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-objects-'));
  folders.push(folder);
  return folder;
}

objectStoreContract('disk', async () => createDiskStore(`file:${await freshFolder()}`));

describe('disk store', () => {
  async function fresh() {
    const folder = path.join(await freshFolder(), 'media');
    return { folder, store: createDiskStore(`file:${folder}`), drafts: path.join(folder, '.drafts') };
  }

  it('creates its folder with the first file, accessible only to the owner', async () => {
    const { folder, store } = await fresh();
    await store.put('a/b.txt', Buffer.from('x'));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'a'))).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(folder, 'a/b.txt'))).mode & 0o777).toBe(0o600);
  });

  it('accepts a file URL as folder', async () => {
    const folder = await freshFolder();
    await createDiskStore(`file://${folder}/with%20blank`).put('a', Buffer.from('x'));
    expect(await readFile(path.join(folder, 'with blank/a'), 'utf8')).toBe('x');
  });

  it('follows no symlink out of its folder in any operation', async () => {
    const { folder, store } = await fresh();
    const outside = await freshFolder();
    await writeFile(path.join(outside, 'secret'), 'secret');
    await store.put('a', Buffer.from('x'));
    await symlink(outside, path.join(folder, 'way'));
    await symlink(path.join(outside, 'secret'), path.join(folder, 'file'));
    const refused = { code: 'storage_key_invalid' };
    await expect(store.read('way/secret')).rejects.toMatchObject(refused);
    await expect(store.stat('way/secret')).rejects.toMatchObject(refused);
    await expect(store.put('way/new', Buffer.from('x'))).rejects.toMatchObject(refused);
    await expect(store.put('way/deep/new', Buffer.from('x'))).rejects.toMatchObject(refused);
    await expect(store.copy('way/secret', 'b')).rejects.toMatchObject(refused);
    await expect(store.copy('a', 'way/b')).rejects.toMatchObject(refused);
    await expect(store.delete('way/secret')).rejects.toMatchObject(refused);
    await expect(store.read('file')).rejects.toMatchObject({ code: 'storage_missing' });
    expect(await store.stat('file')).toBeNull();
    const listed: string[] = [];
    for await (const { key } of store.list()) listed.push(key);
    expect(listed).toEqual(['a']);
    await store.put('file', Buffer.from('mine'));
    expect(await readdir(outside)).toEqual(['secret']);
    expect(await readFile(path.join(outside, 'secret'), 'utf8')).toBe('secret');
    expect(await readdir(path.join(folder, '.drafts'))).toEqual([]);
  });

  it('rejects a file in place of a folder and a folder in place of a file', async () => {
    const { store, drafts } = await fresh();
    await store.put('a/b', Buffer.from('x'));
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_key_invalid' });
    await expect(store.put('a/b/c', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_key_invalid' });
    await expect(store.put('a/b/c/d', Buffer.from('x'))).rejects.toMatchObject({ code: 'storage_key_invalid' });
    await store.delete('a');
    expect(await text(await store.read('a/b'))).toBe('x');
    expect(await readdir(drafts)).toEqual([]);
  });

  it('lists in byte order when folders and files share a prefix', async () => {
    const { store } = await fresh();
    for (const key of ['a/b', 'a-b', 'a.b', 'a0', '\uffee', '\u{1f642}']) await store.put(key, Buffer.from('x'));
    const listed: string[] = [];
    for await (const { key } of store.list()) listed.push(key);
    expect(listed).toEqual(['a-b', 'a.b', 'a/b', 'a0', '\uffee', '\u{1f642}']);
  });

  it('leaves no empty folder and no part of a failed upload', async () => {
    const { folder, store, drafts } = await fresh();
    await store.put('a/b/c', Buffer.from('x'));
    await store.delete('a/b/c');
    await expect(store.put('d/e', Readable.from(broken()))).rejects.toThrow('broken');
    expect(await readdir(folder)).toEqual(['.drafts']);
    expect(await readdir(drafts)).toEqual([]);
  });

  it('recreates its folders after they were deleted', async () => {
    const { folder, store } = await fresh();
    await store.put('a', Buffer.from('x'));
    await rm(folder, { recursive: true });
    await store.put('b', Buffer.from('y'));
    expect(await text(await store.read('b'))).toBe('y');
  });

  it('deletes old temporary files, but no recent or foreign ones', async () => {
    const { store, drafts } = await fresh();
    await store.put('a', Buffer.from('x'));
    const old = path.join(drafts, '0b7a3c52-6a86-4a41-8a4f-0d6d0c7f5a10');
    await writeFile(old, 'half');
    await utimes(old, 1_000, 1_000);
    await writeFile(path.join(drafts, '1b7a3c52-6a86-4a41-8a4f-0d6d0c7f5a10'), 'half');
    await writeFile(path.join(drafts, 'notes.txt'), 'not ours');
    await utimes(path.join(drafts, 'notes.txt'), 1_000, 1_000);
    expect(await store.sweep(new Date(Date.now() - 60_000))).toBe(1);
    expect((await readdir(drafts)).sort()).toEqual(['1b7a3c52-6a86-4a41-8a4f-0d6d0c7f5a10', 'notes.txt']);
  });

  it('sweeps nothing when its folders were deleted', async () => {
    const { folder, store } = await fresh();
    await store.put('a', Buffer.from('x'));
    await rm(folder, { recursive: true });
    expect(await store.sweep(new Date())).toBe(0);
  });

  it('reports the free space, even before the first file', async () => {
    const { store } = await fresh();
    const free = await store.freeBytes?.();
    expect(free).toBeGreaterThan(0);
    expect(Number.isSafeInteger(free)).toBe(true);
  });

  it('is unavailable while a file is in place of its folder and recovers afterwards', async () => {
    const folder = path.join(await freshFolder(), 'media');
    await writeFile(folder, 'a file');
    const store = createDiskStore(`file:${folder}`);
    await expect(store.put('a', Buffer.from('x'))).rejects.toMatchObject({ status: expect.any(Number) });
    await rm(folder);
    await mkdir(folder);
    await store.put('a', Buffer.from('x'));
  });
});

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from('half');
  throw new Error('broken');
}
