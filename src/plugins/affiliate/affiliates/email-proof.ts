import { type PendingEmails, parseEmail, type Users } from '../../../access.js';
import { utc } from '../../../database.js';
import type { Outbox } from '../../../webhooks.js';
import type { Affiliate } from './affiliate.js';
import type { AffiliateChanges, Columns } from './changes.js';
import { affiliateRecord } from './records.js';

/** Verification of affiliates' emails: by their account, by a mailed link, or by an administrator. */
export interface EmailProof {
  /** Whether the account has verified this email. */
  isEmailOf(userId: number | null, email: string): Promise<boolean>;
  /** Stores a pending email and mails it a link, in the running transaction. */
  ask(affiliate: Affiliate, email: string): Promise<void>;
  /**
   * Applies the rate limit for links to an affiliate who changes their own email.
   * @returns the new email if it must be proven first; null if it applies immediately
   * @throws HostError like `PendingEmails.count`
   */
  ownChange(before: Affiliate, changes: AffiliateChanges): Promise<string | null>;
  /** Returns the columns of the verification, and mails a link to an unproven email. Part of the transaction. */
  columns(before: Affiliate, changes: AffiliateChanges): Promise<Columns>;
}

export function createEmailProof({
  users,
  emails,
  outbox,
  now,
}: {
  readonly users: Pick<Users, 'get'>;
  readonly emails: PendingEmails;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly now: () => Date;
}): EmailProof {
  async function isEmailOf(userId: number | null, email: string): Promise<boolean> {
    const user = userId === null ? null : await users.get(userId);
    return user?.emailVerified === true && user.email === parseEmail(email);
  }

  async function ask(affiliate: Affiliate, email: string): Promise<void> {
    await emails.start(affiliate.id, email);
    await outbox.announce('vendor_affiliate_email_pending', affiliateRecord(affiliate), email);
  }

  return {
    isEmailOf,
    ask,
    async ownChange(before, { email: newEmail }) {
      const email = newEmail === undefined ? null : parseEmail(newEmail);
      if (email === null || email === before.email || (await isEmailOf(before.userId, email))) return null;
      await emails.count(before.id, email);
      return email;
    },
    async columns(before, { email: newEmail, email_verified: isGiven }) {
      const email = newEmail === undefined ? before.email : (parseEmail(newEmail) ?? before.email);
      const isNew = email !== before.email;
      if (!isNew && isGiven === undefined) return {};
      const isVerified = isGiven ?? (await isEmailOf(before.userId, email));
      if (isVerified) await emails.cancel(before.id);
      else if (isNew) await ask(before, email);
      return { email_verified_at: isVerified ? utc.encode(now()) : null };
    },
  };
}
