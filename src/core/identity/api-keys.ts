import type { Access } from '../access/capabilities.js';
import { createGrouping } from '../concurrency/grouping.js';
import { isDigestOf, secretDigest } from '../crypto/secret-digest.js';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import { API_KEY_PREFIX, keyIdOf, newKey, newKeyId } from './api-key-text.js';
import { assertUsable, type CredentialLimits, checkLimits, decodeList } from './credential-limits.js';
import { createLastUse } from './last-use.js';
import './tables.js';

const DAY = 24 * 60 * 60 * 1000;
/** Default validity of the old key after a rotation, in milliseconds, to allow for switching the program over. */
const OVERLAP = 7 * DAY;
const MAX_OVERLAP = 90 * DAY;

/** Details of an API key to create. */
export interface NewApiKey extends CredentialLimits {
  /** Scopes of the key: capabilities or named scopes, at least one. */
  readonly scopes: readonly string[];
  /** User the key acts for. Without one, the key only opens routes that require an API key. */
  readonly userId?: number | undefined;
  readonly createdBy?: number | undefined;
}

/** Record of an API key. The key itself is not stored. */
export interface ApiKey {
  /** Public id, part of the key itself. */
  readonly id: string;
  /** Displayable start of the key: `vk_<id>_`. */
  readonly prefix: string;
  readonly name: string;
  readonly userId: number | null;
  readonly scopes: readonly string[];
  /** IP addresses and networks the key may be used from. Null allows all. */
  readonly allowedAddresses: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly createdBy: number | null;
  readonly createdAt: Date;
  readonly rotatedAt: Date | null;
  /** Expiry of the key from before the last rotation. */
  readonly previousExpiresAt: Date | null;
  /** Time of the last use, to the minute. */
  readonly lastUsedAt: Date | null;
  readonly lastIp: string | null;
}

/** Key in plain text, which cannot be shown again, with its record. */
export interface IssuedApiKey {
  readonly key: string;
  readonly record: ApiKey;
}

/** The API keys of the site. */
export interface ApiKeys {
  /** Creates a key. @throws HostError 400 `rest_api_key_invalid_name|scopes|expiry`, `rest_invalid_address_list` */
  create(details: NewApiKey): Promise<IssuedApiKey>;
  /**
   * Returns the record of a key, or null for a wrong one.
   * @throws HostError `rest_credential_expired` (401), `rest_credential_address_refused` (403)
   */
  verify(key: string, ip?: string): Promise<ApiKey | null>;
  get(id: string): Promise<ApiKey | null>;
  /** Lists all keys, or those that act for a user, newest first. */
  list(query?: { readonly userId?: number }): Promise<readonly ApiKey[]>;
  /**
   * Replaces the secret of a key. The old secret stays valid for the overlap.
   * @param overlap milliseconds, default a week, at most 90 days; 0 ends the old secret immediately
   * @throws HostError 404 `rest_api_key_not_found`, 400 `rest_api_key_invalid_overlap`
   */
  rotate(id: string, overlap?: number): Promise<IssuedApiKey>;
  /** Revokes a key. @returns whether it existed */
  revoke(id: string): Promise<boolean>;
  /** Revokes all keys that act for a user. @returns number of revoked keys */
  revokeAll(userId: number): Promise<number>;
}

export interface ApiKeysOptions {
  readonly db: Database;
  /** Registry of scopes. */
  readonly access: Pick<Access, 'hasScope'>;
  readonly now?: () => number;
}

