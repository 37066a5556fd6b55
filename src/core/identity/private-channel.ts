import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

/**
 * Asserts that a request with a secret came over HTTPS or from the same machine.
 * @param what the type of secret, in the plural, for the message
 * @throws HostError `rest_insecure_credentials` (403)
 */
export function assertPrivateChannel(
  request: Pick<AuthRequest, 'secure' | 'remoteAddress'>,
  { what, allowInsecureAuth = false }: { readonly what: string; readonly allowInsecureAuth?: boolean | undefined },
): void {
  if (request.secure || allowInsecureAuth || LOOPBACK.test(request.remoteAddress ?? '')) return;
  throw new HostError(
    'rest_insecure_credentials',
    `${what} are accepted over HTTPS only. Use the HTTPS URL, and revoke this one: it was sent unencrypted.`,
    { status: 403 },
  );
}
