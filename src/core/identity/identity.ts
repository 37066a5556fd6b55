import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import type { Database } from '../database/database.js';
import type { Versions } from '../services/bus/versions.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Site } from '../site.js';
import { type ApiKeys, createApiKeys } from './api-keys.js';
import { type ApplicationPasswords, createApplicationPasswords } from './application-passwords.js';
import { type AuthEvents, createAuthEvents } from './auth-events.js';
import {
  type Authenticate,
  createAuthenticators,
  type ExplainAuthentication,
  explainInOrder,
  inOrder,
} from './authenticate.js';
import type { SiteIdentify } from './authenticators/site-login.js';
import { createForeignHashes } from './foreign-hashes.js';
import { IDENTITY_VERSION } from './identity-cache.js';
import { createLogin, type Login } from './login.js';
import { createNonces, type Nonces } from './nonces.js';
import { OAUTH_PATHS } from './oauth/addresses.js';
import { createOAuthGrants, type OAuthGrants } from './oauth/grants.js';
import { createOAuthTokens, type OAuthTokens } from './oauth/tokens.js';
import { createPasswords, type Passwords, type ScryptCost } from './passwords.js';
import { createSessions, type Sessions } from './sessions.js';
import { createSignedInUsers } from './signed-in.js';
import { reportUnknownRoles } from './unknown-roles.js';
import { createUserCache } from './user-cache.js';
import type { HandOver } from './user-delete.js';
import { createUsers, type RoleSource, type Users } from './users.js';

/** Host options that affect authentication. */
export interface IdentityConfig {
  readonly secret: string;
  readonly previousSecrets: readonly string[];
  readonly identify?: SiteIdentify;
  readonly provision?: boolean;
  readonly roleSource?: RoleSource;
  readonly passwordCost?: ScryptCost;
  readonly compatBasicErrors?: boolean;
  readonly allowInsecureAuth?: boolean;
}

/** Accounts, their credentials and authentication. */
export interface IdentityServices {
  readonly users: Users;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** Ends all sessions of an account but one, and revokes its OAuth grants. */
  readonly revokeAll: Sessions['revokeAll'];
  readonly applicationPasswords: ApplicationPasswords;
  readonly apiKeys: ApiKeys;
  readonly nonces: Nonces;
  readonly login: Login;
  readonly authEvents: AuthEvents;
  readonly oauthTokens: OAuthTokens;
  readonly oauthGrants: OAuthGrants;
  readonly authenticate: Authenticate;
  readonly explainAuthentication: ExplainAuthentication;
}

/** Creates the identity services in dependency order. */
export function createIdentity(parts: {
  readonly config: IdentityConfig;
  readonly site: Site;
  readonly db: Database;
  readonly hooks: Hooks;
  readonly access: Access;
  readonly versions: Versions;
  readonly limiter: RateLimiter;
  /** Headers in which routes accept API keys, in lower case. */
  readonly apiKeyHeaders: () => readonly string[];
  readonly log: Logger;
  /** Handlers that reassign or orphan the account's content when a user is deleted. */
  readonly handOver: readonly HandOver[];
}): IdentityServices {
  const { config, site, db, hooks, access, versions, limiter, log } = parts;
  const onChange = (): Promise<void> => versions.bump(IDENTITY_VERSION);
  const authEvents = createAuthEvents({ db, hooks, log });
  const sessions = createSessions({ db, onChange });
  const oauthTokens = createOAuthTokens(db);
  const oauthGrants = createOAuthGrants(db);
  /** Someone with the old password may have authorized a program. */
  const revokeAll: Sessions['revokeAll'] = async (userId, keep) => {
    const ended = await sessions.revokeAll(userId, keep);
    await oauthGrants.revokeAll(userId);
    return ended;
  };
  const passwords = createPasswords(config.passwordCost, createForeignHashes({ hooks, log }));
  const users = createUsers({
    db,
    sessions: { revokeAll, renewAll: sessions.renewAll },
    access,
    hooks,
    onChange,
    passwords,
    handOver: parts.handOver,
  });
  const applicationPasswords = createApplicationPasswords({ db, access });
  const apiKeys = createApiKeys({ db, access });
  const authenticators = createAuthenticators({
    users: { ...users, ...createUserCache({ users, versions }) },
    signedIn: createSignedInUsers({ sessions, users, versions }),
    applicationPasswords,
    apiKeys,
    apiKeyHeaders: parts.apiKeyHeaders,
    tokens: oauthTokens,
    resourceMetadata: site.url(OAUTH_PATHS.resourceMetadata),
    secure: site.secure,
    identify: config.identify,
    provision: config.provision,
    roleSource: config.roleSource,
    onRoles: reportUnknownRoles(access, log),
    compatBasicErrors: config.compatBasicErrors,
    allowInsecureAuth: config.allowInsecureAuth,
  });
  return {
    users,
    passwords,
    sessions,
    revokeAll,
    applicationPasswords,
    apiKeys,
    authEvents,
    oauthTokens,
    oauthGrants,
    nonces: createNonces({ secret: config.secret, previousSecrets: config.previousSecrets, hooks }),
    login: createLogin({ users, sessions, limiter, authEvents }),
    authenticate: inOrder(authenticators),
    explainAuthentication: explainInOrder(authenticators),
  };
}
