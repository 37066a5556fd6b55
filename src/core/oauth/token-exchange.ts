import { randomUUID } from 'node:crypto';
import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Access } from '../access/capabilities.js';
import type { Database } from '../database/database.js';
import type { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import { requestHeader } from '../http/request-header.js';
import type { AuthEvents } from '../identity/auth-events.js';
import { oauthError, refusalOf } from '../identity/oauth/oauth-error.js';
import { oauthLibrary } from '../identity/oauth/oauth-library.js';
import { parseScope } from '../identity/oauth/scopes.js';
import type { OAuthTokens } from '../identity/oauth/tokens.js';
import type { Users } from '../identity/users.js';
import { GRANT_TYPES } from './client-fields.js';
import type { OAuthClient, OAuthClients } from './clients.js';
import type { OAuthCodes } from './codes.js';
import { createTokenModel, type TokenExchange, type TokenModel } from './token-model.js';

/** Token lifetimes in seconds. Refresh tokens rotate on every use, so only one unused for this long expires. */
const ACCESS_TOKEN_LIFE = 60 * 60;
const REFRESH_TOKEN_LIFE = 30 * 24 * 60 * 60;

/** Turns off client authentication in the library, because clients are authenticated beforehand. */
const NO_FURTHER_AUTHENTICATION = Object.fromEntries(GRANT_TYPES.map((grant) => [grant, false]));

export interface TokenExchangeParts {
  readonly db: Database;
  readonly access: Pick<Access, 'scopes'>;
  readonly users: Pick<Users, 'get'>;
  readonly clients: OAuthClients;
  readonly codes: OAuthCodes;
  readonly tokens: OAuthTokens;
  readonly authEvents: AuthEvents;
}

/** Issues tokens to an authenticated client. @throws HostError with an OAuth error code, see `oauthError` */
export type ExchangeToken = (
  client: OAuthClient,
  form: Readonly<Record<string, string>>,
  request: AuthRequest,
) => Promise<Record<string, unknown>>;

interface Outcome {
  readonly response: Record<string, unknown> | null;
  readonly refusal: HostError | null;
  readonly exchange: TokenExchange;
}

/**
 * Creates the token endpoint's logic, after client authentication.
 * Each request is one transaction: a code or refresh token is consumed together with the creation of its tokens or, if
 * it is replayed, together with their revocation.
 */
export function createTokenExchange(parts: TokenExchangeParts): ExchangeToken {
  const { db, access, users, clients, codes, tokens, authEvents } = parts;

  async function attempt(client: OAuthClient, form: Readonly<Record<string, string>>): Promise<Outcome> {
    const exchange: TokenExchange = { family: randomUUID(), replayed: null, userId: null };
    const model = createTokenModel({
      codes,
      tokens,
      users,
      client,
      requestedScope: form.scope,
      knownScopes: () => access.scopes().map(({ name }) => name),
      exchange,
    });
    const Library = oauthLibrary();
    const server = new Library({
      // The library's types require a full model. The token endpoint uses only this part.
      model: model as TokenModel & OAuth2Server.AuthorizationCodeModel,
      accessTokenLifetime: ACCESS_TOKEN_LIFE,
      refreshTokenLifetime: REFRESH_TOKEN_LIFE,
      requireClientAuthentication: NO_FURTHER_AUTHENTICATION,
    });
    const response = new Library.Response();
    try {
      await server.token(libraryRequest(client, form), response);
      return { response: response.body, refusal: null, exchange };
    } catch (error) {
      // A refusal commits its changes too: a code that was tried with a wrong verifier is consumed.
      return { response: null, refusal: refusalOf(error), exchange };
    }
  }

  return async (client, form, request) => {
    const grant = GRANT_TYPES.find((name) => name === form.grant_type);
    if (form.grant_type === undefined) throw oauthError('invalid_request', 'The parameter grant_type is missing.');
    if (!grant) throw oauthError('unsupported_grant_type', `Supported grant types: ${GRANT_TYPES.join(', ')}.`);
    parseScope(form.scope);
    await tokens.purge();
    const { response, refusal, exchange } = await db.transaction(() => attempt(client, form));
    const event = {
      userId: exchange.userId,
      ip: request.remoteAddress,
      userAgent: requestHeader(request, 'user-agent'),
    };
    if (exchange.replayed) {
      const name = exchange.replayed === 'code' ? 'oauth_code_replayed' : 'oauth_refresh_reused';
      await authEvents.record({ ...event, event: name, detail: { client: client.clientId } });
    }
    if (refusal) throw refusal;
    await clients.markUsed(client);
    await authEvents.record({ ...event, event: 'oauth_token_issued', detail: { client: client.clientId, grant } });
    return { ...response };
  };
}

/** Passes on only validated input: no query, no other headers, and the id of the authenticated client. */
function libraryRequest(client: OAuthClient, form: Readonly<Record<string, string>>): OAuth2Server.Request {
  const { client_secret: _proved, ...body } = form;
  const { Request } = oauthLibrary();
  return new Request({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' },
    query: {},
    body: { ...body, client_id: client.clientId },
  });
}
