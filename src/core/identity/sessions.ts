import { CLOCK_CORRECTION } from '../clock-correction.js';
import { randomToken } from '../crypto/random-text.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { bool, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import './tables.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** Milliseconds until an unused session expires. */
const IDLE_LIFE = 14 * DAY;
/** Maximum lifetime of a session in milliseconds, regardless of use. */
const MAX_LIFETIME = 30 * DAY;
/** Milliseconds for which nonces of a replaced session stay valid, for pages that were open during a login. */
const REPLACED_FOR = MINUTE;
const USER_AGENT_LENGTH = 255;
/** Maximum length of an IPv6 address. Values sent by proxies may be longer. */
const IP_LENGTH = 45;

export interface NewSession {
  readonly userId: number;
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
  /** Token that the browser had. Its session ends, whichever user it belongs to. */
  readonly previousToken?: string | undefined;
}

export interface Session {
  /** Digest of the token, which nonces are bound to. It does not reveal the token. */
  readonly session: string;
  readonly userId: number;
  /** Time at which the session expires if it is not used again. */
  readonly expiresAt: Date;
  /** Session of the same user that this one replaced, and until when its nonces are valid. */
  readonly replaced: { readonly session: string; readonly until: Date } | null;
  /** Whether the token should be rotated at the next opportunity. */
  readonly isDue: boolean;
}

/** Token for the cookie, 43 characters, and the latest time at which its session can still be valid. */
export interface IssuedToken {
  readonly token: string;
  readonly session: string;
  readonly expiresAt: Date;
}

