import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openZip } from '../../../../src/plugins/knowledge-base/content/export/zip-target.js';
import type { ExportRequest } from '../../../../src/plugins/knowledge-base/surfaces/export/export-to.js';
import { createExportingHost, exportFrom } from '../../../support/knowledge-base-export.js';

describe('zip export', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-zip-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);

  async function pack(name: string, files: Record<string, string>): Promise<Buffer> {
    const zip = await openZip(at(name), { force: true });
    for (const [file, text] of Object.entries(files)) await zip.write(file, text);
    await zip.finish();
    return readFile(at(name));
  }

  it('has the same bytes for any write order and time zone', async () => {
    const one = await pack('one.zip', { 'b.md': 'two', 'a/ä.md': 'one' });
    const { TZ } = process.env;
    process.env.TZ = 'Pacific/Kiritimati';
    const other = await pack('other.zip', { 'a/ä.md': 'one', 'b.md': 'two' }).finally(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    expect(other.equals(one)).toBe(true);
    expect(namesIn(one)).toEqual(['a/ä.md', 'b.md']);
    expect((await readdir(folder)).sort()).toEqual(['one.zip', 'other.zip']);
  });

  it.runIf(process.env.MORTISE_FULL)(
    'supports more files than the format without Zip64',
    async () => {
      const zip = await openZip(at('many.zip'), { force: false });
      for (let number = 0; number < 65_600; number += 1) await zip.write(`${number % 100}/${number}`, '');
      await zip.finish();
      expect(new Set(namesIn(await readFile(at('many.zip')))).size).toBe(65_600);
    },
    300_000,
  );

  it('keeps the existing file when it is discarded or a source cannot be read', async () => {
    await writeFile(at('out.zip'), 'before');
    const archive = await openZip(at('out.zip'), { force: true });
    await archive.write('a', 'text');
    await archive.discard();
    const broken = await openZip(at('out.zip'), { force: true });
    const failing = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('the store is away');
      })(),
    );
    await expect(broken.copy('a', failing)).rejects.toThrow('the store is away');
    await broken.discard();
    expect(await readFile(at('out.zip'), 'utf8')).toBe('before');
    expect(await readdir(folder)).toEqual(['out.zip']);
    await expect(openZip(at('out.zip'), { force: false })).rejects.toMatchObject({ code: 'vendor_kb_export_exists' });
  });

  it('rejects paths outside of the archive and duplicate names', async () => {
    const zip = await openZip(at('out.zip'), { force: false });
    await zip.copy('a/b', createReadStream(new URL(import.meta.url)));
    await expect(zip.write('../a', '')).rejects.toMatchObject({ code: 'vendor_kb_export_path' });
    await expect(zip.write('a/b', '')).rejects.toMatchObject({ code: 'vendor_kb_export_path' });
    await zip.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  describe('with articles', () => {
    let host: TestHost;
    beforeEach(async () => {
      host = await createExportingHost({});
      const { articles } = host.plugin('knowledge-base');
      await articles.create({ title: 'One', status: 'publish', content: 'Text.' }, { user: null, source: 'cli' });
    });
    afterEach(() => host.close());

    it.each([
      ['markdown', ['one.md']],
      ['json', ['export.json']],
      ['wxr', ['export.xml']],
      [
        'html',
        [
          'assets/blocks.css',
          'assets/core-blocks.css',
          'assets/kb.css',
          'assets/mortise.css',
          'assets/prose.css',
          'index.html',
          'one.html',
        ],
      ],
    ] as const)('supports the format %s and leaves no file when aborted', async (to, files) => {
      const request: ExportRequest = { path: at(`${to}.zip`), to, zip: true };
      expect(await exportFrom(host, request)).toMatchObject({ articles: 1, interrupted: false });
      expect(namesIn(await readFile(request.path))).toEqual(files);
      const stopped = { ...request, path: at('stopped.zip'), signal: AbortSignal.abort() };
      expect(await exportFrom(host, stopped)).toMatchObject({ interrupted: true });
      expect(await readdir(folder)).toEqual([`${to}.zip`]);
    });
  });
});

/** Reads the names in the central directory of an archive (APPNOTE 4.3.12), also with Zip64. */
function namesIn(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'));
  const far = zip.lastIndexOf(Buffer.from('PK\x06\x06'));
  const names: string[] = [];
  let at = far === -1 ? zip.readUInt32LE(end + 16) : Number(zip.readBigUInt64LE(far + 48));
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    names.push(zip.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return names;
}
