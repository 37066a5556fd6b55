import type OAuth2Server from '@node-oauth/oauth2-server';
import { oauthLibrary } from '../identity/oauth/oauth-library.js';
import { isWithin, parseScope } from '../identity/oauth/scopes.js';
import type { OAuthTokens, RefreshToken } from '../identity/oauth/tokens.js';
import type { Users } from '../identity/users.js';
import type { OAuthClient } from './clients.js';
import type { OAuthCodes } from './codes.js';
import { newOAuthSecret } from './secrets.js';

type Token = OAuth2Server.Token;

/** Side results of exchanging a code or token. */
export interface TokenExchange {
  /** Family of the issued tokens. */
  family: string;
  /** Type of the replayed secret, if that was the reason for the refusal. */
  replayed: 'code' | 'refresh' | null;
  userId: number | null;
}

export interface TokenModelParts {
  readonly codes: OAuthCodes;
  readonly tokens: OAuthTokens;
  readonly users: Pick<Users, 'get'>;
  /** Authenticated client. */
  readonly client: OAuthClient;
  readonly requestedScope: string | undefined;
  readonly knownScopes: () => readonly string[];
  readonly exchange: TokenExchange;
}

/** Expiry reported for consumed secrets. The library must reach the replay check instead of rejecting by age. */
const NO_END = new Date(8.64e15);

/** Model methods that the library calls at the token endpoint. */
export type TokenModel = Omit<
  OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel & OAuth2Server.ClientCredentialsModel,
  'getAccessToken' | 'saveAuthorizationCode'
>;

/** Creates the library's view of the tables, for one request to the token endpoint. */
export function createTokenModel(parts: TokenModelParts): TokenModel {
  const { codes, tokens, users, client, requestedScope, knownScopes, exchange } = parts;
  const { InvalidGrantError, UnauthorizedClientError } = oauthLibrary();
  const ownClient: OAuth2Server.Client = { id: client.clientId, grants: [...client.grants] };
  /** Refresh token being exchanged. */
  let former: RefreshToken | null = null;

  /** Revokes all tokens of a replayed code or refresh token, because one of the two senders stole it. */
  async function endFamily(replayed: 'code' | 'refresh'): Promise<boolean> {
    exchange.replayed = replayed;
    await tokens.revokeFamily(exchange.family);
    return false;
  }

  return {
    getClient: async () => ownClient,
    generateAccessToken: async () => newOAuthSecret('access'),
    generateRefreshToken: async () => newOAuthSecret('refresh'),

    async getAuthorizationCode(authorizationCode) {
      const code = await codes.find(authorizationCode);
      const user = code && (await users.get(code.userId));
      if (!code || !user) return null;
      exchange.family = code.family;
      exchange.userId = user.id;
      return {
        authorizationCode,
        expiresAt: code.isUsed ? NO_END : code.expiresAt,
        redirectUri: code.redirectUri,
        scope: [...code.scopes],
        codeChallenge: code.codeChallenge,
        codeChallengeMethod: 'S256',
        client: code.clientRow === client.id ? ownClient : { id: '', grants: [] },
        user,
      };
    },
    async revokeAuthorizationCode({ authorizationCode }) {
      return (await codes.use(authorizationCode)) || endFamily('code');
    },

    async getRefreshToken(refreshToken) {
      former = await tokens.findRefresh(refreshToken);
      const user = former && (await users.get(former.userId));
      if (!former || !user) return null;
      const isOwn = former.clientRow === client.id;
      exchange.family = former.family;
      exchange.userId = user.id;
      if (isOwn && !former.isUsed) assertNoMore(former.scopes, requestedScope);
      return {
        refreshToken,
        refreshTokenExpiresAt: former.isUsed ? NO_END : former.expiresAt,
        scope: [...former.scopes],
        client: isOwn ? ownClient : { id: '', grants: [] },
        user,
      };
    },
    async revokeToken({ refreshToken }) {
      return (await tokens.use(refreshToken)) || endFamily('refresh');
    },

    async getUserFromClient() {
      if (client.userId === null) throw new UnauthorizedClientError('This client does not act for an account');
      const user = await users.get(client.userId);
      if (!user) throw new InvalidGrantError('The account that this client acts as no longer exists');
      exchange.userId = user.id;
      return user;
    },
    async validateScope(_user, _client, scope) {
      const available = knownScopes();
      const requestedScopes = scope ?? client.scopes.filter((name) => available.includes(name));
      return (
        requestedScopes.length > 0 &&
        isWithin(requestedScopes, client.scopes) &&
        isWithin(requestedScopes, available) && [...requestedScopes]
      );
    },

    async saveToken(token, _client, user): Promise<Token> {
      const {
        accessToken,
        accessTokenExpiresAt = new Date(0),
        refreshToken,
        refreshTokenExpiresAt,
        scope = [],
      } = token;
      const shared = { family: exchange.family, clientRow: client.id, userId: Number(user.id) };
      await tokens.save({
        ...shared,
        kind: 'access',
        token: accessToken,
        scopes: scope,
        expiresAt: accessTokenExpiresAt,
      });
      const saved = { accessToken, accessTokenExpiresAt, scope, client: ownClient, user };
      if (!refreshToken || !refreshTokenExpiresAt || !client.grants.includes('refresh_token')) return saved;
      await tokens.save({
        ...shared,
        kind: 'refresh',
        token: refreshToken,
        // RFC 6749 section 6: an access token may have fewer scopes, the refresh token keeps the original ones.
        scopes: former?.givenScopes ?? scope,
        expiresAt: refreshTokenExpiresAt,
      });
      return { ...saved, refreshToken, refreshTokenExpiresAt };
    },
  };
}

/** Runs before the refresh token is consumed, so that a client that asked for too much can retry. */
function assertNoMore(scopes: readonly string[], requested: string | undefined): void {
  const requestedScopes = parseScope(requested);
  if (scopes.length > 0 && (requestedScopes === null || isWithin(requestedScopes, scopes))) return;
  const { InvalidScopeError } = oauthLibrary();
  throw new InvalidScopeError('The refresh token was not issued for this scope');
}
