import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import { findUser, USER } from './find-user.js';
import { ALL, revokeOneOrAll } from './revoke.js';

const COLUMNS = ['id', 'ip', 'user_agent', 'created', 'last_seen', 'expires'];

/** Commands of `mortise user session`. */
export function sessionCommands(host: Host): CommandDefinitions {
  const { sessions, authEvents } = host;
  return {
    'user session list': {
      summary: 'List sessions of a user',
      arguments: [USER],
      async run({ args, output }) {
        const { id } = await findUser(host, args.user ?? '');
        const rows = (await sessions.list(id)).map((device) => ({
          id: device.id,
          ip: device.ip,
          user_agent: device.userAgent,
          created: device.createdAt.toISOString(),
          last_seen: device.lastSeenAt.toISOString(),
          expires: device.expiresAt.toISOString(),
        }));
        output.rows(rows, COLUMNS);
      },
    },
    'user session revoke': {
      summary: 'End a session of a user, or all with --all',
      arguments: [USER, { name: 'id', description: 'ID of the session, from the list', optional: true }],
      options: [ALL],
      async run({ args, options, output }) {
        const { id: userId } = await findUser(host, args.user ?? '');
        const count = await revokeOneOrAll('session', args.id, options.all, {
          one: (id) => sessions.revokeDevice(userId, Number(id)),
          all: () => sessions.revokeAll(userId),
        });
        if (count > 0) await authEvents.record({ event: 'session_revoked', userId, detail: { count } });
        output.note(`Ended ${count}.`);
      },
    },
  };
}
