const PARAMETER = /;\s*([\w!#$&+.^`|~-]+\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/g;
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i;

/**
 * Returns the file name of `Content-Disposition: attachment; filename="x.png"` (RFC 6266). Null if it has none or the
 * body is not an attachment. `filename*` wins over `filename`; bytes beyond ASCII are UTF-8, as all browsers send
 * them.
 */
export function attachmentName(header: string | undefined): string | null {
  if (header === undefined || !/^\s*attachment\s*(?:;|$)/i.test(header)) return null;
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare);
  }
  const plain = parameters.get('filename');
  return decodeExtended(parameters.get('filename*')) ?? (plain === undefined ? null : decodeBytes(plain));
}

/** Decodes an RFC 8187 value; null if it is malformed. */
function decodeExtended(text: string | undefined): string | null {
  const [, charset = '', value = ''] = EXTENDED.exec(text ?? '') ?? [];
  if (value === '') return null;
  const bytes = Buffer.from(
    value.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return charset.toLowerCase() === 'utf-8' ? bytes.toString('utf8') : bytes.toString('latin1');
}

/** Decodes UTF-8 bytes, because Node reads headers as Latin-1. */
function decodeBytes(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
