import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { headerOf, type Visit } from './visit.js';

/** Bytes that are kept of the digest: enough that two people are never one by chance. */
const BYTES = 16;

/**
 * A name for a visitor of one affiliate on one day. It leads back to nobody once the salt is gone, and before that to a
 * neighbourhood of addresses alone.
 * @param salt of the day
 * @returns 128 bits in base64url
 */
export function visitorOf(salt: string, affiliateId: number, { headers, remoteAddress }: Visit): string {
  const who = [networkOf(remoteAddress), headerOf(headers, 'user-agent'), affiliateId];
  const digest = createHmac('sha256', salt).update(JSON.stringify(who)).digest();
  return digest.subarray(0, BYTES).toString('base64url');
}

/** /24 of IPv4, /48 of IPv6; '' without an address. */
export function networkOf(address: string | undefined): string {
  if (address === undefined || isIP(address) === 0) return '';
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? new ipaddr.IPv6([...parsed.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()
    : new ipaddr.IPv4([...parsed.octets.slice(0, 3), 0]).toString();
}
