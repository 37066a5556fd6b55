import type { CommandDefinition, CommandOption, RegisteredCommand } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { ApiKey } from '../core/identity/api-keys.js';
import type { ApplicationPassword } from '../core/identity/application-passwords.js';
import type { CredentialLimits } from '../core/identity/credential-limits.js';
import { findUser } from './find-user.js';
import { wholeNumber } from './whole-number.js';

const MOST_EVENTS = 1_000_000;
const DAY = 24 * 60 * 60 * 1000;
const USER = { name: 'user', description: 'id, login or e-mail address' };
const LIMITS: readonly CommandOption[] = [
  { flags: '--scopes <capabilities>', description: 'capabilities it is limited to, separated by commas' },
  { flags: '--expires <time>', description: 'when it ends: a date such as 2027-01-31, or days such as 90d' },
  { flags: '--allowed-ips <addresses>', description: 'addresses and networks it may come from, separated by commas' },
];
const PASSWORD_COLUMNS = ['id', 'name', 'scopes', 'expires', 'allowed_ips', 'created', 'last_used', 'last_ip'];
const KEY_COLUMNS = ['prefix', 'name', 'user', 'scopes', 'expires', 'allowed_ips', 'created', 'last_used', 'last_ip'];
const SESSION_COLUMNS = ['id', 'ip', 'user_agent', 'created', 'last_seen', 'expires'];
const EVENT_COLUMNS = ['at', 'event', 'user', 'actor', 'login', 'ip', 'detail'];

