const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Whether a file is an animated PNG. The image library reads only its first frame, so sizes and watermarked images are
 * still.
 * @param content the file, or its start up to the image data
 * @see https://www.w3.org/TR/png-3/#apng-frame-based-animation: `acTL` precedes `IDAT`
 * @example isAnimatedPng(await readFile('spinner.png')) // true
 */
export function isAnimatedPng(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  for (let chunk = SIGNATURE.length; chunk + 12 <= bytes.length; chunk += 12 + bytes.readUInt32BE(chunk)) {
    const type = bytes.toString('latin1', chunk + 4, chunk + 8);
    if (type === 'acTL') return bytes.readUInt32BE(chunk + 8) > 1;
    if (type === 'IDAT') return false;
  }
  return false;
}
