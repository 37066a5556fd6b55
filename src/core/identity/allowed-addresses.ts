import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { HostError } from '../errors.js';

const MAX_ADDRESSES = 100;

/**
 * Normalizes IP addresses and networks: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
 * @throws HostError 400 `rest_invalid_address_list` for an invalid entry, an empty list or more than 100 entries
 */
export function parseAllowedAddresses(list: readonly string[]): string[] {
  if (list.length === 0 || list.length > MAX_ADDRESSES)
    throw invalid(`Enter 1 to ${MAX_ADDRESSES} addresses, or leave out the list.`);
  return [...new Set(list.map(parseOne))];
}

function parseOne(text: string): string {
  const entry = text.trim();
  const [address = '', length] = entry.split('/', 2);
  const isNetwork = length !== undefined && /^\d{1,3}$/.test(length) && ipaddr.isValidCIDR(entry);
  if (isIP(address) === 0 || !(length === undefined || isNetwork)) {
    throw invalid(`"${entry.slice(0, 64)}" is not an IP address or network. Use 192.0.2.7 or 10.0.0.0/8.`);
  }
  const spelled = ipaddr.process(address).toString();
  return length === undefined ? spelled : `${spelled}/${length}`;
}

/** Whether a client may connect from this IP address. Null allows all. An unknown address matches no list. */
export function isAllowedAddress(allowed: readonly string[] | null, address: string | undefined): boolean {
  if (allowed === null) return true;
  if (address === undefined || isIP(address) === 0) return false;
  const client = ipaddr.process(address);
  return allowed.some((entry) => {
    if (!entry.includes('/')) return client.toString() === entry;
    const [network, length] = ipaddr.parseCIDR(entry);
    return client.kind() === network.kind() && client.match(network, length);
  });
}

/** Error for a valid credential used from a disallowed IP address. */
export function addressRefused(address: string | undefined): HostError {
  return new HostError(
    'rest_credential_address_refused',
    `This credential cannot be used from ${address ?? 'an unknown address'}. Add the IP address to its list, or use an allowed one.`,
    { status: 403 },
  );
}

function invalid(message: string): HostError {
  return new HostError('rest_invalid_address_list', message, { status: 400, field: 'allowed_ips' });
}
