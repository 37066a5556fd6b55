import { randomBytes } from 'node:crypto';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { secretDigest } from './secret-digest.js';
import './tables.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;
/** Ends a session that nobody uses. */
const IDLE_LIFE = 14 * DAY;
/** Ends a session however much it is used. */
const LONGEST_LIFE = 30 * DAY;
const TOKEN_BYTES = 32;
const USER_AGENT_LENGTH = 255;
/** Of an IPv6 address; what proxies claim may be longer. */
const IP_LENGTH = 45;

export interface NewSession {
  readonly userId: number;
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
}

export interface Session {
  /** What nonces are bound to: the digest of the token, from which the token cannot be told. */
  readonly session: string;
  readonly userId: number;
  /** When the session ends if it is not used again. */
  readonly expiresAt: Date;
}

export interface Sessions {
  /** @returns the token for the cookie, 43 characters, and the latest time at which the session can still be valid */
  create(session: NewSession): Promise<{ readonly token: string; readonly session: string; readonly expiresAt: Date }>;
  /** The session of a token, null when there is none or it has ended. Using it prolongs it. */
  verify(token: string): Promise<Session | null>;
  revoke(token: string): Promise<void>;
  /** Ends all sessions of a user. */
  revokeAll(userId: number): Promise<void>;
}

export interface SessionsOptions {
  readonly db: Database;
  /** Called in the transaction that ends a session: whoever remembers sessions has to forget them. */
  readonly onChange?: () => Promise<void>;
  readonly now?: () => number;
}

/**
 * The host's own login sessions: 256-bit random tokens, of which only the digest is stored. They end 14 days after
 * their last use and 30 days after login at the latest.
 */
export function createSessions({ db, onChange, now = Date.now }: SessionsOptions): Sessions {
  const idleEnd = (createdAt: number): Date => new Date(Math.min(now() + IDLE_LIFE, createdAt + LONGEST_LIFE));

  /** Written at most once a minute; the condition lets one of several concurrent requests write. */
  async function markSeen(session: string, expiresAt: Date): Promise<void> {
    await db.query
      .updateTable('sessions')
      .set({ last_seen_at: utc.encode(new Date(now())), expires_at: utc.encode(expiresAt) })
      .where('token_hash', '=', session)
      .where('last_seen_at', '<=', utc.encode(new Date(now() - MINUTE)))
      .execute();
  }

  return {
    async create({ userId, userAgent, ip }) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const session = secretDigest(token);
      const createdAt = utc.encode(new Date(now()));
      await db.query
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('expires_at', '<=', createdAt)
        .execute();
      await db.insertOne('sessions', {
        token_hash: session,
        user_id: userId,
        user_agent: (userAgent ?? '').slice(0, USER_AGENT_LENGTH),
        ip: (ip ?? '').slice(0, IP_LENGTH),
        created_at: createdAt,
        last_seen_at: createdAt,
        expires_at: utc.encode(idleEnd(now())),
      });
      return { token, session, expiresAt: new Date(now() + LONGEST_LIFE) };
    },
    async verify(token) {
      const session = secretDigest(token);
      const row = await db.query
        .selectFrom('sessions')
        .select(['user_id', 'created_at', 'last_seen_at', 'expires_at'])
        .where('token_hash', '=', session)
        .where('expires_at', '>', utc.encode(new Date(now())))
        .executeTakeFirst();
      if (!row) return null;
      const isStale = utc.decode(row.last_seen_at).getTime() <= now() - MINUTE;
      if (!isStale) return { session, userId: row.user_id, expiresAt: utc.decode(row.expires_at) };
      const expiresAt = idleEnd(utc.decode(row.created_at).getTime());
      await markSeen(session, expiresAt);
      return { session, userId: row.user_id, expiresAt };
    },
    async revoke(token) {
      await db.transaction(async () => {
        await db.query.deleteFrom('sessions').where('token_hash', '=', secretDigest(token)).execute();
        await onChange?.();
      });
    },
    async revokeAll(userId) {
      await db.transaction(async () => {
        await db.query.deleteFrom('sessions').where('user_id', '=', userId).execute();
        await onChange?.();
      });
    },
  };
}
