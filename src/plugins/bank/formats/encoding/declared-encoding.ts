import { knownEncoding } from './code-pages.js';

/** Encoding that a file declares for itself. */
export interface DeclaredEncoding {
  /** As written in the file. */
  readonly label: string;
  /** Name of {@link knownEncoding}; null if unsupported. */
  readonly encoding: string | null;
}

const XML = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/;
/** Keys and values up to the first tag, with or without line breaks. */
const OFX_HEADER = /^\s*OFXHEADER\s*:[^<]*/;
const OFX_ENCODING = /\bENCODING\s*:\s*([\w-]+)/;
const OFX_CHARSET = /\bCHARSET\s*:\s*([\w-]+)/;

/**
 * Reads the encoding from the XML declaration or the OFX 1 header.
 * @param head first bytes of the file as Latin-1
 * @returns null if none is declared
 */
export function declaredEncoding(head: string): DeclaredEncoding | null {
  const xml = XML.exec(head)?.[1];
  if (xml !== undefined) return { label: xml, encoding: knownEncoding(xml) };
  const header = OFX_HEADER.exec(head)?.[0];
  if (header === undefined) return null;
  const encoding = OFX_ENCODING.exec(header)?.[1] ?? '';
  const charset = OFX_CHARSET.exec(header)?.[1] ?? '';
  return ofxEncoding(encoding, charset);
}

/** OFX 1.6, 2.2.1: `USASCII` with the number of a code page, such as 1252. Banks also write names there. */
function ofxEncoding(encoding: string, charset: string): DeclaredEncoding | null {
  if (/^(?:UTF-?8|UNICODE)$/i.test(encoding)) return { label: encoding, encoding: 'utf-8' };
  if (charset === '' || charset.toUpperCase() === 'NONE') {
    return encoding === '' || /^US-?ASCII$/i.test(encoding)
      ? null
      : { label: encoding, encoding: knownEncoding(encoding) };
  }
  const name = /^125\d$/.test(charset) ? `windows-${charset}` : charset.replace(/^8859/, 'iso-8859');
  return { label: charset, encoding: knownEncoding(name) };
}
