import { randomToken } from '../crypto/random-text.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { addressKey } from '../http/client-address.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import '../identity/tables.js';

/** Milliseconds for which a link is valid. */
const CONFIRMATION_LIFE = 24 * 60 * 60 * 1000;

/** Maximum links opened per client IP address, to prevent guessing. */
const PER_VISITOR: Limit = { max: 30, windowMs: 60 * 60 * 1000 };

/** Maximum links sent per account or other subject, to any address. */
const PER_SUBJECT: Limit = { max: 5, windowMs: 60 * 60 * 1000 };
/** Maximum links sent to one address, by any subject. */
const PER_ADDRESS: Limit = { max: 3, windowMs: 60 * 60 * 1000 };

/** Email address pending confirmation. */
export interface PendingEmail {
  readonly email: string;
  readonly requestedAt: Date;
}

/** Origin of a confirmation, for the audit log. */
export interface ConfirmationOrigin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

/** Stores a verified email, in the transaction that consumes the link. An error leaves the link valid. */
export type EmailConfirmed = (subject: number, email: string, origin: ConfirmationOrigin) => Promise<void>;

/** Pending emails of one kind of subject, such as accounts. */
export interface PendingEmails {
  /**
   * Counts a requested link: 5 per hour for a subject, 3 for an address. Call it before the transaction.
   * @throws HostError 429 `email_confirmation_too_many`, 503 `email_confirmation_unavailable`
   */
  count(subject: number, email: string): Promise<void>;
  /** Stores an email as pending, in the current transaction. Replaces the previous one and invalidates its link. */
  start(subject: number, email: string): Promise<void>;
  /** Returns the pending email, or null. */
  pending(subject: number): Promise<PendingEmail | null>;
  /** Cancels the pending email. @returns whether there was one */
  cancel(subject: number): Promise<boolean>;
  /**
   * Creates the link for the email and invalidates earlier ones.
   * Call it where the email is rendered, so that no job holds a token.
   * @returns null if nothing is pending or the site's URL is not configured
   */
  issue(subject: number): Promise<{ readonly email: string; readonly link: string } | null>;
}

/** Verification of email addresses by links that work once, within 24 hours, for one subject and one address. */
export interface EmailConfirmations {
  /** Returns the pending emails of a kind. Their links work once the kind is defined. */
  of(kind: string): PendingEmails;
  /**
   * Defines a kind of subject that has an email.
   * @param kind `account`, or the plugin's own name
   * @param confirmed stores a verified email
   */
  define(kind: string, confirmed: EmailConfirmed, owner: string): PendingEmails;
  removeOwner(owner: string): void;
  /** Returns the email that a link would confirm, or null for an invalid link. */
  find(token: string): Promise<string | null>;
  /**
   * Confirms an email and consumes the link, all or nothing.
   * @returns the email
   * @throws HostError 400 `email_confirmation_expired`, 429 `email_confirmation_too_many`, and errors of the
   *   `confirmed` callback, such as 409 `existing_user_email`
   */
  redeem(token: string, origin?: ConfirmationOrigin): Promise<string>;
}

/** Verification of email addresses in a plugin's records by emailed links. */
export interface OwnedEmailConfirmations {
  /**
   * Declares a type of the plugin's records that has an email.
   * @param name name of the type, unique within the plugin
   * @param confirmed stores a verified email, in the transaction that consumes the link
   */
  define(name: string, confirmed: EmailConfirmed): PendingEmails;
}

