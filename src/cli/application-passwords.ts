import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import type { ApplicationPassword } from '../core/identity/application-passwords.js';
import { describeCredential, LIMIT_OPTIONS, limitsFrom } from './credential-limits.js';
import { findUser, USER } from './find-user.js';
import { ALL, revokeOneOrAll } from './revoke.js';

const COLUMNS = ['id', 'name', 'scopes', 'expires', 'allowed_ips', 'created', 'last_used', 'last_ip'];

/** Commands of `mortise user application-password`. */
export function applicationPasswordCommands(host: Host): CommandDefinitions {
  const { applicationPasswords, authEvents } = host;
  return {
    'user application-password create': {
      summary: 'Create an application password for HTTP Basic. It is shown once',
      arguments: [USER, { name: 'name', description: 'name of the program that uses it' }],
      options: LIMIT_OPTIONS,
      async run({ args, options, output }) {
        const user = await findUser(host, args.user ?? '');
        const limits = limitsFrom(args.name ?? '', options);
        const { password, record } = await applicationPasswords.create(user.id, limits);
        const detail = { name: record.name, credential: record.id };
        await authEvents.record({ event: 'application_password_created', userId: user.id, detail });
        output.record({ id: record.id, user: user.login, name: record.name, password });
      },
    },
    'user application-password list': {
      summary: 'List application passwords of a user',
      arguments: [USER],
      async run({ args, output }) {
        const { id } = await findUser(host, args.user ?? '');
        output.rows((await applicationPasswords.list(id)).map(describe), COLUMNS);
      },
    },
    'user application-password revoke': {
      summary: 'Revoke an application password, or all of a user with --all',
      arguments: [USER, { name: 'id', description: 'ID of the password, from the list', optional: true }],
      options: [ALL],
      async run({ args, options, output }) {
        const { id: userId } = await findUser(host, args.user ?? '');
        const count = await revokeOneOrAll('application password', args.id, options.all, {
          one: (id) => applicationPasswords.revoke(userId, id),
          all: () => applicationPasswords.revokeAll(userId),
        });
        const detail = { count, credential: args.id ?? null };
        if (count > 0) await authEvents.record({ event: 'application_password_revoked', userId, detail });
        output.note(`Ended ${count}.`);
      },
    },
  };
}

function describe(record: ApplicationPassword) {
  return { id: record.id, ...describeCredential(record), scopes: record.scopes?.join(',') ?? 'all' };
}
