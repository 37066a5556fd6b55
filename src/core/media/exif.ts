/** Content of the first directory of an EXIF block. */
export interface ExifFacts {
  /** Whether it contains a location or cannot be read. */
  readonly hasPlace: boolean;
  /** Text tags such as author, device and date, by their standard names. */
  readonly texts: Record<string, string>;
}

const GPS_POINTER = 0x8825;

const ASCII = 2;

const TEXTS: Readonly<Record<number, string>> = {
  270: 'ImageDescription',
  271: 'Make',
  272: 'Model',
  305: 'Software',
  306: 'DateTime',
  315: 'Artist',
  33432: 'Copyright',
};

/**
 * Reads the first directory of an EXIF block: CIPA DC-008, section 4.6.
 * @param exif bytes as from sharp's `metadata().exif`, with or without the prefix `Exif`
 * @returns `hasPlace: true` and no texts if the block is damaged
 * @example readExif(exif).texts.Copyright // '© 2026 Ada Lovelace'
 */
export function readExif(exif: Buffer): ExifFacts {
  try {
    return read(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif);
  } catch {
    // Offsets outside the block: it may contain a location.
    return { hasPlace: true, texts: {} };
  }
}

function read(tiff: Buffer): ExifFacts {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  const texts: Record<string, string> = {};
  let hasPlace = false;
  // Each tag once: thousands of entries with one long text would block the process for minutes.
  const seen = new Set<number>();
  for (let index = 0; index < short(directory); index += 1) {
    const entry = directory + 2 + index * 12;
    const tag = short(entry);
    if (tag === GPS_POINTER) hasPlace = true;
    const name = TEXTS[tag];
    if (name === undefined || seen.has(tag) || short(entry + 2) !== ASCII) continue;
    seen.add(tag);
    const length = long(entry + 4);
    const start = length <= 4 ? entry + 8 : long(entry + 8);
    const text = tiff
      .toString('utf8', start, start + length)
      .replace(/\0.*$/s, '')
      .trim();
    if (text !== '') texts[name] = text;
  }
  return { hasPlace, texts };
}
