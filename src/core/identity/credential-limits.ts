import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { json, utc } from '../database/codec.js';
import { HostError } from '../errors.js';
import { parseName } from './user-fields.js';

/** Name and limits of a program's credential. */
export interface CredentialLimits {
  /** Purpose of the credential, e.g. `Import script`. */
  readonly name: string;
  /** Scopes of the credential: capabilities or named scopes. Absent: everything the user may do. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  /** IP addresses and networks that may use the credential, e.g. `192.0.2.7`, `10.0.0.0/8`. Absent: all. */
  readonly allowedAddresses?: readonly string[] | undefined;
}

/** Limits in their database form. */
export interface StoredLimits {
  readonly name: string;
  readonly scopes: string | null;
  readonly expires_at: string | null;
  readonly allowed_ips: string | null;
}

/**
 * Validates the limits of a new credential.
 * @param kind type of the credential, part of the error codes
 * @param isScope whether a scope exists: a mistyped one would never grant anything
 * @throws HostError 400 `rest_{kind}_invalid_name`, `_invalid_scopes`, `_invalid_expiry`, `rest_invalid_address_list`
 */
export function checkLimits(
  kind: 'application_password' | 'api_key',
  { name, scopes, expiresAt, allowedAddresses }: CredentialLimits,
  { now, isScope }: { readonly now: number; readonly isScope: (name: string) => boolean },
): StoredLimits {
  const invalid = (field: string, message: string): HostError =>
    new HostError(`rest_${kind}_invalid_${field}`, message, { status: 400, field });
  const label = parseName(name);
  if (label === null) throw invalid('name', 'Enter a name on one line with at most 190 characters.');
  if (scopes?.length === 0) {
    throw invalid('scopes', 'List the scopes, or leave out the list to allow all.');
  }
  const unknown = scopes?.find((scope) => !isScope(scope));
  if (unknown !== undefined) {
    throw invalid('scopes', `There is no scope "${unknown}". Run "mortise scopes list" to see all scopes.`);
  }
  if (expiresAt && !(expiresAt.getTime() > now)) throw invalid('expiry', 'Choose a time in the future.');
  return {
    name: label,
    scopes: scopes ? json.encode([...new Set(scopes)]) : null,
    expires_at: expiresAt ? utc.encode(expiresAt) : null,
    allowed_ips: allowedAddresses ? json.encode(parseAllowedAddresses(allowedAddresses)) : null,
  };
}

/**
 * Asserts that a verified credential may be used now and from this IP address.
 * @throws HostError `rest_credential_expired` (401), `rest_credential_address_refused` (403)
 */
export function assertUsable(
  {
    expiresAt,
    allowedAddresses,
  }: { readonly expiresAt: Date | null; readonly allowedAddresses: readonly string[] | null },
  { now, ip }: { readonly now: number; readonly ip: string | undefined },
): void {
  if (expiresAt && expiresAt.getTime() <= now) {
    throw new HostError('rest_credential_expired', 'This credential has expired. Create a new one.', {
      status: 401,
      expired_at: expiresAt.toISOString(),
    });
  }
  if (!isAllowedAddress(allowedAddresses, ip)) throw addressRefused(ip);
}

/** Decodes a stored list of names. Any other content is corrupt and grants nothing. */
export function decodeList(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const value = json.decode(text);
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

const MAX_ADDRESSES = 100;

/**
 * Normalizes IP addresses and networks: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`.
 * @throws HostError 400 `rest_invalid_address_list` for an invalid entry, an empty list or more than 100 entries
 */
function parseAllowedAddresses(list: readonly string[]): string[] {
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
function isAllowedAddress(allowed: readonly string[] | null, address: string | undefined): boolean {
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
function addressRefused(address: string | undefined): HostError {
  return new HostError(
    'rest_credential_address_refused',
    `This credential cannot be used from ${address ?? 'an unknown address'}. Add the IP address to its list, or use an allowed one.`,
    { status: 403 },
  );
}

function invalid(message: string): HostError {
  return new HostError('rest_invalid_address_list', message, { status: 400, field: 'allowed_ips' });
}
