import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { idOf } from '../id-of.js';
import { normaliseIdentifier } from '../identifiers.js';
import { defineResource } from '../resource/resource.js';
import { createUserQueries } from './user-queries.js';
import './hooks.js';
import './tables.js';

const DAY = 24 * 60 * 60 * 1000;
const KEPT_FOR = 90 * DAY;
/** Maximum number of old events deleted per sweep, so that no request waits for a year's worth. */
const SWEPT_AT_ONCE = 500;
const SWEEP_EVERY = 60 * 60 * 1000;
const TEXT_LENGTH = 255;
const IP_LENGTH = 45;
const MAX_PER_PAGE = 100;

/** Events that the host itself records. */
export const AUTH_EVENT_NAMES = [
  'login',
  'login_failed',
  'logout',
  'session_revoked',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'application_password_created',
  'application_password_revoked',
  'application_password_failed',
  'api_key_created',
  'api_key_rotated',
  'api_key_revoked',
  'oauth_authorized',
  'oauth_denied',
  'oauth_token_issued',
  'oauth_code_replayed',
  'oauth_refresh_reused',
  'oauth_revoked',
  'oauth_client_created',
  'oauth_client_updated',
  'oauth_client_rotated',
  'oauth_client_disabled',
  'oauth_client_enabled',
  'oauth_client_deleted',
  'user_created',
  'user_updated',
  'user_deleted',
  'email_change_requested',
  'email_change_cancelled',
  'email_verified',
  'roles_changed',
  'webhook_created',
  'webhook_updated',
  'webhook_rotated',
  'webhook_deleted',
] as const;

/** Name of an event on an account or credential. Plugins with their own credentials add names with their prefix. */
export type AuthEventName = (typeof AUTH_EVENT_NAMES)[number] | (string & Record<never, never>);

/** Event to record on an account or a credential. */
export interface NewAuthEvent {
  readonly event: AuthEventName;
  /** User the event is about, or null if none could be determined. */
  readonly userId?: number | null | undefined;
  /** User who caused the event, if not the same. */
  readonly actorId?: number | null | undefined;
  /** Login name as typed. */
  readonly login?: string | undefined;
  readonly ip?: string | undefined;
  readonly userAgent?: string | undefined;
  /** Additional details. Never a password, token or digest. */
  readonly detail?: Readonly<Record<string, string | number | boolean | readonly string[] | null>> | undefined;
}

