import { randomUUID } from 'node:crypto';
import type { Access } from '../access/capabilities.js';
import { randomText } from '../crypto/random-text.js';
import { secretDigest } from '../crypto/secret-digest.js';
import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { assertUsable, type CredentialLimits, checkLimits, decodeList } from './credential-limits.js';
import { createLastUse } from './last-use.js';
import './tables.js';

/** 24 of 62 characters give 142 bits of entropy. */
const LENGTH = 24;

export interface NewApplicationPassword extends CredentialLimits {
  /** Id of the requesting program, a UUID of its own choice. */
  readonly appId?: string | undefined;
}

export interface ApplicationPassword {
  /** UUID of the record. */
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly appId: string | null;
  /** Scopes of the password. Null grants all of the user's capabilities. */
  readonly scopes: readonly string[] | null;
  /** IP addresses and networks the password may be used from. Null allows all. */
  readonly allowedAddresses: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** Time of the last use, to the minute. */
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
}

export interface ApplicationPasswords {
  /**
   * Creates an application password.
   * @returns the record, and the password in groups of four characters, which cannot be shown again
   * @throws HostError 400 `rest_application_password_invalid_name|scopes|expiry`, `rest_invalid_address_list`
   */
  create(
    userId: number,
    details: NewApplicationPassword,
  ): Promise<{ readonly password: string; readonly record: ApplicationPassword }>;
  /**
   * Returns the record of a password, or null for a wrong one. Ignores whitespace in the password.
   * @throws HostError `rest_credential_expired` (401), `rest_credential_address_refused` (403)
   */
  verify(password: string, ip?: string): Promise<ApplicationPassword | null>;
  /** Lists the user's application passwords, newest first. */
  list(userId: number): Promise<readonly ApplicationPassword[]>;
  get(userId: number, id: string): Promise<ApplicationPassword | null>;
  /** Revokes one password of the user. @returns whether it existed */
  revoke(userId: number, id: string): Promise<boolean>;
  /** Revokes all passwords of the user. @returns number of revoked passwords */
  revokeAll(userId: number): Promise<number>;
}

export interface ApplicationPasswordsOptions {
  readonly db: Database;
  /** Registry of scopes. */
  readonly access: Pick<Access, 'hasScope'>;
  readonly now?: () => number;
}

/** Creates the store of application passwords, with which programs act for a user. Each can be limited and revoked. */
export function createApplicationPasswords({
  db,
  access,
  now = Date.now,
}: ApplicationPasswordsOptions): ApplicationPasswords {
  const nowText = (): string => utc.encode(new Date(now()));
  const lastUse = createLastUse(db, 'application_passwords', now);

  return {
    async create(userId, details) {
      const limits = checkLimits('application_password', details, { now: now(), isScope: access.hasScope });
      const password = randomText(LENGTH);
      const row = await db.insertOne('application_passwords', {
        ...limits,
        uuid: randomUUID(),
        user_id: userId,
        app_id: details.appId ?? null,
        password_hash: secretDigest(password),
        created_at: nowText(),
        last_used_at: null,
        last_ip: null,
      });
      return { password: inFours(password), record: toRecord(row) };
    },
    async verify(password, ip) {
      const row = await db.query
        .selectFrom('application_passwords')
        .selectAll()
        .where('password_hash', '=', secretDigest(password.replace(/\s+/g, '')))
        .executeTakeFirst();
      if (!row) return null;
      const record = toRecord(row);
      assertUsable(record, { now: now(), ip });
      await lastUse.note(row, ip);
      return record;
    },
    async list(userId) {
      const rows = await db.query
        .selectFrom('application_passwords')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toRecord);
    },
    async get(userId, id) {
      const row = await db.query
        .selectFrom('application_passwords')
        .selectAll()
        .where('user_id', '=', userId)
        .where('uuid', '=', id)
        .executeTakeFirst();
      return row ? toRecord(row) : null;
    },
    async revoke(userId, id) {
      const { numDeletedRows } = await db.query
        .deleteFrom('application_passwords')
        .where('user_id', '=', userId)
        .where('uuid', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async revokeAll(userId) {
      const { numDeletedRows } = await db.query
        .deleteFrom('application_passwords')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

interface Row {
  readonly uuid: string;
  readonly user_id: number;
  readonly name: string;
  readonly app_id: string | null;
  readonly scopes: string | null;
  readonly allowed_ips: string | null;
  readonly expires_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly last_ip: string | null;
}

function toRecord(row: Row): ApplicationPassword {
  return {
    id: row.uuid,
    userId: row.user_id,
    name: row.name,
    appId: row.app_id,
    scopes: decodeList(row.scopes),
    allowedAddresses: decodeList(row.allowed_ips),
    expiresAt: row.expires_at === null ? null : utc.decode(row.expires_at),
    createdAt: utc.decode(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : utc.decode(row.last_used_at),
    lastIp: row.last_ip,
  };
}

function inFours(password: string): string {
  return password.replace(/.{4}(?=.)/g, '$& ');
}
