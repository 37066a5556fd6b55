import { toWellFormed } from './json-body.js';

/**
 * Builds `Content-Disposition` (RFC 6266): whether a browser shows or saves a file, and its name. Names beyond ASCII
 * are sent twice, with `_` in place of unsupported characters for old clients.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) return `${kind}; filename="${name}"`;
  const encoded = encodeURIComponent(toWellFormed(name)).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
