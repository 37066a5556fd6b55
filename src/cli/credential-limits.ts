import type { CommandOption } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { ApiKey } from '../core/identity/api-keys.js';
import type { ApplicationPassword } from '../core/identity/application-passwords.js';
import type { CredentialLimits } from '../core/identity/credential-limits.js';

const DAY = 24 * 60 * 60 * 1000;

/** Options that limit a new application password or API key. */
export const LIMIT_OPTIONS: readonly CommandOption[] = [
  { flags: '--scopes <names>', description: 'scopes, separated by commas: see "mortise scopes list"' },
  { flags: '--expires <time>', description: 'expiration: a date such as 2027-01-31, or days such as 90d' },
  { flags: '--allowed-ips <addresses>', description: 'allowed IP addresses and networks, separated by commas' },
];

/** @throws HostError 400 `cli_option_invalid` */
export function limitsFrom(name: string, options: Readonly<Record<string, unknown>>): CredentialLimits {
  return {
    name,
    scopes: listOr(options.scopes),
    expiresAt: typeof options.expires === 'string' ? parseExpiry(options.expires) : undefined,
    allowedAddresses: listOr(options.allowedIps),
  };
}

function parseExpiry(text: string): Date {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const date = days === undefined ? new Date(text) : new Date(Date.now() + Number(days) * DAY);
  if (!Number.isNaN(date.getTime())) return date;
  throw new HostError('cli_option_invalid', `"${text}" is not a time. Use a date such as 2027-01-31, or 90d.`, {
    status: 400,
  });
}

function listOr(value: unknown): string[] | undefined {
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : undefined;
}

/** Columns common to both types of credentials. */
export function describeCredential({
  name,
  expiresAt,
  allowedAddresses,
  createdAt,
  lastUsedAt,
  lastIp,
}: ApplicationPassword | ApiKey) {
  return {
    name,
    expires: expiresAt?.toISOString() ?? '',
    allowed_ips: allowedAddresses?.join(',') ?? '',
    created: createdAt.toISOString(),
    last_used: lastUsedAt?.toISOString() ?? '',
    last_ip: lastIp ?? '',
  };
}
