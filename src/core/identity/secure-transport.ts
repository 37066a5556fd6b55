import { HostError } from '../errors.js';
import type { AuthRequest } from './authenticator.js';

const LOOPBACK = /^(?:::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$|^::1$/;

/**
 * Refuses a credential that everybody on the way could read: over plain http, unless it comes from this very machine.
 * @param kind what it is, in the plural: `Application passwords`
 * @throws HostError 403 `rest_insecure_credentials`
 */
export function assertSecureTransport(request: AuthRequest, kind: string, allowInsecureAuth = false): void {
  if (request.secure || allowInsecureAuth || LOOPBACK.test(request.remoteAddress ?? '')) return;
  throw new HostError(
    'rest_insecure_credentials',
    `${kind} are accepted over https only. Use the https address, and revoke this one: it has been readable on the way.`,
    { status: 403 },
  );
}
