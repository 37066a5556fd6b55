/** What a file says of its own encoding. */
export interface DeclaredEncoding {
  /** As the file writes it. */
  readonly label: string;
  /** A name that TextDecoder knows; null for one that nobody knows. */
  readonly encoding: string | null;
}

const XML = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/;
/** Keys and values one after the other, on lines of their own or not, up to the first tag. */
const OFX_HEADER = /^\s*OFXHEADER\s*:[^<]*/;
const OFX_ENCODING = /\bENCODING\s*:\s*([\w-]+)/;
const OFX_CHARSET = /\bCHARSET\s*:\s*([\w-]+)/;

/**
 * Reads the XML declaration, or the header of OFX 1.
 * @param head the beginning of the file, its bytes as characters
 * @returns null where it says nothing
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

/** The name by which TextDecoder knows an encoding. @returns null for one that it does not know */
export function knownEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** OFX 1.6, 2.2.1: `USASCII` with a code page by its number, such as 1252; banks also write names there. */
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
