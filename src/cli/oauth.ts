import type { CommandDefinitions } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { AuthEventName } from '../core/identity/auth-events.js';
import { GRANT_TYPES, type OAuthGrantType } from '../core/oauth/client-fields.js';
import { type OAuthClient, oauthClientNotFound } from '../core/oauth/clients.js';
import { findUser } from './find-user.js';

const COLUMNS = ['client_id', 'name', 'type', 'grants', 'disabled', 'last_used_at'] as const;

const CLIENT_ID = { name: 'client_id', description: 'client ID, as in "mortise oauth client list"' };

/** Commands of `mortise oauth client`. */
export function oauthCommands(host: Host): CommandDefinitions {
  const { clients } = host.oauth;

  /** Records an audit event without a user, since the command runs in a terminal. */
  async function record(event: AuthEventName, { clientId, name }: OAuthClient): Promise<void> {
    await host.authEvents.record({ event, detail: { client: clientId, name } });
  }

  async function clientOf(clientId: string): Promise<OAuthClient> {
    const client = await clients.get(clientId);
    if (client) return client;
    throw oauthClientNotFound(clientId);
  }

  return {
    'oauth client create': {
      summary: 'Register an OAuth client. Its secret is shown once',
      arguments: [{ name: 'name', description: 'name shown to users' }],
      options: [
        { flags: '--scope <names...>', description: 'scopes that it can request: see "mortise scopes list"' },
        { flags: '--redirect-uri <addresses...>', description: 'redirect URL, compared exactly' },
        { flags: '--public', description: 'client without a secret: an app in a browser or on a computer' },
        { flags: '--user <user>', description: 'ID, login or email address of the account that it acts as' },
        {
          flags: '--grant <names...>',
          description: `default: what the other options make possible of ${GRANT_TYPES.join(', ')}`,
        },
      ],
      async run({ args, options, output }) {
        const user = typeof options.user === 'string' ? await findUser(host, options.user) : null;
        const grants = listOf(options.grant);
        const { client, secret } = await clients.create({
          name: args.name ?? '',
          isPublic: options.public === true,
          redirectUris: listOf(options.redirectUri),
          scopes: listOf(options.scope),
          userId: user?.id,
          ...(grants.length > 0 ? { grants: grants.map(toGrant) } : {}),
        });
        await record('oauth_client_created', client);
        output.record({ ...describe(client), ...(secret === null ? {} : { client_secret: secret }) });
      },
    },
    'oauth client list': {
      summary: 'List OAuth clients',
      async run({ output }) {
        output.rows((await clients.list()).map(describe), COLUMNS);
      },
    },
    'oauth client show': {
      summary: 'Show an OAuth client',
      arguments: [CLIENT_ID],
      async run({ args, output }) {
        output.record(describe(await clientOf(args.client_id ?? '')));
      },
    },
    'oauth client rotate-secret': {
      summary: 'Replace the secret of an OAuth client. It is shown once, and the previous secret stops working',
      arguments: [CLIENT_ID],
      async run({ args, output }) {
        const client = await clientOf(args.client_id ?? '');
        const { clientId } = client;
        const secret = await clients.rotateSecret(clientId);
        await record('oauth_client_rotated', client);
        output.record({ client_id: clientId, client_secret: secret });
      },
    },
    'oauth client delete': {
      summary: 'Delete an OAuth client with its tokens and authorizations',
      arguments: [CLIENT_ID],
      async run({ args, output }) {
        const client = await clientOf(args.client_id ?? '');
        await clients.delete(client.clientId);
        await record('oauth_client_deleted', client);
        output.note(`Client ${args.client_id} deleted.`);
      },
    },
  };
}

function describe(client: OAuthClient) {
  return {
    client_id: client.clientId,
    name: client.name,
    type: client.isPublic ? 'public' : 'confidential',
    grants: client.grants.join(' '),
    scopes: client.scopes.join(' '),
    redirect_uris: client.redirectUris.join(' '),
    user_id: client.userId,
    disabled: client.disabled,
    created_at: client.createdAt.toISOString(),
    last_used_at: client.lastUsedAt?.toISOString() ?? null,
  };
}

function toGrant(name: string): OAuthGrantType {
  const grant = GRANT_TYPES.find((type) => type === name);
  if (grant) return grant;
  throw new HostError('oauth_grant_unknown', `There is no grant "${name}". Available: ${GRANT_TYPES.join(', ')}.`, {
    status: 400,
  });
}

/** Parses an option with several values, also separated by commas or spaces. */
function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => String(each).split(/[\s,]+/)).filter(Boolean) : [];
}
