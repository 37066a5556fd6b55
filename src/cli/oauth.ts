import type { CommandDefinitions } from '../core/commands.js';
import { HostError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import type { AuthEventName } from '../core/identity/auth-events.js';
import { GRANT_TYPES, type OAuthGrantType } from '../core/oauth/client-fields.js';
import { type OAuthClient, oauthClientNotFound } from '../core/oauth/clients.js';
import { findUser } from './find-user.js';

const COLUMNS = ['client_id', 'name', 'type', 'grants', 'disabled', 'last_used_at'] as const;

const CLIENT_ID = { name: 'client_id', description: 'what "mortise oauth client list" shows' };

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
      summary: 'Register a program that may ask people for access: its secret is shown once',
      arguments: [{ name: 'name', description: 'what people read when it asks them' }],
      options: [
        { flags: '--scope <names...>', description: 'scopes that it may ask for: see "mortise scopes list"' },
        { flags: '--redirect-uri <addresses...>', description: 'where answers may go, exactly' },
        { flags: '--public', description: 'it can keep no secret: an app in the browser or on a computer' },
        { flags: '--user <user>', description: 'id, login or e-mail address of the account that it acts as by itself' },
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
      summary: 'List the registered programs',
      async run({ output }) {
        output.rows((await clients.list()).map(describe), COLUMNS);
      },
    },
    'oauth client show': {
      summary: 'Show a registered program',
      arguments: [CLIENT_ID],
      async run({ args, output }) {
        output.record(describe(await clientOf(args.client_id ?? '')));
      },
    },
    'oauth client rotate-secret': {
      summary: 'Give a program a new secret: shown once, and the old one counts no more',
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
      summary: 'Remove a program, with all its tokens and all that people have allowed it',
      arguments: [CLIENT_ID],
      async run({ args, output }) {
        const client = await clientOf(args.client_id ?? '');
        await clients.delete(client.clientId);
        await record('oauth_client_deleted', client);
        output.note(`The client ${args.client_id} is gone.`);
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
  const grant = GRANT_TYPES.find((known) => known === name);
  if (grant) return grant;
  throw new HostError('oauth_grant_unknown', `There is no grant "${name}". There are: ${GRANT_TYPES.join(', ')}.`, {
    status: 400,
  });
}

/** Parses an option with several values, also separated by commas or spaces. */
function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => String(each).split(/[\s,]+/)).filter(Boolean) : [];
}
