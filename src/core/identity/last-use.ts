import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import './tables.js';

const MINUTE = 60 * 1000;
/** Maximum length of an IPv6 address. Values sent by proxies may be longer. */
const IP_LENGTH = 45;

/** Records the last use of a credential or client, written at most once a minute regardless of the requests. */
export interface LastUse {
  /**
   * Records a use.
   * @param row the credential as just read
   * @param ip client IP address, for tables that store it
   * @returns whether this call wrote it: only one of several concurrent requests does
   */
  note(row: { readonly id: number; readonly last_used_at: string | null }, ip?: string): Promise<boolean>;
}

export function createLastUse(
  db: Pick<Database, 'query'>,
  table: 'api_keys' | 'application_passwords' | 'oauth_clients' | 'oauth_tokens',
  now: () => number = () => Date.now(),
): LastUse {
  return {
    async note({ id, last_used_at: lastUsedAt }, ip) {
      const [minuteAgo, present] = [utc.encode(new Date(now() - MINUTE)), utc.encode(new Date(now()))];
      // A future timestamp means that the clock was set back since.
      if (lastUsedAt !== null && lastUsedAt > minuteAgo && lastUsedAt <= present) return false;
      const address =
        table === 'oauth_tokens' || table === 'oauth_clients' ? {} : { last_ip: ip?.slice(0, IP_LENGTH) ?? null };
      const { numUpdatedRows } = await db.query
        .updateTable(table)
        .set({ last_used_at: present, ...address })
        .where('id', '=', id)
        .where((row) =>
          row.or([
            row('last_used_at', 'is', null),
            row('last_used_at', '<=', minuteAgo),
            row('last_used_at', '>', present),
          ]),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
