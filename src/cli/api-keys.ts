import type { CommandDefinitions } from '../core/commands.js';
import type { Host } from '../core/host/host.js';
import type { ApiKey } from '../core/identity/api-keys.js';
import { describeCredential, LIMIT_OPTIONS, limitsFrom } from './credential-limits.js';
import { findUser } from './find-user.js';
import { credentialNotFound } from './revoke.js';

const DAY = 24 * 60 * 60 * 1000;
const COLUMNS = ['prefix', 'name', 'user', 'scopes', 'expires', 'allowed_ips', 'created', 'last_used', 'last_ip'];

/** Commands of `mortise api-key`. */
export function apiKeyCommands(host: Host): CommandDefinitions {
  const { apiKeys, authEvents } = host;
  return {
    'api-key create': {
      summary: 'Create an API key. It is shown once',
      arguments: [{ name: 'name', description: 'name of the program that uses it' }],
      options: [...LIMIT_OPTIONS, { flags: '--user <user>', description: 'user that it acts for; default: none' }],
      async run({ args, options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        const limits = limitsFrom(args.name ?? '', options);
        const { key, record } = await apiKeys.create({ ...limits, scopes: limits.scopes ?? [], userId: user?.id });
        const detail = { name: record.name, credential: record.id, scopes: record.scopes };
        await authEvents.record({ event: 'api_key_created', userId: record.userId, detail });
        output.record({ ...describe(record), key });
      },
    },
    'api-key list': {
      summary: 'List API keys',
      options: [{ flags: '--user <user>', description: 'only keys that act for this user' }],
      async run({ options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        output.rows((await apiKeys.list(user ? { userId: user.id } : {})).map(describe), COLUMNS);
      },
    },
    'api-key rotate': {
      summary: 'Rotate an API key. The previous key stays valid for the overlap',
      arguments: [{ name: 'id', description: 'part after vk_, or the complete prefix' }],
      options: [
        {
          flags: '--overlap <days>',
          description: 'days for which the previous key stays valid',
          default: 7,
          integer: { minimum: 0, maximum: 90 },
        },
      ],
      async run({ args, options, output }) {
        const { key, record } = await apiKeys.rotate(keyId(args.id), Number(options.overlap) * DAY);
        const detail = { name: record.name, credential: record.id };
        await authEvents.record({ event: 'api_key_rotated', userId: record.userId, detail });
        output.record({ ...describe(record), key, old_until: record.previousExpiresAt?.toISOString() ?? '' });
      },
    },
    'api-key revoke': {
      summary: 'Revoke an API key',
      arguments: [{ name: 'id', description: 'part after vk_, or the complete prefix' }],
      async run({ args, output }) {
        const id = keyId(args.id);
        const record = await apiKeys.get(id);
        if (!record || !(await apiKeys.revoke(id))) throw credentialNotFound('API key', args.id ?? '');
        const detail = { name: record.name, credential: id };
        await authEvents.record({ event: 'api_key_revoked', userId: record.userId, detail });
        output.note(`Ended "${record.name}".`);
      },
    },
  };
}

function keyId(text = ''): string {
  return text.replace(/^vk_/, '').split('_', 1)[0] ?? '';
}

function describe(record: ApiKey) {
  return {
    prefix: record.prefix,
    user: record.userId ?? '',
    ...describeCredential(record),
    scopes: record.scopes.join(','),
  };
}
