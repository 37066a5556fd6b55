import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ZipLimits } from '../../../../src/core/zip-archive.js';
import {
  ARCHIVE_LIMITS,
  isArchive,
  unpack,
} from '../../../../src/plugins/knowledge-base/content/import/archive/unpack.js';
import { temporaryFolder } from './temporary-folder.js';
import { flagged, patched, zipOf } from './zip-file.js';

async function unpacked(zip: Buffer, limits: Partial<ZipLimits> = {}) {
  const folder = await temporaryFolder({ 'in.zip': zip });
  const target = path.join(folder, 'out');
  await mkdir(target);
  const root = path.relative(
    target,
    await unpack(path.join(folder, 'in.zip'), target, { ...ARCHIVE_LIMITS, ...limits }),
  );
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(target, path.join(entry.parentPath, entry.name))).sort();
  return { root, names, read: (name: string) => readFile(path.join(target, name), 'utf8') };
}

/** Unpacks an invalid zip, asserts that nothing is written elsewhere, and returns the error and what is left. */
async function refused(zip: Buffer, limits: Partial<ZipLimits> = {}) {
  const folder = await temporaryFolder({ 'in.zip': zip });
  const target = path.join(folder, 'deep/out');
  await mkdir(target, { recursive: true });
  const error = await unpack(path.join(folder, 'in.zip'), target, { ...ARCHIVE_LIMITS, ...limits }).then(
    () => null,
    (thrown: { code: string; status: number; message: string }) => thrown,
  );
  expect(await readdir(folder)).toEqual(['deep', 'in.zip']);
  expect(await readdir(path.join(folder, 'deep'))).toEqual(['out']);
  return { code: error?.code, status: error?.status, message: error?.message, left: await readdir(target) };
}

