import { HostError } from '../errors.js';
import { parseName } from '../identity/user-fields.js';
import { redirectUriFault } from './redirect-uri.js';

/** Supported grant types. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token', 'client_credentials'] as const;
export type OAuthGrantType = (typeof GRANT_TYPES)[number];

/** Client fields that can be validated without the database. */
export interface ClientFields {
  readonly name: string;
  /** Whether the client cannot keep a secret, like a browser or desktop app. */
  readonly isPublic: boolean;
  readonly redirectUris: readonly string[];
  readonly grants: readonly OAuthGrantType[];
  readonly scopes: readonly string[];
  readonly userId: number | null;
}

/**
 * Validates and normalizes the fields for storage.
 * @param scopeNames existing scopes
 * @throws HostError 400 `oauth_client_invalid_name|redirect_uri|grants|scopes|user`
 */
export function checkClientFields(fields: ClientFields, scopeNames: readonly string[]): ClientFields {
  const name = parseName(fields.name);
  if (name === null) throw invalid('name', 'Enter a name for the client with at most 190 characters.');
  const redirectUris = [...new Set(fields.redirectUris)];
  for (const address of redirectUris) {
    const fault = redirectUriFault(address);
    if (fault !== null) throw invalid('redirect_uri', fault);
  }
  const grants = GRANT_TYPES.filter((grant) => fields.grants.includes(grant));
  assertGrants({ ...fields, grants, redirectUris });
  const scopes = [...new Set(fields.scopes)];
  const unknown = scopes.find((scope) => !scopeNames.includes(scope));
  if (unknown !== undefined)
    throw invalid('scopes', `There is no scope "${unknown}". Run "mortise scopes list" to see all scopes.`);
  if (scopes.length === 0) throw invalid('scopes', 'List the scopes that the client can request.');
  return { ...fields, name, redirectUris, grants, scopes };
}

function assertGrants({ grants, redirectUris, isPublic, userId }: ClientFields): void {
  const has = (grant: OAuthGrantType): boolean => grants.includes(grant);
  if (!has('authorization_code') && !has('client_credentials')) {
    throw invalid('grants', 'Enter a redirect URL, or a user that the client acts as.');
  }
  if (has('authorization_code') && redirectUris.length === 0) {
    throw invalid('redirect_uri', 'The grant authorization_code requires a redirect URL.');
  }
  if (has('refresh_token') && !has('authorization_code')) {
    throw invalid('grants', 'The grant refresh_token requires authorization_code.');
  }
  if (!has('client_credentials')) return;
  if (isPublic) throw invalid('grants', 'A public client has no secret and cannot use client_credentials.');
  if (userId === null) throw invalid('user', 'With client_credentials, a client acts as a user. Enter the user.');
}

function invalid(field: string, message: string): HostError {
  return new HostError(`oauth_client_invalid_${field}`, message, { status: 400, field });
}
