import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { statementFormats } from '../../../../../src/plugins/bank/formats/formats.js';
import { createZipFormat, ZIP_LIMITS } from '../../../../../src/plugins/bank/formats/zip/zip.js';
import { codesOf, readParts } from '../read-parts.js';

const SWIFT =
  ':20:A\n:25:DE89370400440532013000\n:60F:C260301EUR0,00\n:61:260302C1,NTRFNONREF\n:62F:C260302EUR1,00\n-\n';
const QIF = '!Type:Bank\nD02/28/2026\nT2.00\nPAnna\n^\n';

interface Packed {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Bits of the header: 1 for encrypted. */
  readonly flags?: number;
  /** Unpacked size that the directory states. */
  readonly size?: number;
}

/** Packs a ZIP archive, also one that no program would. */
function zipOf(...files: readonly Packed[]): Uint8Array {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, flags = 0, size } of files) {
    const bytes = Buffer.from(content);
    const data = deflateRawSync(bytes);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(flags | 0x800, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(bytes), 10);
    header.writeUInt32LE(data.length, 14);
    header.writeUInt32LE(size ?? bytes.length, 18);
    header.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), header, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
}

const options = { account: '123456', currency: 'EUR' };
const read = (archive: Uint8Array, limits = ZIP_LIMITS) =>
  readParts(createZipFormat(statementFormats(), undefined, limits), archive, options);

describe('ZIP archive', () => {
  it('is read file by file, each in its own format', async () => {
    const parts = await read(
      zipOf(
        { name: 'march/a.sta', content: SWIFT },
        { name: 'b.qif', content: QIF },
        { name: '__MACOSX/x', content: '' },
      ),
    );
    expect(parts.entries.map(({ amount, position }) => [amount, position])).toEqual([
      [100, 'march/a.sta: line 4'],
      [200, 'b.qif: line 2'],
    ]);
    expect(parts.problems).toEqual([]);
  });

  it('reports a file that is no statement, and reads the others', async () => {
    const parts = await read(zipOf({ name: 'letter.txt', content: 'Dear customer' }, { name: 'b.qif', content: QIF }));
    expect([parts.sum, ...codesOf(parts)]).toEqual([200, 'unknown_format']);
  });

  it('leaves time for health checks while it is read', async () => {
    const line = ':61:260302C1,NTRFNONREF\n:86:Invoice 7\n';
    const content = `:20:A\n:25:DE89370400440532013000\n:60F:C260301EUR0,00\n${line.repeat(50_000)}-\n`;
    let turns = 0;
    let isReading = true;
    const probe = (): void => {
      turns += 1;
      if (isReading) setImmediate(probe);
    };
    setImmediate(probe);
    const parts = await read(zipOf({ name: 'a.sta', content }), { ...ZIP_LIMITS, ratio: 1000 });
    isReading = false;
    expect(parts.entries).toHaveLength(50_000);
    expect(turns).toBeGreaterThan(20);
  });

  it('does not read archives in it', async () => {
    const inner = zipOf({ name: 'b.qif', content: QIF });
    expect(codesOf(await read(zipOf({ name: 'inner.zip', content: inner })))).toEqual(['archive_invalid']);
  });

  it.each([
    ['the name ../a.sta', [{ name: '../a.sta', content: SWIFT }]],
    ['the name /a.sta', [{ name: '/a.sta', content: SWIFT }]],
    [
      'the same name twice',
      [
        { name: 'a', content: SWIFT },
        { name: 'a', content: SWIFT },
      ],
    ],
    ['a password', [{ name: 'a.sta', content: SWIFT, flags: 1 }]],
    ['no files', []],
  ])('is refused with %s', async (_, files: readonly Packed[]) => {
    await expect(read(zipOf(...files))).rejects.toMatchObject({ code: 'vendor_bank_archive_invalid', status: 422 });
  });

  it('is refused with too many files, or too many bytes', async () => {
    const two = zipOf({ name: 'a.sta', content: SWIFT }, { name: 'b.qif', content: QIF });
    const refused = { code: 'vendor_bank_archive_too_large', status: 413 };
    await expect(read(two, { ...ZIP_LIMITS, entries: 1 })).rejects.toMatchObject(refused);
    await expect(read(two, { ...ZIP_LIMITS, bytes: 50 })).rejects.toMatchObject(refused);
  });

  it('is refused as a bomb, by its directory and by what it unpacks to', async () => {
    const zeros = Buffer.alloc(9 * 1024 ** 2);
    await expect(read(zipOf({ name: 'a.sta', content: zeros }))).rejects.toMatchObject({
      code: 'vendor_bank_archive_too_large',
    });
    const lying = await read(zipOf({ name: 'a.sta', content: zeros, size: 100 }));
    expect([lying.entries, codesOf(lying)]).toEqual([[], ['archive_invalid']]);
  });

  it('is refused if it is a workbook, or damaged', async () => {
    const refused = { code: 'vendor_bank_unsupported_media', status: 415 };
    await expect(read(zipOf({ name: '[Content_Types].xml', content: '' }))).rejects.toMatchObject(refused);
    await expect(read(Buffer.from('PK\x03\x04rest'))).rejects.toMatchObject(refused);
    const damaged = Buffer.from(zipOf({ name: 'a.sta', content: SWIFT }));
    damaged[40] = (damaged[40] ?? 0) ^ 0xff;
    expect(codesOf(await read(damaged))).toContain('archive_invalid');
  });
});
