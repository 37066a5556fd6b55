import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import './tables.js';

const MINUTE = 60 * 1000;
/** Of an IPv6 address; what proxies claim may be longer. */
const IP_LENGTH = 45;

/** When a credential or client was used last, to the minute: written at most once in one, however many its requests. */
export interface LastUse {
  /**
   * @param row the credential as it was just read
   * @param ip where it came from, in tables that keep it
   * @returns whether it was written, by this one of several concurrent requests
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
      // A use in the future is one by a clock that was set back since.
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
