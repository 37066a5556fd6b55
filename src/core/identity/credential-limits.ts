import { json, utc } from '../database/codec.js';
import { HostError } from '../errors.js';
import { addressRefused, isAllowedAddress, parseAllowedAddresses } from './allowed-addresses.js';
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
