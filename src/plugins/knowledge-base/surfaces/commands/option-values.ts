import type { Users } from '../../../../access.js';
import { HostError, type User } from '../../../../index.js';

/** Range of an id option. */
export const ID = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/**
 * Resolves the author by id or login; null if none is given.
 * @throws HostError 404 `user_not_found`
 */
export async function authorOf(users: Users, author: unknown): Promise<User | null> {
  if (author === undefined) return null;
  const text = String(author);
  const user = (/^\d+$/.test(text) ? await users.get(Number(text)) : null) ?? (await users.byLogin(text));
  if (!user) throw new HostError('user_not_found', `There is no user "${text}".`, { status: 404 });
  return user;
}

/**
 * Parses an integer argument.
 * @throws HostError 400 `vendor_kb_invalid_param`
 */
export function numberOf(text: string | undefined, name: string): number {
  if (/^\d{1,15}$/.test(text ?? '')) return Number(text);
  throw new HostError('vendor_kb_invalid_param', `${name} must be a number, not "${text}".`, { status: 400 });
}
