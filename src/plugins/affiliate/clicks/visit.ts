import type { IncomingMessage } from 'node:http';

/** A request for a link, as far as it is looked at. */
export interface Visit {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  /** Behind a proxy only where the site trusts it. */
  readonly remoteAddress: string | undefined;
}

export type Device = 'desktop' | 'mobile' | 'tablet' | 'other';

const TABLET = /ipad|tablet|kindle|silk\/|playbook|android(?!.*mobile)/i;
const MOBILE = /mobi|iphone|ipod|android|windows phone|opera mini/i;
const DESKTOP = /windows nt|macintosh|x11|cros/i;
/** Longest name of a host (RFC 1035). */
const LONGEST_HOST = 253;

/** Whether the link was opened, and not asked for its head or loaded in case it is wanted. */
export function isOpened({ method, headers }: Visit): boolean {
  return method === 'GET' && !isPrefetch(headers);
}

/** Whether it is a program. What does not say what it is, is no browser. */
export async function isProgram({ headers }: Visit): Promise<boolean> {
  const agent = headerOf(headers, 'user-agent');
  if (agent === '') return true;
  // Loaded with the first click: a site that starts has no use for it.
  const { isbot } = await import('isbot');
  return isbot(agent);
}

/** Loading ahead: the header of today, and those that browsers sent before. */
function isPrefetch(headers: Visit['headers']): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headerOf(headers, name));
  return purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose));
}

/** Kind of device by the name of the browser; tablets say less than phones, so they are asked about first. */
export function deviceOf({ headers }: Visit): Device {
  const agent = headerOf(headers, 'user-agent');
  if (TABLET.test(agent)) return 'tablet';
  if (MOBILE.test(agent)) return 'mobile';
  return DESKTOP.test(agent) ? 'desktop' : 'other';
}

/**
 * Host of the page that the link was on, without `www.`.
 * @returns '' where there is none, and for what is no page of the web
 */
export function sourceOf({ headers }: Visit): string {
  const referrer = headerOf(headers, 'referer');
  if (!URL.canParse(referrer)) return '';
  const { protocol, hostname } = new URL(referrer);
  if (protocol !== 'http:' && protocol !== 'https:') return '';
  const host = hostname.replace(/^www\./, '');
  return host.length <= LONGEST_HOST ? host : '';
}

export function headerOf(headers: Visit['headers'], name: string): string {
  return [headers[name] ?? ''].flat().join().trim();
}
