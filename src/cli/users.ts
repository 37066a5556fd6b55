import { randomBytes } from 'node:crypto';
import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import { userList } from '../core/identity/user-queries.js';
import { commandRow, listCommand } from '../core/resource/command.js';
import { assertRole } from './assert-role.js';
import { findUser, USER } from './find-user.js';

const VERIFIED = { flags: '--verified', description: 'mark the email address as verified' };

/** Commands of `mortise user`. */
export function userCommands(host: Host): CommandDefinitions {
  return {
    'user create': {
      summary: 'Create a user',
      arguments: [
        { name: 'login', description: 'user name' },
        { name: 'email', description: 'e-mail address' },
      ],
      options: [
        { flags: '--role <role>', description: 'role of the new user', default: 'subscriber' },
        { flags: '--name <name>', description: 'display name' },
        VERIFIED,
        {
          flags: '--password <password>',
          description: 'default: generated and printed. Passwords in arguments stay in the shell history',
        },
      ],
      async run({ args, options, output }) {
        const role = String(options.role);
        assertRole(host.access, role);
        const givenPassword = typeof options.password === 'string' ? options.password : null;
        const password = givenPassword ?? randomBytes(12).toString('base64url');
        const user = await host.users.create({
          login: args.login ?? '',
          email: args.email ?? '',
          emailVerified: options.verified === true,
          name: typeof options.name === 'string' ? options.name : (args.login ?? ''),
          password,
          roles: [role],
        });
        output.record({ ...commandRow(userList, user), ...(givenPassword === null ? { password } : {}) });
      },
    },
    'user list': listCommand(userList, host, { summary: 'List users' }),
    'user set-email': {
      summary: 'Change the email address of a user, or mark it as verified',
      arguments: [USER, { name: 'email', description: 'new or current email address' }],
      options: [VERIFIED],
      async run({ args, options, output }) {
        const { id } = await findUser(host, args.user ?? '');
        const emailVerified = options.verified === true ? true : undefined;
        output.record(commandRow(userList, await host.users.update(id, { email: args.email ?? '', emailVerified })));
      },
    },
    'user set-role': {
      summary: 'Replace the roles of a user',
      arguments: [USER, { name: 'role', description: 'name of the role' }],
      async run({ args, output }) {
        assertRole(host.access, args.role ?? '');
        const user = await findUser(host, args.user ?? '');
        await host.users.setRoles(user.id, [args.role ?? '']);
        output.record(commandRow(userList, { ...user, roles: [args.role ?? ''] }));
      },
    },
  };
}
