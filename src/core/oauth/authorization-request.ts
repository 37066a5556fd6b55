import type { Access } from '../access/capabilities.js';
import { HostError } from '../errors.js';
import { oauthError } from '../identity/oauth/oauth-error.js';
import { isWithin, parseScope } from '../identity/oauth/scopes.js';
import type { OAuthClient, OAuthClients } from './clients.js';
import { readParameters } from './form.js';
import { isRegistered } from './redirect-uri.js';

/** Target of an authorization response, with the state that lets the client recognize it. */
export interface ResponseAddress {
  readonly redirectUri: string;
  /** Opaque value, returned as the client sent it. */
  readonly state: string | undefined;
}

/** Valid authorization request, as far as the client is concerned. */
export interface AuthorizationRequest extends ResponseAddress {
  readonly client: OAuthClient;
  readonly scopes: readonly string[];
  /** SHA-256 of the verifier, in base64url. */
  readonly codeChallenge: string;
  readonly prompt: 'none' | 'consent' | null;
  /** Parameters of the request, for the consent form and the return from the login. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Invalid request, with an error to send to the client. */
export interface RefusedRequest extends ResponseAddress {
  readonly refusal: HostError;
}

const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'prompt',
] as const;

/** SHA-256 in base64url (RFC 7636 section 4.2). */
const CHALLENGE = /^[\w-]{43}$/;

/**
 * Parses the parameters of an authorization request.
 * Redirects only to an address that the client registered. Otherwise the error is shown to the user.
 * @throws HostError 400 `oauth_client_unknown`, `oauth_redirect_uri_invalid`, `oauth_request_invalid`, for the user
 */
export async function readAuthorizationRequest(
  fields: Readonly<Record<string, unknown>>,
  parts: { readonly clients: Pick<OAuthClients, 'get'>; readonly access: Pick<Access, 'scopes'> },
): Promise<AuthorizationRequest | RefusedRequest> {
  const { once, faulty } = readParameters(fields);
  if (faulty.includes('client_id') || faulty.includes('redirect_uri')) {
    throw forPerson('oauth_request_invalid', 'The app sent an invalid request.');
  }
  const client = once.client_id === undefined ? null : await parts.clients.get(once.client_id);
  if (!client || client.disabled) {
    throw forPerson('oauth_client_unknown', 'The app that sent you here is not registered with this site.');
  }
  const { redirect_uri: redirectUri, state } = once;
  if (redirectUri === undefined || !isRegistered(redirectUri, client.redirectUris)) {
    throw forPerson('oauth_redirect_uri_invalid', `${client.name} has not registered this redirect URL.`);
  }
  const address = { redirectUri, state };
  try {
    if (faulty.length > 0) throw oauthError('invalid_request', 'A parameter is repeated or too long.');
    return {
      ...address,
      ...checkRequest(once, client),
      client,
      scopes: requestedScopes(once.scope, client, parts.access),
      parameters: Object.fromEntries(
        PARAMETERS.flatMap((name) => {
          const value = once[name];
          return value === undefined ? [] : [[name, value]];
        }),
      ),
    };
  } catch (error) {
    if (error instanceof HostError && error.status < 500) return { ...address, refusal: error };
    throw error;
  }
}

function checkRequest(
  once: Readonly<Record<string, string>>,
  client: OAuthClient,
): Pick<AuthorizationRequest, 'codeChallenge' | 'prompt'> {
  const { response_type: type, response_mode: mode = 'query', code_challenge: codeChallenge, prompt } = once;
  if (type === undefined) throw oauthError('invalid_request', 'The parameter response_type is missing.');
  if (type !== 'code') throw oauthError('unsupported_response_type', 'The only supported response type is code.');
  if (mode !== 'query') throw oauthError('invalid_request', 'The only supported response mode is query.');
  if (!client.grants.includes('authorization_code')) {
    throw oauthError('unauthorized_client', 'This client cannot request authorization codes.');
  }
  if (codeChallenge === undefined) {
    throw oauthError('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.');
  }
  // Without a method, RFC 7636 assumes plain, which does not protect an intercepted request.
  if (once.code_challenge_method !== 'S256') {
    throw oauthError('invalid_request', 'The only supported code_challenge_method is S256.');
  }
  if (!CHALLENGE.test(codeChallenge)) throw oauthError('invalid_request', 'The code_challenge is not a SHA-256 hash.');
  if (prompt !== undefined && prompt !== 'none' && prompt !== 'consent') {
    throw oauthError('invalid_request', 'The parameter prompt must be none or consent.');
  }
  return { codeChallenge, prompt: prompt ?? null };
}

/** Requested scopes. Default: those of the client whose plugins are active. */
function requestedScopes(
  text: string | undefined,
  client: OAuthClient,
  access: Pick<Access, 'scopes'>,
): readonly string[] {
  const scopeNames = access.scopes().map(({ name }) => name);
  const scopes = parseScope(text) ?? client.scopes.filter((scope) => scopeNames.includes(scope));
  if (scopes.length > 0 && isWithin(scopes, client.scopes) && isWithin(scopes, scopeNames)) return scopes;
  throw oauthError('invalid_scope', 'The scope has a name that does not exist or that this client cannot request.');
}

function forPerson(code: string, message: string): HostError {
  return new HostError(code, message, { status: 400 });
}
