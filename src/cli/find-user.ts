import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { User } from '../core/user.js';

/** Argument for the user a command is about. */
export const USER = { name: 'user', description: 'ID, login or email address' };

/**
 * Finds a user by id, login or email.
 * @throws HostError 404 `user_not_found`
 */
export async function findUser(host: Host, text: string): Promise<User> {
  const user =
    (/^\d+$/.test(text) ? await host.users.get(Number(text)) : null) ??
    (await host.users.byLogin(text)) ??
    (await host.users.byEmail(text));
  if (user) return user;
  throw new HostError('user_not_found', `There is no user "${text}". Run "mortise user list" to see all users.`, {
    status: 404,
  });
}
