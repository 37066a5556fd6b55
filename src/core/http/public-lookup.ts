import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All addresses of a name: `lookup` of `node:dns`, or what a test puts in its place. */
export type ResolveName = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: { readonly address: string; readonly family: number }[]) => void,
) => void;

/** What is thrown for a name or address that leads into a private network, with words of who asks. */
export type PrivateAddress = (hostname: string) => Error;

/**
 * Resolves names for requests to addresses that people have typed in, and refuses those that lead into the site's own
 * network (server-side request forgery). The check is on the address that is connected to, so a name that changes its
 * mind in between gains nothing.
 */
export function createPublicLookup(privateAddress: PrivateAddress, resolve: ResolveName = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), '', 0);
      const isHidden = addresses.some(({ address }) => !isPublicAddress(address));
      if (isHidden) return callback(privateAddress(hostname), '', 0);
      if (options.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Refuses an address that is given as such: nothing is looked up for it.
 * @throws what `privateAddress` answers
 */
export function assertPublicHost({ hostname }: Pick<URL, 'hostname'>, privateAddress: PrivateAddress): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw privateAddress(address);
}

/** Whether an IP address belongs to the internet at large: not to this machine, a local network or a special use. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  // Of IPv6 only 2000::/3 is given out; what lies outside, such as ::127.0.0.1, is taken for this or that by systems.
  const isGivenOut = parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  return isGivenOut && parsed.range() === 'unicast';
}
