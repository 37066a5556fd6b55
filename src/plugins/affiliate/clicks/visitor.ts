import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { headerOf, type Visit } from './visit.js';

/** Bytes kept of the digest, enough to avoid collisions. */
const BYTES = 16;

/**
 * Returns a pseudonym of a visitor for one affiliate and one day. It cannot be traced back once the salt is deleted,
 * and before that only to a network.
 * @param salt of the day
 * @returns 128 bits in base64url
 */
export function visitorOf(salt: string, affiliateId: number, { headers, remoteAddress }: Visit): string {
  const who = [networkOf(remoteAddress), headerOf(headers, 'user-agent'), affiliateId];
  const digest = createHmac('sha256', salt).update(JSON.stringify(who)).digest();
  return digest.subarray(0, BYTES).toString('base64url');
}

/** Masks an IP address to /24 (IPv4) or /48 (IPv6); '' without an address. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()
    : new ipaddr.IPv4([...parsed.octets.slice(0, 3), 0]).toString();
}