/** Recorded event on an account or a credential. */
export interface AuthEvent {
  readonly id: number;
  readonly at: Date;
  readonly event: string;
  readonly userId: number | null;
  readonly actorId: number | null;
  readonly login: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface AuthEventQuery {
  readonly userId?: number | undefined;
  /** Login name as typed, or the login of the account. */
  readonly login?: string | undefined;
  readonly event?: string | undefined;
  readonly ip?: string | undefined;
  /** Page number, from 1. */
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

/** Audit log of authentication: logins, failed logins and credential changes. Events are kept for 90 days. */
export interface AuthEvents {
  /**
   * Records an event, in the running transaction if there is one, then fires `auth_event`.
   * A failed write is logged and does not fail the operation it describes.
   */
  record(event: NewAuthEvent): Promise<void>;
  /** Lists events, newest first. */
  list(query?: AuthEventQuery): Promise<{ readonly events: readonly AuthEvent[]; readonly total: number }>;
  /** Names of the events in the log, sorted. */
  names(): Promise<readonly string[]>;
}

export interface AuthEventsOptions {
  readonly db: Database;
  readonly hooks: Hooks;
  readonly log: Logger;
  readonly now?: () => number;
}

export function createAuthEvents({ db, hooks, log, now = Date.now }: AuthEventsOptions): AuthEvents {
  let sweptAt = 0;

  async function sweep(): Promise<void> {
    if (now() - sweptAt < SWEEP_EVERY) return;
    sweptAt = now();
    const rows = await db.query
      .selectFrom('auth_events')
      .select('id')
      .where('occurred_at', '<', utc.encode(new Date(now() - KEPT_FOR)))
      .orderBy('id')
      .limit(SWEPT_AT_ONCE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.query.deleteFrom('auth_events').where('id', 'in', ids).execute();
    // More rows remain: the next event continues the sweep.
    if (ids.length === SWEPT_AT_ONCE) sweptAt = 0;
  }

  return {
    async record(input) {
      const at = new Date(now());
      const { event, userId = null, actorId = null, login = '', ip = '', userAgent = '', detail = {} } = input;
      try {
        const row = {
          occurred_at: utc.encode(at),
          event,
          user_id: userId,
          actor_id: actorId,
          login: login.slice(0, TEXT_LENGTH),
          ip: ip.slice(0, IP_LENGTH),
          user_agent: userAgent.slice(0, TEXT_LENGTH),
          detail: json.encode(detail),
        };
        const id = await db.insert('auth_events', row);
        await sweep();
        await hooks.doActionAsync('auth_event', toEvent({ id, ...row }));
      } catch (error) {
        log.error({ err: error, event }, 'An authentication event could not be written to the audit log');
      }
    },
    async list({ event, ip, page = 1, perPage = 20, ...user } = {}) {
      const { rows, total } = await authEventList.list(db, {
        event,
        user,
        address: ip,
        page: Math.max(page, 1),
        perPage: Math.min(Math.max(perPage, 1), MAX_PER_PAGE),
      });
      return { events: rows, total };
    },
    async names() {
      const rows = await db.query.selectFrom('auth_events').select('event').distinct().orderBy('event').execute();
      return rows.map(({ event }) => event);
    },
  };
}

function toEvent(row: Selectable<Tables['auth_events']>): AuthEvent {
  const detail = json.decode(row.detail);
  return {
    id: row.id,
    at: utc.decode(row.occurred_at),
    event: row.event,
    userId: row.user_id,
    actorId: row.actor_id,
    login: row.login,
    ip: row.ip,
    userAgent: row.user_agent,
    detail: typeof detail === 'object' && detail !== null ? (detail as Record<string, unknown>) : {},
  };
}

/** List of the audit log: its SQL, command and admin list. */
export const authEventList = defineResource({
  table: 'auth_events',
  read: (rows) => rows.map(toEvent),
  title: 'AuthEvent',
  fields: (field) => ({
    at: field.dateTime(({ at }) => at, { label: 'audit.when', cli: true }),
    event: field.text(({ event }) => event, { label: 'audit.event', cli: true }),
    user: field.plain(({ userId }) => userId ?? '', { label: 'audit.user', cli: true }),
    actor: field.plain(({ actorId }) => actorId ?? '', { cli: true }),
    login: field.text(({ login }) => login, { cli: true }),
    ip: field.text(({ ip }) => ip, { label: 'sessions.address', cli: true }),
    device: field.text(({ userAgent }) => userAgent, { label: 'sessions.device' }),
    detail: field.plain(({ detail }) => (Object.keys(detail).length === 0 ? '' : JSON.stringify(detail)), {
      cli: true,
    }),
  }),
  filters: (filter) => ({
    event: filter.text(
      'event',
      { maxLength: 64 },
      {
        label: 'audit.event',
        all: 'audit.all-events',
        cli: ['event <event>', 'only events with this name, e.g. login_failed'],
      },
    ),
    user: filter.custom(
      { type: 'string' },
      {
        label: 'audit.user-filter',
        cli: [
          'user <user>',
          'only events about this user: ID, login or email address, or the login of failed attempts',
        ],
        read: (sent, { db }) => aboutUser(db, String(sent)),
        where: (eb, { userId, login }) =>
          eb.and([
            ...(userId === undefined ? [] : [eb('user_id', '=', userId)]),
            ...(login === undefined ? [] : [eb('login', '=', login)]),
          ]),
      },
    ),
    address: filter.text(
      'ip',
      { maxLength: IP_LENGTH },
      { label: 'sessions.address', cli: ['ip <address>', 'only events from this IP address'] },
    ),
  }),
  sort: { id: 'id' },
  order: ['id', 'desc'],
});

/** Finds all events of an account, or else the attempts with this login. */
async function aboutUser(db: Database, text: string): Promise<Pick<AuthEventQuery, 'login' | 'userId'>> {
  const users = createUserQueries(db);
  const identifier = normaliseIdentifier(text);
  const id = idOf(text);
  const user =
    (id === null ? null : await users.get(id)) ??
    (await users.byLogin(identifier)) ??
    (await users.byEmail(identifier));
  return user ? { userId: user.id } : { login: text };
}
