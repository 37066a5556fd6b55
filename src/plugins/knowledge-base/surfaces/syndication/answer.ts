import { createHash } from 'node:crypto';
import type { PageRequest, PageResponse } from '../../../../pages.js';
import { hasEntityTag } from '../../../../rest.js';

/**
 * Builds a response for machines, the same for all clients.
 * Clients must revalidate, so that content closed in the meantime is not shown.
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

/** Escapes text for XML 1.0 and drops control characters and lone surrogates, which XML forbids. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}
