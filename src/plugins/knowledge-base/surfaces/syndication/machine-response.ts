import { createHash } from 'node:crypto';
import type { PageRequest, PageResponse } from '../../../../pages.js';
import { hasEntityTag } from '../../../../rest.js';
import { EVERYBODY } from '../../content/export/everybody.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { View } from '../../content/views/view.js';
import type { Visibility } from '../../domain/access/visibility.js';
import type { Visit } from '../pages/visit.js';

/**
 * Builds a response for machines, the same for all clients.
 * Clients must revalidate, so that content closed in the meantime is not shown.
 */
export function machineResponse(
  { headers: requestHeaders }: Pick<PageRequest, 'headers'>,
  body: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): PageResponse {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache', ETag: etag, ...more };
  return hasEntityTag(requestHeaders['if-none-match'], etag)
    ? { status: 304, headers, body: '' }
    : { status: 200, headers, body };
}

/** Drops control characters and lone surrogates, which XML 1.0 forbids. */
export function xmlText(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Returns the view of an anonymous visitor: content for machines is the same for all clients. */
export function asStranger(visit: Visit): View {
  const { kb, context, locale, path, strings } = visit;
  return { kb, context, locale, path, strings, viewer: kb.access.viewerOf(EVERYBODY) };
}

export function visibleToAll({ access }: Pick<KnowledgeBase, 'access'>): Promise<Visibility> {
  return access.visibility(access.viewerOf(EVERYBODY));
}