describe('imported zip', () => {
  it('is detected by its signature', async () => {
    const folder = await temporaryFolder({
      a: await zipOf({ 'a.md': 'x' }),
      b: await zipOf({}),
      'c.zip': 'PK',
      d: 'text',
    });
    const found = await Promise.all(
      ['a', 'b', 'c.zip', 'd', '', 'gone'].map((name) => isArchive(path.join(folder, name))),
    );
    expect(found).toEqual([true, true, false, false, false, false]);
  });

  it('is unpacked with compressed, stored and empty files, but without hidden ones', async () => {
    const zip = await zipOf({
      'guides/ä.md': 'Ä',
      'stored.md': { content: 'as it is', compress: false },
      'empty.md': '',
      '.git/config': 'x',
      'a/.hidden': 'x',
      '__MACOSX/a/._b.md': 'x',
    });
    const { root, names, read } = await unpacked(zip);
    expect({ root, names }).toEqual({ root: '', names: ['empty.md', 'guides/ä.md', 'stored.md'] });
    expect(await Promise.all(names.map(read))).toEqual(['', 'Ä', 'as it is']);
  });

  it('has the folder around all files as its root if it has an entry for it', async () => {
    expect((await unpacked(await zipOf({ 'book/': '', 'book/a.md': 'x', '__MACOSX/book/._a.md': 'x' }))).root).toBe(
      'book',
    );
    expect((await unpacked(await zipOf({ 'book/a.md': 'x' }))).root).toBe('');
    expect((await unpacked(await zipOf({ 'book/': '', 'book/a.md': 'x', 'b.md': 'x' }))).root).toBe('');
  });

  it('may have backslashes as path separators', async () => {
    expect((await unpacked(patched(await zipOf({ 'guides/a.md': 'x' }), 'guides/a.md', 'guides\\a.md'))).names).toEqual(
      ['guides/a.md'],
    );
  });

  it.each([
    ['above it', 'xx/secret.md', '../secret.md'],
    ['above it, deeper', 'a/xx/xx/b.md', 'a/../../b.md'],
    ['above it, with backslashes', 'xx/secret.md', '..\\secret.md'],
    ['from the root', 'x/etc/a.md', '//etc/a.md'],
    ['from the root of Windows', 'xx/a.md', 'C:/a.md'],
    ['with what is no character', 'a/b.md', 'a/\x01.md'],
    ['with empty parts', 'a/x/b.md', 'a//xb.md'],
    ['that is the folder itself', 'x', '.'],
  ])('is rejected as a whole for an entry %s', async (_, from, to) => {
    const zip = patched(await zipOf({ 'fine.md': 'x', [from]: 'secret' }), from, to);
    expect(await refused(zip)).toMatchObject({ code: 'vendor_kb_archive_path', status: 422, left: [] });
  });

  it('is rejected as a whole for a file name that is too long', async () => {
    const zip = await zipOf({ [`${'a'.repeat(300)}.md`]: 'x' });
    expect(await refused(zip)).toMatchObject({ code: 'vendor_kb_archive_path', left: [] });
  });

  it.each([
    ['a symbolic link', 0o120777],
    ['a device', 0o020666],
    ['a pipe', 0o010666],
  ])('is rejected as a whole for %s', async (_, mode) => {
    const zip = await zipOf({ 'fine.md': 'x', 'link.md': { content: '/etc/passwd', mode } });
    expect(await refused(zip)).toMatchObject({ code: 'vendor_kb_archive_link', status: 422, left: [] });
  });

  it('is rejected if it is encrypted', async () => {
    for (const bit of [0x1, 0x40]) {
      expect(await refused(flagged(await zipOf({ 'a.md': 'x' }), bit))).toMatchObject({
        code: 'vendor_kb_archive_encrypted',
        status: 422,
        left: [],
      });
    }
  });

  it('is rejected with a duplicate file or a file that is also a folder', async () => {
    const twice = patched(await zipOf({ 'aa.md': 'x', 'bb.md': 'y' }), 'bb.md', 'aa.md');
    const folder = patched(await zipOf({ aaaa: 'x', 'bbbb/c.md': 'y' }), 'bbbb', 'aaaa');
    for (const zip of [twice, folder]) {
      expect(await refused(zip)).toMatchObject({ code: 'vendor_kb_archive_duplicate', status: 422, left: [] });
    }
  });

  it('is rejected if its declared size or number of entries is too large', async () => {
    const bomb = await zipOf({ 'a.md': { content: new Uint8Array(80 * 1024 ** 2) } });
    expect(bomb.length).toBeLessThan(200_000);
    const tooLarge = { code: 'vendor_kb_archive_too_large', status: 413, left: [] };
    expect(await refused(bomb)).toMatchObject(tooLarge);
    const many = await zipOf({ 'a.md': 'x', 'b.md': 'x', 'c.md': 'x' });
    expect(await refused(many, { entries: 2 })).toMatchObject(tooLarge);
    expect(await refused(many, { bytes: 2 })).toMatchObject(tooLarge);
  });

  it('is rejected if it declares a smaller size than it has', async () => {
    const zip = await zipOf({ 'a.md': { content: new Uint8Array(100_000) } });
    const at = zip.indexOf('PK\x01\x02', 0, 'latin1') + 24;
    zip.writeUInt32LE(10, at);
    expect(await refused(zip)).toMatchObject({ code: 'vendor_kb_archive_damaged', status: 422 });
  });

  it('is rejected if it is truncated anywhere or its content was changed', async () => {
    const zip = await zipOf({ 'a.md': { content: 'The text of a page.', compress: false }, 'b.md': 'more text' });
    for (let end = 4; end < zip.length; end += 7) {
      expect(await refused(zip.subarray(0, end))).toMatchObject({ code: 'vendor_kb_archive_damaged', status: 422 });
    }
    expect((await refused(patched(zip, 'The text', 'Not this'))).code).toBe('vendor_kb_archive_damaged');
  });

  it('is either read or rejected with an error code after any byte was changed', async () => {
    const zip = await zipOf({ 'a.md': 'Text', 'b/c.md': 'more text' });
    for (let at = 0; at < zip.length; at += 1) {
      const changed = Buffer.from(zip);
      changed.writeUInt8((changed.readUInt8(at) ^ 0xff) & 0xff, at);
      const folder = await temporaryFolder({ 'in.zip': changed });
      const out = path.join(folder, 'out');
      await mkdir(out);
      const error = await unpack(path.join(folder, 'in.zip'), out).then(
        () => null,
        (thrown: { code?: string }) => thrown,
      );
      if (error) expect(error.code).toMatch(/^vendor_kb_archive_/);
    }
  });

  it('never overwrites an existing file', async () => {
    const folder = await temporaryFolder({ 'in.zip': await zipOf({ 'a.md': 'x' }), 'out/a.md': 'mine' });
    await expect(unpack(path.join(folder, 'in.zip'), path.join(folder, 'out'))).rejects.toMatchObject({
      code: 'vendor_kb_archive_duplicate',
    });
    expect(await readFile(path.join(folder, 'out/a.md'), 'utf8')).toBe('mine');
    await writeFile(path.join(folder, 'in.zip'), '');
    expect(await isArchive(path.join(folder, 'in.zip'))).toBe(false);
  });
});
