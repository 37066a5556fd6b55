import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import { findUser } from './find-user.js';

const COLUMNS = ['at', 'event', 'user', 'actor', 'login', 'ip', 'detail'];

/** Commands of `mortise audit`. */
export function auditCommands(host: Host): CommandDefinitions {
  const { authEvents } = host;
  return {
    'audit list': {
      summary: 'List events of accounts and credentials, newest first',
      options: [
        { flags: '--user <user>', description: 'only events about this user' },
        { flags: '--event <event>', description: 'only events with this name, e.g. login_failed' },
        { flags: '--ip <address>', description: 'only events from this IP address' },
        {
          flags: '--limit <count>',
          description: 'how many',
          default: 50,
          integer: { minimum: 1, maximum: 1_000_000 },
        },
      ],
      async run({ options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        const limit = Number(options.limit);
        const query = { userId: user?.id, event: textOr(options.event), ip: textOr(options.ip) };
        const rows: Record<string, unknown>[] = [];
        for (let page = 1; rows.length < limit; page += 1) {
          const { events } = await authEvents.list({ ...query, page, perPage: 100 });
          for (const event of events) {
            rows.push({
              at: event.at.toISOString(),
              event: event.event,
              user: event.userId ?? '',
              actor: event.actorId ?? '',
              login: event.login,
              ip: event.ip,
              detail: Object.keys(event.detail).length === 0 ? '' : JSON.stringify(event.detail),
            });
          }
          if (events.length < 100) break;
        }
        output.rows(rows.slice(0, limit), COLUMNS);
      },
    },
  };
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
