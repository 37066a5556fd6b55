import { createHash } from 'node:crypto';
import { hasEntityTag, type PageRequest, type PageResponse } from '../../../index.js';

/**
 * An answer for machines, which all who ask are given alike. They keep it and ask whether it is the same still, so that
 * what was closed meanwhile is shown to nobody.
 */
export function machineAnswer(
  { headers: asked }: Pick<PageRequest, 'headers'>,
  body: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): PageResponse {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag, ...more };
  return hasEntityTag(asked['if-none-match'], etag)
    ? { status: 304, headers, body: '' }
    : { status: 200, headers, body };
}

/** Text for XML 1.0, which has no place for control characters and halves of characters, escaped or not. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