/** Browser in which a user is signed in. */
export interface Device {
  readonly id: number;
  /** Digest that nonces are bound to. Identifies the viewer's own session in the list. */
  readonly session: string;
  readonly userAgent: string;
  readonly ip: string;
  readonly createdAt: Date;
  /** Time of the last use, to the minute. */
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export interface Sessions {
  create(session: NewSession): Promise<IssuedToken>;
  /** Returns the session of a token and extends it, or null if there is none or it has ended. */
  verify(token: string): Promise<Session | null>;
  /** Replaces the token of a session and changes nothing else. Null if the session has ended. */
  rotate(token: string): Promise<IssuedToken | null>;
  /** Marks all sessions of a user for token rotation, because the user's permissions have changed. */
  renewAll(userId: number): Promise<void>;
  /** Lists active sessions, most recently used first. */
  list(userId: number): Promise<readonly Device[]>;
  /** Ends the session of a token. @returns id of its user, or null if it had already ended */
  revoke(token: string): Promise<number | null>;
  /** Ends one session of a user. @returns whether the session existed */
  revokeDevice(userId: number, id: number): Promise<boolean>;
  /** Ends all sessions of a user except the one to keep. @returns number of ended sessions */
  revokeAll(userId: number, keep?: { readonly session: string }): Promise<number>;
}

export interface SessionsOptions {
  readonly db: Database;
  /** Called in the transaction that ends a session, to invalidate session caches. */
  readonly onChange?: () => Promise<void>;
  readonly now?: () => number;
}

/**
 * Creates the store of the host's own login sessions.
 * Tokens are 256 random bits, of which only the digest is stored. Sessions expire 14 days after their last use and at
 * most 30 days after login. A session created by a clock far ahead ends when the clock is corrected, so that it does
 * not outlive this maximum.
 */
export function createSessions({ db, onChange, now = Date.now }: SessionsOptions): Sessions {
  const idleEnd = (createdAt: number): Date => new Date(Math.min(now() + IDLE_LIFE, createdAt + MAX_LIFETIME));

  /** Records the use at most once a minute. Only one of several concurrent requests writes. */
  async function markSeen(session: string, expiresAt: Date): Promise<void> {
    await db.query
      .updateTable('sessions')
      .set({ last_seen_at: utc.encode(new Date(now())), expires_at: utc.encode(expiresAt) })
      .where('token_hash', '=', session)
      .where('last_seen_at', '<=', utc.encode(new Date(now() - MINUTE)))
      .execute();
  }

  const nowText = (): string => utc.encode(new Date(now()));

  /** Ends sessions and invalidates session caches. */
  async function end(matching: SessionMatch): Promise<number> {
    return db.transaction(async () => {
      let query = db.query.deleteFrom('sessions');
      if (matching.tokenHash !== undefined) query = query.where('token_hash', '=', matching.tokenHash);
      if (matching.userId !== undefined) query = query.where('user_id', '=', matching.userId);
      if (matching.id !== undefined) query = query.where('id', '=', matching.id);
      if (matching.except !== undefined) query = query.where('token_hash', '!=', matching.except);
      const { numDeletedRows } = await query.executeTakeFirst();
      if (numDeletedRows > 0n) await onChange?.();
      return Number(numDeletedRows);
    });
  }

  async function ownerOf(session: string): Promise<number | null> {
    const row = await db.query
      .selectFrom('sessions')
      .select('user_id')
      .where('token_hash', '=', session)
      .where('expires_at', '>', nowText())
      .executeTakeFirst();
    return row?.user_id ?? null;
  }

  return {
    create({ userId, userAgent, ip, previousToken }) {
      return db.transaction(async () => {
        const { token, session } = newToken();
        const createdAt = utc.encode(new Date(now()));
        const previous = previousToken === undefined ? null : secretDigest(previousToken);
        const isOwn = previous !== null && (await ownerOf(previous)) === userId;
        if (previous !== null) await end({ tokenHash: previous });
        await db.query
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('expires_at', '<=', createdAt)
          .execute();
        await db.insert('sessions', {
          token_hash: session,
          user_id: userId,
          user_agent: (userAgent ?? '').slice(0, USER_AGENT_LENGTH),
          ip: (ip ?? '').slice(0, IP_LENGTH),
          created_at: createdAt,
          last_seen_at: createdAt,
          expires_at: utc.encode(idleEnd(now())),
          replaced_hash: isOwn ? previous : null,
          replaced_at: isOwn ? createdAt : null,
        });
        return { token, session, expiresAt: new Date(now() + MAX_LIFETIME) };
      });
    },
    async verify(token) {
      const session = secretDigest(token);
      const row = await db.query
        .selectFrom('sessions')
        .select(['user_id', 'created_at', 'last_seen_at', 'expires_at', 'replaced_hash', 'replaced_at', 'is_due'])
        .where('token_hash', '=', session)
        .where('expires_at', '>', nowText())
        .where('created_at', '<=', utc.encode(new Date(now() + CLOCK_CORRECTION)))
        .executeTakeFirst();
      if (!row) return null;
      const isDue = row.is_due !== null && bool.decode(row.is_due);
      const found = { session, userId: row.user_id, replaced: replacedBy(row), isDue };
      const isStale = utc.decode(row.last_seen_at).getTime() <= now() - MINUTE;
      if (!isStale) return { ...found, expiresAt: utc.decode(row.expires_at) };
      const expiresAt = idleEnd(utc.decode(row.created_at).getTime());
      await markSeen(session, expiresAt);
      return { ...found, expiresAt };
    },
    rotate(token) {
      return db.transaction(async () => {
        const before = secretDigest(token);
        const next = newToken();
        const { numUpdatedRows } = await db.query
          .updateTable('sessions')
          .set({
            token_hash: next.session,
            replaced_hash: before,
            replaced_at: utc.encode(new Date(now())),
            is_due: null,
          })
          .where('token_hash', '=', before)
          .where('expires_at', '>', nowText())
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return null;
        await onChange?.();
        const { created_at } = await db.query
          .selectFrom('sessions')
          .select('created_at')
          .where('token_hash', '=', next.session)
          .executeTakeFirstOrThrow();
        return { ...next, expiresAt: new Date(utc.decode(created_at).getTime() + MAX_LIFETIME) };
      });
    },
    async renewAll(userId) {
      const is_due = bool.encode(true);
      await db.query.updateTable('sessions').set({ is_due }).where('user_id', '=', userId).execute();
    },
    async list(userId) {
      const rows = await db.query
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', nowText())
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        session: row.token_hash,
        userAgent: row.user_agent,
        ip: row.ip,
        createdAt: utc.decode(row.created_at),
        lastSeenAt: utc.decode(row.last_seen_at),
        expiresAt: utc.decode(row.expires_at),
      }));
    },
    revoke(token) {
      return db.transaction(async () => {
        const session = secretDigest(token);
        const userId = await ownerOf(session);
        await end({ tokenHash: session });
        return userId;
      });
    },
    revokeDevice: async (userId, id) => (await end({ userId, id })) > 0,
    revokeAll: (userId, keep) => end({ userId, ...(keep ? { except: keep.session } : {}) }),
  };
}

interface SessionMatch {
  readonly tokenHash?: string;
  readonly userId?: number;
  readonly id?: number;
  readonly except?: string;
}

function newToken(): { token: string; session: string } {
  const token = randomToken();
  return { token, session: secretDigest(token) };
}

function replacedBy(row: {
  readonly replaced_hash: string | null;
  readonly replaced_at: string | null;
}): Session['replaced'] {
  if (row.replaced_hash === null || row.replaced_at === null) return null;
  const until = new Date(utc.decode(row.replaced_at).getTime() + REPLACED_FOR);
  return { session: row.replaced_hash, until };
}
