import { addressKey } from '../http/client-address.js';
import type { RestRequest } from './route.js';

/**
 * Who stands behind a request, as a name to count or keep something under: the user, or with `credential` each of the
 * user's credentials on its own. Anonymous callers are their address.
 */
export function callerKey(
  { identity, remoteAddress }: Pick<RestRequest, 'identity' | 'remoteAddress'>,
  by: 'user' | 'credential',
): string {
  if (!identity) return `ip:${addressKey(remoteAddress)}`;
  const { user, credentialId } = identity;
  if (credentialId !== undefined && (by === 'credential' || !user)) return `key:${credentialId}`;
  return `user:${user?.id ?? 0}`;
}
