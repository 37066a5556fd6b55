/** Facts of a font file. */
export interface FontFacts {
  /** Family name by which the font is found. */
  readonly family: string;
  /** Whether the font has a glyph for a character. */
  has(character: string): boolean;
}

const FAMILY = 1;
const UNICODE = 0;
const MACINTOSH = 1;
const WINDOWS = 3;
/** Formats of a character map: ranges of 16 and of 32 bits. */
const SEGMENTS = 4;
const GROUPS = 12;

/**
 * Reads the family name and the character map of a TrueType or OpenType font, or of the first font of a collection:
 * OpenType 1.9, tables `name` and `cmap`.
 * @throws Error for any other content
 */
export function readFont(font: Buffer): FontFacts {
  const tables = tablesOf(font);
  const family = familyOf(tables('name'));
  const glyphOf = characterMap(tables('cmap'));
  return { family, has: (character) => glyphOf(character.codePointAt(0) ?? 0) !== 0 };
}

function tablesOf(font: Buffer): (name: string) => Buffer {
  const signature = font.toString('latin1', 0, 4);
  const start = signature === 'ttcf' ? font.readUInt32BE(12) : 0;
  if (!['\0\x01\0\0', 'OTTO', 'true'].includes(font.toString('latin1', start, start + 4))) {
    throw new Error('It is not a TrueType or OpenType font (.ttf, .otf or .ttc).');
  }
  return (name) => {
    for (let index = 0; index < font.readUInt16BE(start + 4); index += 1) {
      const entry = start + 12 + index * 16;
      if (font.toString('latin1', entry, entry + 4) !== name) continue;
      const offset = font.readUInt32BE(entry + 8);
      return font.subarray(offset, offset + font.readUInt32BE(entry + 12));
    }
    throw new Error(`The font has no table "${name}".`);
  };
}

function familyOf(names: Buffer): string {
  const texts = names.readUInt16BE(4);
  for (let index = 0; index < names.readUInt16BE(2); index += 1) {
    const entry = 6 + index * 12;
    const platform = names.readUInt16BE(entry);
    if (names.readUInt16BE(entry + 6) !== FAMILY) continue;
    const start = texts + names.readUInt16BE(entry + 10);
    const content = names.subarray(start, start + names.readUInt16BE(entry + 8));
    if (platform === WINDOWS || platform === UNICODE) return Buffer.from(content).swap16().toString('utf16le');
    if (platform === MACINTOSH) return content.toString('latin1');
  }
  throw new Error('The font has no family name.');
}

/** Returns a function that looks up the glyph of a code point; 0 for none. */
function characterMap(maps: Buffer): (codePoint: number) => number {
  const found = Array.from({ length: maps.readUInt16BE(2) }, (_, index) => {
    const platform = maps.readUInt16BE(4 + index * 8);
    const map = maps.subarray(maps.readUInt32BE(8 + index * 8));
    return { isUnicode: platform === UNICODE || platform === WINDOWS, format: map.readUInt16BE(0), map };
  }).filter(({ isUnicode }) => isUnicode);
  const groups = found.find(({ format }) => format === GROUPS);
  if (groups) return (codePoint) => glyphInGroups(groups.map, codePoint);
  const segments = found.find(({ format }) => format === SEGMENTS);
  if (segments) return (codePoint) => (codePoint > 0xffff ? 0 : glyphInSegments(segments.map, codePoint));
  throw new Error('The font has no Unicode character map.');
}

function glyphInGroups(map: Buffer, codePoint: number): number {
  for (let index = 0; index < map.readUInt32BE(12); index += 1) {
    const group = 16 + index * 12;
    const first = map.readUInt32BE(group);
    if (codePoint >= first && codePoint <= map.readUInt32BE(group + 4)) {
      return map.readUInt32BE(group + 8) + codePoint - first;
    }
  }
  return 0;
}

function glyphInSegments(map: Buffer, codePoint: number): number {
  const doubled = map.readUInt16BE(6);
  for (let index = 0; index < doubled; index += 2) {
    if (codePoint > map.readUInt16BE(14 + index)) continue;
    const first = map.readUInt16BE(16 + doubled + index);
    if (codePoint < first) return 0;
    const delta = map.readUInt16BE(16 + 2 * doubled + index);
    const place = 16 + 3 * doubled + index;
    const offset = map.readUInt16BE(place);
    if (offset === 0) return (codePoint + delta) & 0xffff;
    const glyph = map.readUInt16BE(place + offset + 2 * (codePoint - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