export function createEmailConfirmations({
  db,
  limiter,
  links,
  now = Date.now,
}: {
  readonly db: Database;
  readonly limiter: RateLimiter;
  /** Returns null if the site's URL is not configured. */
  readonly links: { confirmPage(token: string): string | null };
  readonly now?: () => number;
}): EmailConfirmations {
  const kinds = new Map<string, { readonly owner: string; readonly confirmed: EmailConfirmed }>();

  const rows = (kind: string, subject: number) =>
    db.query.selectFrom('email_confirmations').selectAll().where('kind', '=', kind).where('subject_id', '=', subject);

  async function write(kind: string, subject: number, row: object): Promise<boolean> {
    const { numUpdatedRows } = await db.query
      .updateTable('email_confirmations')
      .set(row)
      .where('kind', '=', kind)
      .where('subject_id', '=', subject)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function rowOf(token: string) {
    const row = await db.query
      .selectFrom('email_confirmations')
      .selectAll()
      .where('token_hash', '=', secretDigest(token))
      .where('expires_at', '>', utc.encode(new Date(now())))
      .executeTakeFirst();
    const confirmed = row && kinds.get(row.kind)?.confirmed;
    return confirmed ? { ...row, confirmed } : null;
  }

  function of(kind: string): PendingEmails {
    return {
      async count(subject, email) {
        if (links.confirmPage('') === null) throw unavailable();
        const { refusal } = await consumeAll(limiter, [
          { key: `email|${kind}|${subject}`, limit: PER_SUBJECT },
          { key: `email|address|${secretDigest(email)}`, limit: PER_ADDRESS },
        ]);
        if (refusal) throw tooManyLinks(refusal.retryAfterMs);
      },
      async start(subject, email) {
        const row = { email, token_hash: null, expires_at: null, requested_at: utc.encode(new Date(now())) };
        if (await write(kind, subject, row)) return;
        try {
          await db.query
            .insertInto('email_confirmations')
            .values({ kind, subject_id: subject, ...row })
            .execute();
        } catch (error) {
          // A concurrent request of the same subject inserted first. This one is newer and overwrites it.
          if (!db.isUniqueViolation(error) || !(await write(kind, subject, row))) throw error;
        }
      },
      async pending(subject) {
        const row = await rows(kind, subject).executeTakeFirst();
        return row ? { email: row.email, requestedAt: utc.decode(row.requested_at) } : null;
      },
      async cancel(subject) {
        const { numDeletedRows } = await db.query
          .deleteFrom('email_confirmations')
          .where('kind', '=', kind)
          .where('subject_id', '=', subject)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      },
      async issue(subject) {
        const row = await rows(kind, subject).executeTakeFirst();
        const token = randomToken();
        const link = row ? links.confirmPage(token) : null;
        if (!row || link === null) return null;
        const { numUpdatedRows } = await db.query
          .updateTable('email_confirmations')
          .set({ token_hash: secretDigest(token), expires_at: utc.encode(new Date(now() + CONFIRMATION_LIFE)) })
          .where('kind', '=', kind)
          .where('subject_id', '=', subject)
          // A link must only confirm the address it was sent to.
          .where('email', '=', row.email)
          .executeTakeFirst();
        return numUpdatedRows > 0n ? { email: row.email, link } : null;
      },
    };
  }

  return {
    of,
    define(kind, confirmed, owner) {
      kinds.set(kind, { owner, confirmed });
      return of(kind);
    },
    removeOwner(owner) {
      for (const [kind, each] of kinds) if (each.owner === owner) kinds.delete(kind);
    },
    find: async (token) => (await rowOf(token))?.email ?? null,
    async redeem(token, origin = {}) {
      const { allowed, retryAfterMs } = await limiter.consume(`email|visitor|${addressKey(origin.ip)}`, PER_VISITOR);
      if (!allowed) throw tooManyLinks(retryAfterMs);
      return db.transaction(async () => {
        const row = await rowOf(token);
        if (!row) throw expired();
        // The second of two requests with the same link finds the row deleted.
        const { numDeletedRows } = await db.query
          .deleteFrom('email_confirmations')
          .where('token_hash', '=', secretDigest(token))
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw expired();
        await row.confirmed(row.subject_id, row.email, origin);
        return row.email;
      });
    },
  };
}

function unavailable(): HostError {
  return new HostError(
    'email_confirmation_unavailable',
    'The site cannot send links because its URL is unknown. Set the option url (MORTISE_URL).',
    { status: 503 },
  );
}

/** Error for too many links. @param waitMs milliseconds until the next attempt is allowed */
function tooManyLinks(waitMs: number): HostError {
  return new HostError('email_confirmation_too_many', 'Too many confirmation links. Wait an hour, then try again.', {
    status: 429,
    retry_after: secondsToWait(waitMs),
  });
}

function expired(): HostError {
  return new HostError(
    'email_confirmation_expired',
    'This link has expired. Links work once, for 24 hours, and only the newest one. Request a new link.',
    { status: 400 },
  );
}
