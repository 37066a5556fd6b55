import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { HostError } from '../errors.js';

/**
 * Resolves names for requests to addresses that people have typed in, and refuses those that lead into the site's own
 * network (server-side request forgery). The check is on the address that is connected to, so a name that changes its
 * mind in between gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return callback(error ?? new Error(`${hostname} has no address.`), '', 0);
    const hidden = addresses.find(({ address }) => !isPublicAddress(address));
    if (hidden) return callback(privateAddress(hostname), '', 0);
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/** Whether an IP address belongs to the internet at large: not to this machine, a local network or a special use. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast';
}

export function privateAddress(hostname: string): HostError {
  return new HostError(
    'webhook_address_private',
    `${hostname} leads into a private network, where this site sends nothing. Use an address of the internet, or set the option webhooks: { allowPrivate: true }.`,
    { status: 422 },
  );
}
