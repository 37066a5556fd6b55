import { deflateSync } from 'node:zlib';
import sharp, { type Create, type Sharp } from 'sharp';

/** Image with a red, green, blue and white corner, which shows rotation and cropping. */
export async function picture(width: number, height: number): Promise<Sharp> {
  const corner = (red: number, green: number, blue: number): Create => ({
    width: Math.ceil(width / 2),
    height: Math.ceil(height / 2),
    channels: 3,
    background: { r: red, g: green, b: blue },
  });
  const half = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  const base = sharp({ create: { width, height, channels: 3, background: { r: 255, g: 0, b: 0 } } }).composite([
    { input: { create: corner(0, 255, 0) }, left: half.x, top: 0 },
    { input: { create: corner(0, 0, 255) }, left: 0, top: half.y },
    { input: { create: corner(255, 255, 255) }, left: half.x, top: half.y },
  ]);
  return sharp(await base.png().toBuffer());
}

export async function jpeg(width = 640, height = 480): Promise<Buffer> {
  return (await picture(width, height)).jpeg().toBuffer();
}

export async function png(width = 640, height = 480): Promise<Buffer> {
  return (await picture(width, height)).png().toBuffer();
}

/** Image of noise, which does not compress: a truncated file certainly lacks pixels. */
export async function noise(format: 'avif' | 'gif' | 'jpeg' | 'png' | 'webp', side = 400): Promise<Buffer> {
  const image = sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#888',
    },
  });
  return image.toFormat(format).toBuffer();
}

/** Camera file: rotated, with the location where it was taken. */
export async function fromCamera(width = 640, height = 480): Promise<Buffer> {
  return (await picture(width, height))
    .withExif({
      IFD0: { Artist: 'Ada Lovelace', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 5/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '14/1 25/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Animation with frames of different colors. */
export async function animation(format: 'gif' | 'webp', frames = 3, side = 400): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({ create: { width: side, height: side, channels: 3, background: { r: 80 * index, g: 20, b: 200 } } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(pages, { join: { animated: true } })
    .toFormat(format, { delay: 100 })
    .toBuffer();
}

/** PNG of some fifty kilobytes that declares huge dimensions and decodes to them. */
export function bomb(side = 20_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit per pixel, grayscale.
  header[8] = 1;
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1));
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** CRC-32 of PNG. Node provides one only since version 22. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Builds an IPTC block: byline, credit and copyright notice (IIM 4.2, record 2). */
export function iptcBlock(): Buffer {
  const entry = (number: number, text: string): Buffer => {
    const content = Buffer.from(text);
    return Buffer.concat([Buffer.from([0x1c, 2, number, 0, content.length]), content]);
  };
  const entries = Buffer.concat([entry(80, 'Ada Lovelace'), entry(110, 'Acme'), entry(116, 'Copyright Ada 2026')]);
  const padding = Buffer.alloc(entries.length % 2);
  const length = Buffer.from([0, 0, 0, entries.length]);
  return Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), length, entries, padding]);
}

/** Inserts an IPTC block after the start of a JPEG. */
export function withIptc(content: Buffer, block: Buffer): Buffer {
  const marker = Buffer.from([0xff, 0xed, (block.length + 2) >> 8, (block.length + 2) & 0xff]);
  return Buffer.concat([content.subarray(0, 2), marker, block, content.subarray(2)]);
}

/** Animated PNG of two equal frames. @param frames number that it declares */
export async function apng(width = 640, height = 480, frames = 2): Promise<Buffer> {
  const content = await png(width, height);
  const start = content.indexOf('IDAT') - 4;
  const end = start + 12 + content.readUInt32BE(start);
  const numbers = (...values: number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
    return bytes;
  };
  // Each frame: sequence number, size, offset, a tenth of a second, no disposal.
  const frame = (sequence: number): Buffer =>
    chunk('fcTL', Buffer.concat([numbers(sequence, width, height, 0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]));
  const pixels = content.subarray(start + 8, end - 4);
  const second = [frame(1), chunk('fdAT', Buffer.concat([numbers(2), pixels]))];
  const first = [chunk('acTL', numbers(frames, 0)), frame(0), content.subarray(start, end)];
  return Buffer.concat([content.subarray(0, start), ...first, ...second, content.subarray(end)]);
}
