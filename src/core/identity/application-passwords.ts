import { randomInt, randomUUID } from 'node:crypto';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { secretDigest } from './secret-digest.js';
import { parseName } from './user-fields.js';
import './tables.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** 24 of 62 characters are 142 bits. */
const LENGTH = 24;
const MINUTE = 60 * 1000;
/** Of an IPv6 address; what proxies claim may be longer. */
const IP_LENGTH = 45;

export interface NewApplicationPassword {
  /** What it is for, e.g. `Import script`. */
  readonly name: string;
  /** Capabilities that it is limited to; absent: all of the user's. */
  readonly scopes?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
}

export interface ApplicationPassword {
  /** UUID. */
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly scopes: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** To the minute. */
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
}

export interface ApplicationPasswords {
  /**
   * @returns the record, and the password in groups of four, which cannot be shown again
   * @throws HostError `rest_application_password_invalid_name`, `_invalid_scopes`, `_invalid_expiry` (400)
   */
  create(
    userId: number,
    details: NewApplicationPassword,
  ): Promise<{ readonly password: string; readonly record: ApplicationPassword }>;
  /** The record of a password, white space in it ignored; null for a wrong or expired one. */
  verify(password: string, ip?: string): Promise<ApplicationPassword | null>;
  /** Newest first. */
  list(userId: number): Promise<readonly ApplicationPassword[]>;
  /** @returns whether the user had such a password */
  revoke(userId: number, id: string): Promise<boolean>;
}

export interface ApplicationPasswordsOptions {
  readonly db: Database;
  readonly now?: () => number;
}

/** Passwords that programs use in a person's name, each of which can be limited and revoked on its own. */
export function createApplicationPasswords({ db, now = Date.now }: ApplicationPasswordsOptions): ApplicationPasswords {
  const nowText = (): string => utc.encode(new Date(now()));

  async function markUsed(id: string, ip: string | undefined): Promise<void> {
    const minuteAgo = utc.encode(new Date(now() - MINUTE));
    await db.query
      .updateTable('application_passwords')
      .set({ last_used_at: nowText(), last_ip: ip?.slice(0, IP_LENGTH) ?? null })
      .where('uuid', '=', id)
      .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', minuteAgo)]))
      .execute();
  }

  return {
    async create(userId, { name, scopes, expiresAt }) {
      const password = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
      const label = parseName(name);
      if (label === null) throw invalid('name', 'Name the password after what will use it, in at most 190 characters.');
      if (scopes && (scopes.length === 0 || scopes.includes(''))) {
        throw invalid('scopes', 'List the capabilities that the password may use, or leave the list out for all.');
      }
      if (expiresAt && !(expiresAt.getTime() > now())) throw invalid('expiry', 'Choose a time in the future.');
      const row = await db.insertOne('application_passwords', {
        uuid: randomUUID(),
        user_id: userId,
        name: label,
        password_hash: secretDigest(password),
        scopes: scopes ? json.encode([...new Set(scopes)]) : null,
        expires_at: expiresAt ? utc.encode(expiresAt) : null,
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
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', nowText())]))
        .executeTakeFirst();
      if (!row) return null;
      const record = toRecord(row);
      if (!record.lastUsedAt || record.lastUsedAt.getTime() <= now() - MINUTE) await markUsed(record.id, ip);
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
    async revoke(userId, id) {
      const { numDeletedRows } = await db.query
        .deleteFrom('application_passwords')
        .where('user_id', '=', userId)
        .where('uuid', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

interface Row {
  readonly uuid: string;
  readonly user_id: number;
  readonly name: string;
  readonly scopes: string | null;
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
    scopes: row.scopes === null ? null : toScopes(json.decode(row.scopes)),
    expiresAt: row.expires_at === null ? null : utc.decode(row.expires_at),
    createdAt: utc.decode(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : utc.decode(row.last_used_at),
    lastIp: row.last_ip,
  };
}

/** Anything but a list of names would be damage, and grants nothing. */
function toScopes(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

function inFours(password: string): string {
  return password.replace(/.{4}(?=.)/g, '$& ');
}

function invalid(field: string, message: string): HostError {
  return new HostError(`rest_application_password_invalid_${field}`, message, { status: 400, field });
}
