import { type ExpressionBuilder, sql } from 'kysely';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/tables.js';
import { normaliseIdentifier } from '../identifiers.js';
import type { Person, PersonalData } from './personal-data.js';
import '../identity/tables.js';

/**
 * The audit log of authentication. Events about the person stay as what happened on the site, and say no more to whom,
 * from where or with which name; what the person did to others' accounts stays too, without the name of who did it.
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
      const reason = 'That and when it happened stays, for whoever guards the site; to whom does not.';
      return { count: Number(numUpdatedRows), outcome: 'detached', reason };
    },
  };
}

/** Events of the account, and failed logins with its name, which belong to no account when it was mistyped elsewhere. */
function about(row: ExpressionBuilder<Tables, 'auth_events'>, { user, email }: Person) {
  const names = [email, user?.login ?? ''].filter((name) => name !== '').map(normaliseIdentifier);
  const typed = names.length > 0 ? [sql<boolean>`lower(trim(login)) in (${sql.join(names)})`] : [];
  return row.or([...(user ? [row('user_id', '=', user.id)] : []), ...typed]);
}
