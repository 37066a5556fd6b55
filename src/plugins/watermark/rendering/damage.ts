import type { HostError } from '../../../index.js';
import { decodeFailed, encodeFailed, imageTruncated } from '../errors.js';
import type { ImageLibrary } from './sharp.js';

/**
 * Determines why an image could not be read or written. The image library's messages are unreliable: threads share
 * its error buffer, so a failure may carry the message of another one.
 * @returns 422 `vendor_watermark_image_truncated`, `_image_decode_failed`, 500 `_image_encode_failed`
 */
export async function damageOf(sharp: ImageLibrary, content: Uint8Array, cause: unknown): Promise<HostError> {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (isCutOff(bytes)) return imageTruncated(cause);
  return (await canRead(sharp, content)) ? encodeFailed(cause) : decodeFailed(cause);
}

/** Runs work on an image and translates its errors. @throws HostError as `damageOf` determines */
export async function readable<T>(sharp: ImageLibrary, content: Uint8Array, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw await damageOf(sharp, content, error);
  }
}

async function canRead(sharp: ImageLibrary, content: Uint8Array): Promise<boolean> {
  try {
    await sharp(content, { failOn: 'error', animated: true }).stats();
    return true;
  } catch {
    return false;
  }
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const GIF_TRAILER = 0x3b;

/** Whether a file lacks the end marker of its format. */
function isCutOff(bytes: Buffer): boolean {
  // An embedded thumbnail has an end marker, too, so only one after the last scan counts.
  if (startsWith(bytes, '\xff\xd8')) return bytes.lastIndexOf(END_OF_IMAGE) <= bytes.lastIndexOf(START_OF_SCAN);
  if (startsWith(bytes, '\x89PNG')) return !bytes.includes('IEND');
  if (startsWith(bytes, 'GIF8')) return bytes.findLast((byte) => byte !== 0) !== GIF_TRAILER;
  if (startsWith(bytes, 'RIFF')) return bytes.length < 8 || bytes.readUInt32LE(4) + 8 > bytes.length;
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return hasCutBox(bytes);
  return false;
}

function startsWith(bytes: Buffer, signature: string): boolean {
  return bytes.toString('latin1', 0, signature.length) === signature;
}

/** Checks the box lengths of AVIF. A box without a length extends to the end: ISO/IEC 14496-12, section 4.2. */
function hasCutBox(bytes: Buffer): boolean {
  for (let start = 0; start < bytes.length; ) {
    if (bytes.length - start < 8) return true;
    const length = bytes.readUInt32BE(start);
    if (length === 0) return false;
    const isLong = length === 1;
    if (isLong && bytes.length - start < 16) return true;
    start += isLong ? Math.max(16, Number(bytes.readBigUInt64BE(start + 8))) : Math.max(8, length);
    if (start > bytes.length) return true;
  }
  return false;
}
