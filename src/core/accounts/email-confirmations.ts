import { randomToken } from '../crypto/random-text.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { addressKey } from '../http/client-address.js';
import { consumeAll } from '../services/rate-limit/consume-all.js';
import { type Limit, type RateLimiter, secondsToWait } from '../services/rate-limit/rate-limiter.js';
import '../identity/tables.js';

/** Milliseconds for which a link works. */
const CONFIRMATION_LIFE = 24 * 60 * 60 * 1000;

/** Links that one address opens: more is guessing. */
const PER_VISITOR: Limit = { max: 30, windowMs: 60 * 60 * 1000 };

/** Links that one account, or other subject, has sent to whatever addresses. */
const PER_SUBJECT: Limit = { max: 5, windowMs: 60 * 60 * 1000 };
/** Links to one address, whoever has them sent. */
const PER_ADDRESS: Limit = { max: 3, windowMs: 60 * 60 * 1000 };

/** An address that waits to be confirmed. */
export interface PendingEmail {
  readonly email: string;
  readonly requestedAt: Date;
}

/** Where a confirmation came from, for the audit log. */
export interface ConfirmationOrigin {
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
}

/**
 * Stores an address that was proven, in the transaction that uses up the link. What it throws leaves the link as it was.
 */
export type EmailConfirmed = (subject: number, email: string, origin: ConfirmationOrigin) => Promise<void>;

/** Pending addresses of one kind of subject, such as accounts. */
export interface PendingEmails {
  /**
   * Counts a link that somebody asks for: 5 an hour for a subject, 3 for an address. Call it before the transaction.
   * @throws HostError 429 `email_confirmation_too_many`, 503 `email_confirmation_unavailable`
   */
  count(subject: number, email: string): Promise<void>;
  /** Stores an address as pending, as part of the running transaction; the one before and its link end. */
  start(subject: number, email: string): Promise<void>;
  /** The address that waits; null for none. */
  pending(subject: number): Promise<PendingEmail | null>;
  /** @returns whether there was one */
  cancel(subject: number): Promise<boolean>;
  /**
   * Makes the link for the mail; earlier ones stop working. Call it where the mail is made, so that no job holds a token.
   * @returns null when nothing waits, or the site does not know its own URL
   */
  issue(subject: number): Promise<{ readonly email: string; readonly link: string } | null>;
}

/** Proof of email addresses by links that work once, for 24 hours, for one subject and one address. */
export interface EmailConfirmations {
  /** Pending addresses of a kind. Their links work once the kind is defined. */
  of(kind: string): PendingEmails;
  /**
   * @param kind what has the address: `account`, or a name of the plugin's own
   * @param confirmed stores a proven address
   */
  define(kind: string, confirmed: EmailConfirmed, owner: string): PendingEmails;
  removeOwner(owner: string): void;
  /** The address that a link would confirm now; null for a link that does not work. */
  find(token: string): Promise<string | null>;
  /**
   * Confirms an address and uses up the link, all or nothing.
   * @returns the address
   * @throws HostError 400 `email_confirmation_expired`, 429 `email_confirmation_too_many`, and what the owner of the address throws, such as 409
   *   `existing_user_email`
   */
  redeem(token: string, origin?: ConfirmationOrigin): Promise<string>;
}

/** Email addresses of what a plugin stores, proven by mailed links. */
export interface OwnedEmailConfirmations {
  /**
   * Declares a kind of the plugin's records that have an email address.
   * @param name of the kind, among the plugin's own
   * @param confirmed stores a proven address, in the transaction that uses up the link
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
  /** Null when the site was never told its own URL. */
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
          // Another request of the same subject was first: this one is newer.
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
          // A link never confirms another address than the one it was mailed to.
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
        // Of two requests with one link, the second finds the row gone.
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
    'The site cannot send links because it does not know its URL. Set the option url (MORTISE_URL).',
    { status: 503 },
  );
}

/** @param waitMs until it may be tried again */
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
