import type { IncomingMessage } from 'node:http';
import type { VisitorRequest } from '../../../pages.js';

/** The fields of a request that tracking reads. */
export interface Visit extends VisitorRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** Client IP address; taken from proxy headers only if the site trusts the proxy. */
  readonly remoteAddress: string | undefined;
}

export type Device = 'desktop' | 'mobile' | 'tablet' | 'other';

const TABLET = /ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i;
const MOBILE = /mobi|iphone|ipod|android|windows phone|opera mini/i;
const DESKTOP = /windows nt|macintosh|x11|cros/i;
/** Maximum length of a host name (RFC 1035). */
const MAX_HOST_LENGTH = 253;

/** Whether the link was opened, rather than prefetched or requested with HEAD. */
export function isOpened({ method, headers }: Visit): boolean {
  return method === 'GET' && !isPrefetch(headers);
}

/** Checks the current prefetch header and the legacy ones. */
function isPrefetch(headers: Visit['headers']): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headerOf(headers, name));
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

/** Returns the device type by user agent. Tablets are tested first: their user agents also match phones. */
export function deviceOf({ headers }: Visit): Device {
  const agent = headerOf(headers, 'user-agent');
  if (TABLET.test(agent)) return 'tablet';
  if (MOBILE.test(agent)) return 'mobile';
  return DESKTOP.test(agent) ? 'desktop' : 'other';
}

/**
 * Returns the host of the referring page, without `www.`.
 * @returns '' if there is none or it is not a web page
 */
export function sourceOf({ headers }: Visit): string {
  const referrer = headerOf(headers, 'referer');
  if (!URL.canParse(referrer)) return '';
  const { protocol, hostname } = new URL(referrer);
  if (protocol !== 'http:' && protocol !== 'https:') return '';
  const host = hostname.replace(/^www\./, '');
  return host.length <= MAX_HOST_LENGTH ? host : '';
}

export function headerOf(headers: Visit['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join().trim();
}
