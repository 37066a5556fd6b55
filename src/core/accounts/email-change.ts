import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { parseEmail } from '../identifiers.js';
import type { AuthEventName, AuthEvents } from '../identity/auth-events.js';
import type { PasswordConfirmation } from '../identity/password-confirmation.js';
import { ACCOUNT_EMAIL } from '../identity/user-emails.js';
import { requireField } from '../identity/user-fields.js';
import { requireUser, type Users } from '../identity/users.js';
import type { User } from '../user.js';
import type { AccountMails } from './account-mails.js';
import type { EmailConfirmations, PendingEmail } from './email-confirmations.js';
import { originOf } from './routes/route-parts.js';
import type { Actor } from './user-management.js';

/**
 * Email changes by the account's owner.
 * A new email is pending until its emailed link is opened. Until then the old one stays in effect.
 */
export interface EmailChange {
  /** Returns the email pending confirmation, or null. */
  pending(userId: number): Promise<PendingEmail | null>;
  /**
   * Validates a change of the actor's own email.
   * @returns a function that stores it as pending, in the current transaction, and sends the emails
   * @throws HostError 401 `incorrect_password`, 400 `rest_user_invalid_email`, 409 `existing_user_email`, 429
   *   `login_too_many_attempts`, `email_confirmation_too_many`, 503 `email_confirmation_unavailable`
   */
  prepare(actor: Actor, email: string, currentPassword: string): Promise<() => Promise<void>>;
  /**
   * Sends a confirmation link to the pending email, or else to the account's unverified one.
   * @throws HostError 409 `email_already_verified`, 429 `email_confirmation_too_many`, 503
   *   `email_confirmation_unavailable`
   */
  sendLink(user: User): Promise<void>;
  /** Sends a link that confirms the account's current email, in the current transaction. */
  start(user: User): Promise<void>;
  /** Cancels a pending change. @throws HostError 404 `email_confirmation_not_found` */
  cancel(actor: Actor, user: User): Promise<void>;
}

export interface EmailChangeParts {
  readonly db: Pick<Database, 'transaction'>;
  readonly users: Pick<Users, 'byEmail' | 'get' | 'hasPassword' | 'update'>;
  readonly confirmation: PasswordConfirmation;
  readonly confirmations: EmailConfirmations;
  readonly authEvents: Pick<AuthEvents, 'record'>;
  readonly mails: Pick<AccountMails, 'addressChanged' | 'changeRequested' | 'confirmAddress'>;
}

export function createEmailChange(parts: EmailChangeParts): EmailChange {
  const { db, users, confirmation, confirmations, authEvents, mails } = parts;
  const emails = confirmations.define(
    ACCOUNT_EMAIL,
    async (id, email, origin) => {
      const before = requireUser(await users.get(id));
      await users.update(id, { email, emailVerified: true });
      await authEvents.record({ event: 'email_verified', userId: id, login: before.login, ...origin });
      if (email !== before.email) await mails.addressChanged(before);
    },
    'core',
  );

  async function record(actor: Actor, event: AuthEventName, { id, login }: User): Promise<void> {
    await authEvents.record({ event, userId: id, login, ...originOf(actor) });
  }

  async function ask(user: User, email: string): Promise<void> {
    await emails.start(user.id, email);
    await mails.confirmAddress(user);
  }

  return {
    pending: emails.pending,
    start: (user) => ask(user, user.email),
    async prepare(actor, newEmail, currentPassword) {
      const user = requireUser(actor.user);
      const email = requireField('email', parseEmail(newEmail));
      if (await users.hasPassword(user.id)) {
        await confirmation.confirm({ ...originOf(actor), user, password: currentPassword, at: 'email_change' });
      }
      const owner = await users.byEmail(email);
      if (owner?.emailVerified && owner.id !== user.id) throw emailTaken();
      await emails.count(user.id, email);
      return async () => {
        await ask(user, email);
        await record(actor, 'email_change_requested', user);
        await mails.changeRequested(user);
      };
    },
    async sendLink(user) {
      const waiting = await emails.pending(user.id);
      if (!waiting && (user.emailVerified || user.email === '')) throw alreadyVerified();
      await emails.count(user.id, waiting?.email ?? user.email);
      await db.transaction(() => (waiting ? mails.confirmAddress(user) : ask(user, user.email)));
    },
    async cancel(actor, user) {
      if (!(await emails.cancel(user.id))) throw notPending();
      await record(actor, 'email_change_cancelled', user);
    },
  };
}

function emailTaken(): HostError {
  const message = 'A user with this email address already exists. Choose another address.';
  return new HostError('existing_user_email', message, { status: 409, field: 'email' });
}

function alreadyVerified(): HostError {
  return new HostError('email_already_verified', 'This account has no pending email address.', {
    status: 409,
  });
}

function notPending(): HostError {
  return new HostError('email_confirmation_not_found', 'No email change is pending.', { status: 404 });
}
