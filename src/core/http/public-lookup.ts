import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves all addresses of a name: `lookup` of `node:dns`, or a stub in tests. */
export type ResolveName = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: { readonly address: string; readonly family: number }[]) => void,
) => void;

/** Creates the caller's error for a name or address in a private network. @experimental */
export type PrivateAddress = (hostname: string) => Error;

/**
 * Creates a DNS lookup that rejects private addresses, for requests to user-supplied URLs (SSRF). It checks the
 * address of the actual connection, so DNS rebinding does not help an attacker.
 * @experimental
 */
export function createPublicLookup(privateAddress: PrivateAddress, resolve: ResolveName = resolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${hostname} has no IP address.`), '', 0);
      const isHidden = addresses.some(({ address }) => !isPublicAddress(address));
      if (isHidden) return callback(privateAddress(hostname), '', 0);
      if (options.all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

/**
 * Rejects a host that is a private IP address, for which no lookup happens.
 * @throws the error from `privateAddress`
 * @experimental
 */
export function assertPublicHost({ hostname }: Pick<URL, 'hostname'>, privateAddress: PrivateAddress): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw privateAddress(address);
}

/** Whether an IP address is public: not of this machine, a local network or a special-use range. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  // Only 2000::/3 is assigned in IPv6; systems interpret others, such as ::127.0.0.1, in different ways.
  const isGivenOut = parsed.kind() === 'ipv4' || (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  return isGivenOut && parsed.range() === 'unicast';
}
