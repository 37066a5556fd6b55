import { toWellFormed } from './json-body.js';

/**
 * `Content-Disposition` (RFC 6266): whether a browser shows a file or saves it, and under which name. Names beyond ASCII
 * come twice, for old readers with `_` in place of what they do not know.
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
