import { randomUUID } from 'node:crypto';
import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Database } from '../database/database.js';
import type { OAuthGrants } from '../identity/oauth/grants.js';
import { refusalOf } from '../identity/oauth/oauth-error.js';
import { oauthLibrary } from '../identity/oauth/oauth-library.js';
import type { User } from '../user.js';
import type { AuthorizationRequest } from './authorization-request.js';
import type { OAuthCodes } from './codes.js';
import { newOAuthSecret } from './secrets.js';

/** Seconds until a code expires. Programs exchange it immediately. */
const CODE_LIFE = 60;

/** Issues a code for a request that the user has allowed, now or earlier, and saves the grant. */
export type IssueCode = (user: User, request: AuthorizationRequest) => Promise<string>;

export function createIssueCode(parts: {
  readonly db: Database;
  readonly codes: OAuthCodes;
  readonly grants: OAuthGrants;
}): IssueCode {
  const { db, codes, grants } = parts;

  async function issue(user: User, request: AuthorizationRequest): Promise<string> {
    const { client, redirectUri, scopes, codeChallenge } = request;
    const own: OAuth2Server.Client = {
      id: client.clientId,
      grants: [...client.grants],
      redirectUris: [...client.redirectUris],
    };
    const model: Pick<
      OAuth2Server.AuthorizationCodeModel,
      'getClient' | 'validateRedirectUri' | 'validateScope' | 'generateAuthorizationCode' | 'saveAuthorizationCode'
    > = {
      getClient: async () => own,
      // Redirect URI and scopes were already checked when the request was parsed.
      validateRedirectUri: async (address) => address === redirectUri,
      validateScope: async () => [...scopes],
      generateAuthorizationCode: async () => newOAuthSecret('code'),
      async saveAuthorizationCode({ authorizationCode, expiresAt }) {
        await codes.save(authorizationCode, {
          family: randomUUID(),
          clientRow: client.id,
          userId: user.id,
          redirectUri,
          scopes,
          codeChallenge,
          expiresAt,
        });
        return { authorizationCode, expiresAt, redirectUri, client: own, user };
      },
    };
    const Library = oauthLibrary();
    const server = new Library({
      model: model as OAuth2Server.AuthorizationCodeModel,
      authenticateHandler: { handle: () => user },
      // The state does not concern the library: it is returned unchanged.
      allowEmptyState: true,
      authorizationCodeLifetime: CODE_LIFE,
    });
    const query = {
      client_id: client.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    };
    const oauthRequest = new Library.Request({ method: 'GET', headers: {}, query });
    try {
      return (await server.authorize(oauthRequest, new Library.Response())).authorizationCode;
    } catch (error) {
      throw refusalOf(error);
    }
  }

  return (user, request) =>
    db.transaction(async () => {
      await grants.remember(user.id, request.client.id, request.scopes);
      return issue(user, request);
    });
}