/** `mortise user application-password ...`, `user session ...`, `api-key ...` and `audit list`. */
export function credentialCommands(host: Host): RegisteredCommand[] {
  const { applicationPasswords, apiKeys, sessions, authEvents } = host;
  const commands: Record<string, CommandDefinition> = {
    'user application-password create': {
      summary: 'Create an application password: shown once, works over HTTP Basic',
      arguments: [USER, { name: 'name', description: 'what it is for' }],
      options: LIMITS,
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
      summary: 'List the application passwords of a user',
      arguments: [USER],
      async run({ args, output }) {
        const { id } = await findUser(host, args.user ?? '');
        output.rows((await applicationPasswords.list(id)).map(describePassword), PASSWORD_COLUMNS);
      },
    },
    'user application-password revoke': {
      summary: 'End an application password, or with --all all of a user',
      arguments: [USER, { name: 'id', description: 'id of the password, from the list', optional: true }],
      options: [{ flags: '--all', description: 'end all of them' }],
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
    'user session list': {
      summary: 'List where a user is signed in',
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
        output.rows(rows, SESSION_COLUMNS);
      },
    },
    'user session revoke': {
      summary: 'Sign a user out of one browser, or with --all everywhere',
      arguments: [USER, { name: 'id', description: 'id of the session, from the list', optional: true }],
      options: [{ flags: '--all', description: 'end all of them' }],
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
    'api-key create': {
      summary: 'Create an API key: shown once',
      arguments: [{ name: 'name', description: 'what will use it' }],
      options: [...LIMITS, { flags: '--user <user>', description: 'whom it acts for; without it, for nobody' }],
      async run({ args, options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        const limits = limitsFrom(args.name ?? '', options);
        const { key, record } = await apiKeys.create({ ...limits, scopes: limits.scopes ?? [], userId: user?.id });
        const detail = { name: record.name, credential: record.id, scopes: record.scopes };
        await authEvents.record({ event: 'api_key_created', userId: record.userId, detail });
        output.record({ ...describeKey(record), key });
      },
    },
    'api-key list': {
      summary: 'List the API keys',
      options: [{ flags: '--user <user>', description: 'only those that act for this user' }],
      async run({ options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        output.rows((await apiKeys.list(user ? { userId: user.id } : {})).map(describeKey), KEY_COLUMNS);
      },
    },
    'api-key rotate': {
      summary: 'Give an API key another secret; the old one counts for a while longer',
      arguments: [{ name: 'id', description: 'the part after vk_, or the whole prefix' }],
      options: [{ flags: '--overlap <days>', description: 'days for which the old one counts', default: '7' }],
      async run({ args, options, output }) {
        const { key, record } = await apiKeys.rotate(keyId(args.id), Number(options.overlap) * DAY);
        const detail = { name: record.name, credential: record.id };
        await authEvents.record({ event: 'api_key_rotated', userId: record.userId, detail });
        output.record({ ...describeKey(record), key, old_until: record.previousExpiresAt?.toISOString() ?? '' });
      },
    },
    'api-key revoke': {
      summary: 'End an API key',
      arguments: [{ name: 'id', description: 'the part after vk_, or the whole prefix' }],
      async run({ args, output }) {
        const id = keyId(args.id);
        const record = await apiKeys.get(id);
        if (!record || !(await apiKeys.revoke(id))) throw notFound('API key', args.id ?? '');
        const detail = { name: record.name, credential: id };
        await authEvents.record({ event: 'api_key_revoked', userId: record.userId, detail });
        output.note(`Ended "${record.name}".`);
      },
    },
    'audit list': {
      summary: 'List what happened to accounts and credentials, newest first',
      options: [
        { flags: '--user <user>', description: 'only what is about this user' },
        { flags: '--event <event>', description: 'only events of this name, e.g. login_failed' },
        { flags: '--ip <address>', description: 'only from this address' },
        { flags: '--limit <count>', description: 'how many', default: '50' },
      ],
      async run({ options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        const limit = wholeNumber('limit', options.limit, MOST_EVENTS);
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
        output.rows(rows.slice(0, limit), EVENT_COLUMNS);
      },
    },
  };
  return Object.entries(commands).map(([name, definition]) => ({ ...definition, name, owner: 'core' }));
}

function limitsFrom(name: string, options: Readonly<Record<string, unknown>>): CredentialLimits {
  return {
    name,
    scopes: listOr(options.scopes),
    expiresAt: typeof options.expires === 'string' ? parseExpiry(options.expires) : undefined,
    allowedAddresses: listOr(options.allowedIps),
  };
}

/** @throws HostError `cli_option_invalid` (400) */
function parseExpiry(text: string): Date {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  const date = days === undefined ? new Date(text) : new Date(Date.now() + Number(days) * DAY);
  if (!Number.isNaN(date.getTime())) return date;
  throw new HostError('cli_option_invalid', `"${text}" is no time. Write a date such as 2027-01-31, or 90d.`, {
    status: 400,
  });
}

function listOr(value: unknown): string[] | undefined {
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : undefined;
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function keyId(text = ''): string {
  return text.replace(/^vk_/, '').replace(/_.*$/, '');
}

function describePassword(record: ApplicationPassword) {
  return { id: record.id, ...describe(record), scopes: record.scopes?.join(',') ?? 'all' };
}

function describeKey(record: ApiKey) {
  return { prefix: record.prefix, user: record.userId ?? '', ...describe(record), scopes: record.scopes.join(',') };
}

function describe({ name, expiresAt, allowedAddresses, createdAt, lastUsedAt, lastIp }: ApplicationPassword | ApiKey) {
  return {
    name,
    expires: expiresAt?.toISOString() ?? '',
    allowed_ips: allowedAddresses?.join(',') ?? '',
    created: createdAt.toISOString(),
    last_used: lastUsedAt?.toISOString() ?? '',
    last_ip: lastIp ?? '',
  };
}

/** @returns how many ended @throws HostError 400 `cli_argument_invalid` for neither or both, 404 `credential_not_found` */
async function revokeOneOrAll(
  what: string,
  id: string | undefined,
  all: unknown,
  revoke: { readonly one: (id: string) => Promise<boolean>; readonly all: () => Promise<number> },
): Promise<number> {
  if ((id === undefined) !== (all === true)) {
    throw new HostError('cli_argument_invalid', 'Name one of them, or say --all.', { status: 400 });
  }
  if (id === undefined) return revoke.all();
  if (!(await revoke.one(id))) throw notFound(what, id);
  return 1;
}

function notFound(what: string, id: string): HostError {
  return new HostError('credential_not_found', `There is no ${what} "${id}". Look at the list.`, { status: 404 });
}
