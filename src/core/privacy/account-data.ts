import { utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { PersonalData } from './personal-data.js';
import '../identity/tables.js';

/** The account and its roles. Erased last, because the other data is found through it. */
export function accountData(db: Database): PersonalData {
  return {
    name: 'core/account',
    label: 'Account',
    async export({ user }) {
      if (!user) return [];
      const row = await db.query
        .selectFrom('users')
        .select(['provider', 'external_id', 'created_at', 'modified_at', 'email_verified_at'])
        .where('id', '=', user.id)
        .executeTakeFirst();
      if (!row) return [];
      const { created_at, modified_at, email_verified_at: verifiedAt, ...external } = row;
      const { emailVerified, ...account } = user;
      return [
        {
          ...account,
          ...external,
          created_at: toIso(created_at),
          modified_at: toIso(modified_at),
          email_verified_at: verifiedAt === null ? null : toIso(verifiedAt),
        },
      ];
    },
    async erase({ user }) {
      if (!user) return { count: 0, outcome: 'erased', reason: null };
      const row = await db.query.selectFrom('users').select('provider').where('id', '=', user.id).executeTakeFirst();
      await db.query.deleteFrom('user_roles').where('user_id', '=', user.id).execute();
      const { numDeletedRows } = await db.query.deleteFrom('users').where('id', '=', user.id).executeTakeFirst();
      const reason = row?.provider
        ? `The site's login "${row.provider}" creates it again at the person's next login.`
        : null;
      return { count: Number(numDeletedRows), outcome: 'erased', reason };
    },
  };
}

function toIso(text: string): string {
  return utc.decode(text).toISOString();
}
