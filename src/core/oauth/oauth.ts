import type { Logger } from 'pino';
import type { Access } from '../access/capabilities.js';
import type { Database } from '../database/database.js';
import type { Endpoints } from '../http/endpoints.js';
import type { AuthEvents } from '../identity/auth-events.js';
import type { Authenticate } from '../identity/authenticate.js';
import type { OAuthGrants } from '../identity/oauth/grants.js';
import type { OAuthTokens } from '../identity/oauth/tokens.js';
import type { Users } from '../identity/users.js';
import type { LoginLinks } from '../pages/login-links.js';
import type { RenderPage } from '../pages/render.js';
import type { PageHandler } from '../pages/router.js';
import type { CorsOptions } from '../rest/cors.js';
import { originCheck } from '../rest/cors.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { LocalizedSite } from '../texts/localized-site.js';
import { createIssueCode } from './authorization-code.js';
import { createAuthorizePage } from './authorize-page.js';
import { createClientAuthentication } from './client-authentication.js';
import { createClientLimits } from './client-limits.js';
import { createOAuthClients, type OAuthClients } from './clients.js';
import { createOAuthCodes } from './codes.js';
import { createOAuthEndpoints } from './endpoints.js';
import { createIntrospectToken } from './introspection.js';
import { createRevokeToken } from './revocation.js';
import { createTokenExchange } from './token-exchange.js';

/** OAuth services for use by the host's own code. */
export interface OAuth {
  readonly clients: OAuthClients;
  /** Grants by users to clients. */
  readonly grants: OAuthGrants;
}

/** OAuth services with the public endpoints. */
export interface OAuthServer extends OAuth {
  readonly endpoints: Endpoints;
  /** Page handler of `/oauth/authorize`. */
  readonly authorizePage: PageHandler;
}

/** Creates the authorization server. @throws HostError `config_invalid` for invalid origins in `cors` */
export function createOAuthServer(parts: {
  readonly site: LocalizedSite;
  readonly db: Database;
  readonly access: Access;
  readonly users: Users;
  readonly oauthTokens: OAuthTokens;
  readonly oauthGrants: OAuthGrants;
  readonly authEvents: AuthEvents;
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  readonly render: RenderPage;
  /** Link to the login page. */
  readonly links: Pick<LoginLinks, 'logIn'>;
  readonly cors: CorsOptions | undefined;
  readonly log: Logger;
}): OAuthServer {
  const { db, access, users, authEvents, oauthTokens: tokens, oauthGrants: grants } = parts;
  const clients = createOAuthClients({ db, access, users });
  const codes = createOAuthCodes(db);
  const authenticateClient = createClientAuthentication({ clients, limits: createClientLimits(parts.limiter) });
  return {
    clients,
    grants,
    endpoints: createOAuthEndpoints({
      ...parts,
      authenticateClient,
      exchangeToken: createTokenExchange({ db, access, users, clients, codes, tokens, authEvents }),
      revokeToken: createRevokeToken({ tokens, authEvents }),
      introspectToken: createIntrospectToken({ ...parts, authenticateClient, tokens }),
      allowsOrigin: originCheck(parts.cors),
    }),
    authorizePage: createAuthorizePage({
      ...parts,
      clients,
      grants,
      issueCode: createIssueCode({ db, codes, grants }),
    }),
  };
}
