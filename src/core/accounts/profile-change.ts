import type { Database } from '../database/database.js';
import { normaliseIdentifier } from '../identifiers.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { requireUser, type Users } from '../identity/users.js';
import type { User } from '../user.js';
import type { EmailChange } from './email-change.js';
import { originOf } from './routes/route-parts.js';
import type { Actor } from './user-management.js';

/** Changes that users make to their own account. */
export interface ProfileChange {
  /**
   * Saves the name and email.
   * A new email requires the current password, if there is one, and is pending until its emailed link is opened.
   * @throws HostError as `Users.update` and `EmailChange.prepare`
   */
  save(
    actor: Actor,
    changes: { readonly name: string; readonly email: string; readonly currentPassword: string },
  ): Promise<User>;
}

export function createProfileChange({
  db,
  users,
  emailChange,
  authEvents,
}: {
  readonly db: Pick<Database, 'transaction'>;
  readonly users: Pick<Users, 'update'>;
  readonly emailChange: Pick<EmailChange, 'prepare'>;
  readonly authEvents: Pick<AuthEvents, 'record'>;
}): ProfileChange {
  return {
    async save(actor, { name, email, currentPassword }) {
      const user = requireUser(actor.user);
      const origin = originOf(actor);
      const hasNewEmail = normaliseIdentifier(email) !== user.email;
      const storeEmail = hasNewEmail ? await emailChange.prepare(actor, email, currentPassword) : null;
      // The email is optional: an account of the site's login may have none.
      return db.transaction(async () => {
        const saved = await users.update(user.id, { name });
        if (saved.name !== user.name) {
          await authEvents.record({
            event: 'user_updated',
            userId: user.id,
            login: user.login,
            ...origin,
            detail: { changed: ['name'] },
          });
        }
        await storeEmail?.();
        return saved;
      });
    },
  };
}
