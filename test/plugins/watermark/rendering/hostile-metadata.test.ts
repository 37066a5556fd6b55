import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readExif } from '../../../../src/core/media/exif.js';
import { xmpOf } from '../../../../src/plugins/watermark/rendering/metadata.js';
import { fromCamera } from '../../../core/media/pictures.js';

const ARTIST = 315;
const ENTRY_BYTES = 12;

/** EXIF block whose directory entries all refer to the same text, which follows them. */
function repeating(entries: number, text: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write('II*\0', 'latin1');
  header.writeUInt32LE(8, 4);
  header.writeUInt16LE(entries, 8);
  const start = header.length + entries * ENTRY_BYTES;
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt16LE(ARTIST, 0);
  entry.writeUInt16LE(2, 2);
  entry.writeUInt32LE(text.length, 4);
  entry.writeUInt32LE(start, 8);
  return Buffer.concat([header, Buffer.alloc(entries * ENTRY_BYTES, entry), text]);
}

describe('hostile EXIF', () => {
  let camera: Buffer;
  beforeAll(async () => {
    camera = (await sharp(await fromCamera()).metadata()).exif ?? Buffer.alloc(0);
    expect(readExif(camera)).toEqual({ hasPlace: true, texts: expect.objectContaining({ Artist: 'Ada Lovelace' }) });
  });

  /** Places the block in memory between secret bytes. */
  function amidSecrets(block: Uint8Array): Buffer {
    const secret = Buffer.alloc(4096, 'SECRET');
    return Buffer.concat([secret, block, secret]).subarray(secret.length, secret.length + block.length);
  }

  it('is read without an error or a byte from outside the block, for any bytes', () => {
    const prefixes = ['', 'II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08', 'Exif\0\0II*\0\x08\0\0\0'];
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), fc.uint8Array({ maxLength: 300 }), (prefix, bytes) => {
        const { texts } = readExif(amidSecrets(Buffer.concat([Buffer.from(prefix, 'latin1'), bytes])));
        expect(Object.values(texts).join()).not.toContain('SECRET');
      }),
      { numRuns: 2000 },
    );
  });

  it('is read without an error when a real block is changed or truncated', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(changes, fc.nat(), (changed, length) => {
        const bytes = Buffer.from(camera);
        for (const [at, value] of changed) bytes[at % bytes.length] = value;
        const { texts } = readExif(amidSecrets(bytes.subarray(0, length % (bytes.length + 1))));
        expect(Object.values(texts).join()).not.toContain('SECRET');
      }),
      { numRuns: 2000 },
    );
  });

  it('counts as having a location when it cannot be read', () => {
    expect(readExif(Buffer.from('II*\0\xff\xff\xff\xff', 'latin1')).hasPlace).toBe(true);
  });

  it('is read once when sixty thousand entries refer to the same megabytes', () => {
    const text = Buffer.alloc(4_000_000, ' ');
    expect(readExif(repeating(60_000, text)).texts).toEqual({});
  });
});

describe('hostile XMP', () => {
  const both = { isTurned: true, strip: true };

  it('loses the location in both notations, and its orientation is reset', () => {
    const xmp = `<d tiff:Orientation="6" a="b"
      exif:GPSLatitude = "50,5N" exif:GPSLongitude='14,25E'><exif:GPSAltitude x="y">200</exif:GPSAltitude><e/></d>`;
    const cleanXmp = xmpOf(xmp, both);
    expect(cleanXmp).not.toContain('GPS');
    expect(cleanXmp).toContain('tiff:Orientation="1" a="b"');
    expect(cleanXmp).toContain('<e/></d>');
    expect(xmpOf(xmp, { isTurned: false, strip: false })).toBe(xmp);
  });

  it('loses the location in the namespace of a manufacturer', () => {
    const xmp = `<d drone-dji:GpsLatitude="+50.1" drone-dji:GimbalYaw="1"><a:GPSLongitude>14</a:GPSLongitude></d>`;
    expect(xmpOf(xmp, both)).toBe('<d drone-dji:GimbalYaw="1"></d>');
  });

  // Quadratic time for any of these exceeds the timeout of a test.
  it.each([
    ['blanks', ' '.repeat(1_000_000)],
    ['beginnings of elements', '<exif:GPSa'.repeat(200_000)],
    ['letters of one name', `<exif:GPS${'a'.repeat(1_000_000)}`],
    ['attributes without an end', ' exif:GPSa="'.repeat(200_000)],
    ['names without a value', ` exif:GPSa${' '.repeat(1_000_000)}`],
    ['elements without an end', '<exif:GPSa>'.repeat(200_000)],
    ['orientations without a value', `tiff:Orientation${' '.repeat(1_000_000)}`],
  ])('is read to its end for a megabyte of %s', (_what, xmp) => {
    expect(xmpOf(`<e>${xmp}</e>`, both)).toMatch(/^<e>.*<\/e>$/);
  });
});
