import { HostError } from '../../errors.js';
import { oauthLibrary } from './oauth-library.js';

/** Error codes of RFC 6749 sections 4.1.2.1 and 5.2, and of OpenID Connect Core section 3.1.2.6 for `prompt=none`. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'consent_required'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/**
 * Creates an OAuth error: `code` becomes `error`, `message` becomes `error_description`.
 * @param message ASCII without quotes and backslashes, as RFC 6749 requires
 */
export function oauthError(
  code: OAuthErrorCode,
  message: string,
  { status = 400, headers }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): HostError {
  return new HostError(code, message, { status, ...(headers ? { headers } : {}) });
}

/**
 * Converts a client error of the OAuth library to a HostError, and rethrows server errors.
 * @throws the error behind a ServerError, so that retryable transaction errors are recognized
 */
export function refusalOf(error: unknown): HostError {
  if (!(error instanceof oauthLibrary().OAuthError)) throw error;
  if (error.code >= 500) throw 'inner' in error && error.inner instanceof Error ? error.inner : error;
  return oauthError(error.name as OAuthErrorCode, error.message.replaceAll(/["\\]/g, ''), { status: error.code });
}
