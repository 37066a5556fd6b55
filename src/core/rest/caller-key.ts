import { addressKey } from '../http/client-address.js';
import type { RestRequest } from './route.js';

/**
 * Returns a key that identifies a request's caller, for counting and storage. It is the user, or with `credential`
 * each of the user's credentials. Anonymous callers are identified by IP address.
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