/** Creates the store of API keys, with which external programs call routes. Each key has its own scopes. */
export function createApiKeys({ db, access, now = Date.now }: ApiKeysOptions): ApiKeys {
  const nowText = (): string => utc.encode(new Date(now()));

  /** Batches concurrent lookups into one query. */
  const find = createGrouping<string, Row | undefined>({
    isApart: db.isInTransaction,
    async run(ids) {
      const rows = await db.query
        .selectFrom('api_keys')
        .selectAll()
        .where('key_id', 'in', [...new Set(ids)])
        .execute();
      const byId = new Map(rows.map((row) => [row.key_id, row]));
      return ids.map((id) => byId.get(id));
    },
  });

  const lastUse = createLastUse(db, 'api_keys', now);

  function isCurrent(row: Row, key: string): boolean {
    if (isDigestOf(key, row.key_hash)) return true;
    if (row.previous_hash === null || row.previous_expires_at === null) return false;
    return isDigestOf(key, row.previous_hash) && utc.decode(row.previous_expires_at).getTime() > now();
  }

  return {
    async create(details) {
      const limits = checkLimits('api_key', details, { now: now(), isScope: access.hasScope });
      const id = newKeyId();
      const key = newKey(id);
      const row = await db.insertOne('api_keys', {
        ...limits,
        key_id: id,
        scopes: limits.scopes ?? json.encode([]),
        key_hash: secretDigest(key),
        previous_hash: null,
        previous_expires_at: null,
        user_id: details.userId ?? null,
        created_by: details.createdBy ?? null,
        created_at: nowText(),
        rotated_at: null,
        last_used_at: null,
        last_ip: null,
      });
      return { key, record: toRecord(row) };
    },
    async verify(key, ip) {
      const id = keyIdOf(key);
      const row = id === null ? undefined : await find(id);
      if (!row || !isCurrent(row, key)) return null;
      const record = toRecord(row);
      assertUsable(record, { now: now(), ip });
      await lastUse.note(row, ip);
      return record;
    },
    async get(id) {
      const row = await find(id);
      return row ? toRecord(row) : null;
    },
    async list({ userId } = {}) {
      let query = db.query.selectFrom('api_keys').selectAll();
      if (userId !== undefined) query = query.where('user_id', '=', userId);
      const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
      return rows.map(toRecord);
    },
    async rotate(id, overlap = OVERLAP) {
      if (!(overlap >= 0 && overlap <= MAX_OVERLAP)) {
        throw new HostError('rest_api_key_invalid_overlap', 'The overlap must be 0 to 90 days.', {
          status: 400,
          field: 'overlap',
        });
      }
      const key = newKey(id);
      return db.transaction(async () => {
        await db.query
          .updateTable('api_keys')
          .set((of) => ({
            // Must come first, because MySQL assigns from left to right: the current hash becomes the previous one.
            previous_hash: of.ref('key_hash'),
            key_hash: secretDigest(key),
            previous_expires_at: utc.encode(new Date(now() + overlap)),
            rotated_at: nowText(),
          }))
          .where('key_id', '=', id)
          .execute();
        const rotated = await find(id);
        if (!rotated) throw apiKeyNotFound();
        return { key, record: toRecord(rotated) };
      });
    },
    async revoke(id) {
      const { numDeletedRows } = await db.query.deleteFrom('api_keys').where('key_id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async revokeAll(userId) {
      const { numDeletedRows } = await db.query.deleteFrom('api_keys').where('user_id', '=', userId).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export function apiKeyNotFound(): HostError {
  return new HostError('rest_api_key_not_found', 'This API key does not exist. See the list of keys.', {
    status: 404,
  });
}

interface Row {
  id: number;
  readonly key_id: string;
  readonly name: string;
  readonly key_hash: string;
  readonly previous_hash: string | null;
  readonly previous_expires_at: string | null;
  readonly user_id: number | null;
  readonly scopes: string;
  readonly allowed_ips: string | null;
  readonly expires_at: string | null;
  readonly created_by: number | null;
  readonly created_at: string;
  readonly rotated_at: string | null;
  readonly last_used_at: string | null;
  readonly last_ip: string | null;
}

function toRecord(row: Row): ApiKey {
  const date = (text: string | null): Date | null => (text === null ? null : utc.decode(text));
  return {
    id: row.key_id,
    prefix: `${API_KEY_PREFIX}${row.key_id}_`,
    name: row.name,
    userId: row.user_id,
    scopes: decodeList(row.scopes) ?? [],
    allowedAddresses: decodeList(row.allowed_ips),
    expiresAt: date(row.expires_at),
    createdBy: row.created_by,
    createdAt: utc.decode(row.created_at),
    rotatedAt: date(row.rotated_at),
    previousExpiresAt: date(row.previous_expires_at),
    lastUsedAt: date(row.last_used_at),
    lastIp: row.last_ip,
  };
}
