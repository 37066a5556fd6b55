import { normaliseIdentifier } from '../identifiers.js';
import type { AuthEvents } from '../identity/auth-events.js';
import type { PasswordConfirmation } from '../identity/password-confirmation.js';
import { requireUser, type Users } from '../identity/users.js';
import type { User } from '../user.js';
import { originOf } from './routes/route-parts.js';
import type { Actor } from './user-management.js';

/** What people change of their own account. */
export interface ProfileChange {
  /**
   * Whoever has the address can have the password replaced: another one takes the present password, where there is one.
   * @throws HostError `incorrect_password` (401), `login_too_many_attempts` (429) and like `Users.update`
   */
  save(
    actor: Actor,
    changes: { readonly name: string; readonly email: string; readonly currentPassword: string },
  ): Promise<User>;
}

export function createProfileChange({
  users,
  confirmation,
  authEvents,
}: {
  readonly users: Pick<Users, 'hasPassword' | 'update'>;
  readonly confirmation: PasswordConfirmation;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}): ProfileChange {
  return {
    async save(actor, { name, email, currentPassword }) {
      const user = requireUser(actor.user);
      const origin = originOf(actor);
      const hasNewEmail = normaliseIdentifier(email) !== user.email;
      if (hasNewEmail && (await users.hasPassword(user.id))) {
        await confirmation.confirm({ ...origin, user, password: currentPassword, at: 'email_change' });
      }
      // An account of the site's login may have no address, and need not get one.
      const saved = await users.update(user.id, { name, ...(hasNewEmail ? { email } : {}) });
      const changed = [...(saved.name === user.name ? [] : ['name']), ...(hasNewEmail ? ['email'] : [])];
      if (changed.length > 0) {
        await authEvents.record({
          event: 'user_updated',
          userId: user.id,
          login: user.login,
          ...origin,
          detail: { changed },
        });
      }
      return saved;
    },
  };
}
