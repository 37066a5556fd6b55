/** Bytes at the start of a file needed to detect its type. */
export const SNIFFED = 4100;

/**
 * Detects the media type from the first bytes, ignoring the file name and the declared type.
 * @param head the first {@link SNIFFED} bytes, or all of a shorter file
 */
export function detectType(head: Buffer): string {
  return bySignature(head) ?? byText(head) ?? 'application/octet-stream';
}

/** Fixed bytes at fixed offsets. */
const SIGNATURES: readonly (readonly [type: string, text: string, offset?: number])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['application/pdf', '%PDF-'],
  ['audio/flac', 'fLaC'],
  ['audio/mpeg', 'ID3'],
  ['image/tiff', 'II*\0'],
  ['image/tiff', 'MM\0*'],
];

function bySignature(head: Buffer): string | null {
  const has = (text: string, offset = 0): boolean =>
    head.toString('latin1', offset, offset + text.length) === text && head.length >= offset + text.length;
  for (const [type, text, offset] of SIGNATURES) if (has(text, offset)) return type;
  if (has('RIFF')) return has('WEBP', 8) ? 'image/webp' : has('WAVE', 8) ? 'audio/wav' : null;
  if (has('ftyp', 4)) return byBrand(head);
  if (has('OggS')) return head.includes('\x80theora', 0, 'latin1') ? 'video/ogg' : 'audio/ogg';
  if (has('\x1aE\xdf\xa3')) return head.subarray(0, 64).includes('webm') ? 'video/webm' : null;
  if (has('PK\x03\x04') || has('PK\x05\x06')) return insideZip(head);
  if (has('BM') && head.length > 18 && head.readUInt32LE(14) <= 124) return 'image/bmp';
  return isMpegAudio(head) ? 'audio/mpeg' : null;
}

/** ISO base media files list their brands: the main brand, then compatible ones. */
function byBrand(head: Buffer): string | null {
  const length = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= length; at += 4) brands.push(head.toString('latin1', at, at + 4));
  const [main = ''] = brands;
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'image/avif';
  if (/^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(main)) return 'image/heic';
  if (main === 'qt  ') return 'video/quicktime';
  if (/^M4[AB] $/.test(main)) return 'audio/mp4';
  return /^(?:isom|iso\d|mp4\d|M4V |avc1|dash|f4v |MSNV)$/.test(main) ? 'video/mp4' : null;
}

/** Document formats based on ZIP identify themselves in the first entry. */
function insideZip(head: Buffer): string {
  const text = head.toString('latin1');
  const [, openDocument = ''] =
    /^PK.{28}mimetype(application\/(?:vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)|epub\+zip))/s.exec(
      text,
    ) ?? [];
  if (openDocument !== '') return openDocument;
  if (text.includes('[Content_Types].xml') || text.includes('_rels/.rels')) {
    const office = 'application/vnd.openxmlformats-officedocument.';
    if (text.includes('word/')) return `${office}wordprocessingml.document`;
    if (text.includes('xl/')) return `${office}spreadsheetml.sheet`;
    if (text.includes('ppt/')) return `${office}presentationml.presentation`;
  }
  return 'application/zip';
}

/** A layer III frame header: eleven set bits, followed by no reserved values. */
function isMpegAudio(head: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = head;
  return first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 0xf && ((third >> 2) & 3) !== 3;
}

/** As in WHATWG MIME Sniffing: a tag that starts a document, after whitespace and comments. */
const HTML =
  /<(?:!doctype html|html|head|script|iframe|body|title|style|a|br|p|div|h1|table|b|font|img|meta|link|form|object|embed)[\s>/]/i;
const SVG = /<(?:[a-z]+:)?svg[\s>/]/i;

/** Non-ASCII text must be UTF-8, or UTF-16 with a byte order mark. Control characters mean binary. */
function byText(head: Buffer): string | null {
  const text = decode(head);
  if (text === null || /(?![\t\n\f\r])\p{Cc}/u.test(text)) return null;
  if (SVG.test(text)) return 'image/svg+xml';
  return HTML.test(text) ? 'text/html' : 'text/plain';
}

function decode(head: Buffer): string | null {
  const utf16 = head.length >= 2 && ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff));
  const encoding = utf16 ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    // The head may end in the middle of a character.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length >= SNIFFED });
  } catch {
    return null;
  }
}
