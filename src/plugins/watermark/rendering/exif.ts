/** What a block of EXIF says in its first directory. */
export interface ExifFacts {
  /** Whether it says where the picture was taken, or cannot be read. */
  readonly hasPlace: boolean;
  /** Who made it, with what and when, by the names of the standard. */
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

/** Reads the first directory of a block of EXIF: CIPA DC-008, section 4.6. */
export function readExif(exif: Buffer): ExifFacts {
  try {
    return read(exif.toString('latin1', 0, 4) === 'Exif' ? exif.subarray(6) : exif);
  } catch {
    // Numbers that lead out of the block: nobody knows what else is in it.
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
  // Each once: thousands of entries that all point at one long text would keep the process busy for minutes.
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
