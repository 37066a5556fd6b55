import { type ExpressionBuilder, sql } from 'kysely';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';
import { normaliseIdentifier } from '../identifiers.js';
import type { Person, PersonalData } from './personal-data.js';
import '../identity/tables.js';

/**
 * Audit log of authentication.
 * Events are kept, but erasure removes user, login, IP address, user agent and details from events about the person,
 * and the actor from events they caused.
 */
export function authEventData(db: Database): PersonalData {
  return {
    name: 'core/auth-events',
    label: 'Audit log of logins and credentials',
    async export(person) {
      const rows = await db.query
        .selectFrom('auth_events')
        .selectAll()
        .where((row) => about(row, person))
        .orderBy('id')
        .execute();
      return rows.map(({ occurred_at, event, login, ip, user_agent, detail }) => ({
        occurred_at: utc.decode(occurred_at).toISOString(),
        event,
        login,
        ip,
        user_agent,
        detail: json.decode(detail),
      }));
    },
    async erase(person) {
      const { numUpdatedRows } = await db.query
        .updateTable('auth_events')
        .set({ user_id: null, login: '', ip: '', user_agent: '', detail: json.encode({}) })
        .where((row) => about(row, person))
        .executeTakeFirst();
      const { user } = person;
      if (user) {
        await db.query.updateTable('auth_events').set({ actor_id: null }).where('actor_id', '=', user.id).execute();
      }
      const reason = "Events and their times stay for the site's security. The person is removed.";
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}

/** Matches events of the account, and failed logins with its name or email, which may have no user id. */
function about(row: ExpressionBuilder<Tables, 'auth_events'>, { user, email }: Person) {
  const names = [email, user?.login ?? ''].filter((name) => name !== '').map(normaliseIdentifier);
  const typed = names.length > 0 ? [sql<boolean>`lower(trim(login)) in (${sql.join(names)})`] : [];
  return row.or([...(user ? [row('user_id', '=', user.id)] : []), ...typed]);
}
