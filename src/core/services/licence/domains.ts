import { isIP } from 'node:net';
import { onDemand } from '../../on-demand.js';

/** The list of endings is large, and only sites with a licence compare hosts. */
const suffixList = onDemand<typeof import('tldts')>('tldts');

/**
 * The part of a host that somebody registered: `example.co.uk` of `www.example.co.uk`, `ada.github.io` of itself. Which
 * endings are shared by strangers only the Public Suffix List tells, hence the library. Addresses and names without
 * such an ending stand for themselves.
 * @returns null for what is no host, or a shared ending alone
 */
export function registrableHost(text: string): string | null {
  const host = hostOf(text);
  if (host === null || isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !host.includes('.')) return host;
  return suffixList().getDomain(host, { allowPrivateDomains: true });
}

/** Whether one of the domains covers the site; without any, every site is covered. */
export function coversHost(domains: readonly string[], siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  if (domains.length === 0 || isLocal(hostname)) return true;
  const site = registrableHost(hostname);
  return site !== null && domains.some((domain) => registrableHost(domain) === site);
}

/** This machine alone (RFC 6761, RFC 1122): where a licensed site is developed. */
function isLocal(host: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(host) || /^127(?:\.\d+){3}$/.test(host) || host === '[::1]';
}

/** As URLs spell it: lower case, international names in punycode, no dot at the end. */
function hostOf(text: string): string | null {
  const address = `http://${text}`;
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  return port === '' ? hostname.replace(/\.$/, '') : null;
}
