import { isIP } from 'node:net';
import { onDemand } from '../../on-demand.js';

/** Loaded on demand: the list is large, and only sites with a licence compare hosts. */
const suffixList = onDemand<typeof import('tldts')>('tldts');

/**
 * Returns the registrable domain of a host: `example.co.uk` for `www.example.co.uk`, `ada.github.io` for itself. Only
 * the Public Suffix List says which suffixes are shared, hence the library. IP addresses and names without a known
 * suffix are returned as they are.
 * @returns null for an invalid host or a bare public suffix
 */
export function registrableHost(text: string): string | null {
  const host = hostOf(text);
  if (host === null || isIP(host.replace(/^\[|\]$/g, '')) !== 0 || !host.includes('.')) return host;
  return suffixList().getDomain(host, { allowPrivateDomains: true });
}

/** Whether one of the domains covers the site. An empty list covers every site. */
export function coversHost(domains: readonly string[], siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  if (domains.length === 0 || isLocal(hostname)) return true;
  const site = registrableHost(hostname);
  return site !== null && domains.some((domain) => registrableHost(domain) === site);
}

/** Whether a host is the local machine (RFC 6761, RFC 1122), where licensed sites are developed. */
function isLocal(host: string): boolean {
  return /^(?:.+\.)?localhost\.?$/.test(host) || /^127(?:\.\d+){3}$/.test(host) || host === '[::1]';
}

/** Normalizes a host as URLs do: lowercase, punycode, no trailing dot. */
function hostOf(text: string): string | null {
  const address = `http://${text}`;
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  return port === '' ? hostname.replace(/\.$/, '') : null;
}
