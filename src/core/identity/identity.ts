import type { Logger } from 'pino';
import type { Hooks } from '../../hooks/hooks.js';
import type { Access } from '../access/capabilities.js';
import { createPasswordServices, type PasswordServices } from '../accounts/password-services.js';
import { createUserManagement, type UserManagement } from '../accounts/user-management.js';
import type { Background } from '../concurrency/background.js';
import type { Database } from '../database/database.js';
import type { Config } from '../host/config.js';
import type { Versions } from '../services/bus/versions.js';
import type { Mail } from '../services/mail/mail.js';
import type { RateLimiter } from '../services/rate-limit/rate-limiter.js';
import type { Site } from '../site.js';
import type { Templates } from '../templates/templates.js';
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
import { createForeignHashes } from './foreign-hashes.js';
import { IDENTITY_VERSION } from './identity-cache.js';
import { createLogin, type Login } from './login.js';
import { createNonces, type Nonces } from './nonces.js';
import { OAUTH_PATHS } from './oauth/addresses.js';
import { createOAuthGrants, type OAuthGrants } from './oauth/grants.js';
import { createOAuthTokens, type OAuthTokens } from './oauth/tokens.js';
import { createPasswords } from './passwords.js';
import { createRememberedUsers } from './remembered-users.js';
import { createSessions, type Sessions } from './sessions.js';
import { createSignedInUsers } from './signed-in.js';
import { reportUnknownRoles } from './unknown-roles.js';
import { createUsers, type Users } from './users.js';

/** Accounts, their credentials, and the ways to prove who one is. */
export interface IdentityServices extends PasswordServices {
  readonly users: Users;
  readonly userManagement: UserManagement;
  readonly sessions: Sessions;
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

/** Builds the parts of identity in the order in which they need each other. */
export function createIdentity(parts: {
  readonly config: Config;
  readonly site: Site;
  readonly db: Database;
  readonly hooks: Hooks;
  readonly access: Access;
  readonly versions: Versions;
  readonly limiter: RateLimiter;
  /** Headers that routes take API keys in, in lower case. */
  readonly apiKeyHeaders: () => readonly string[];
  readonly log: Logger;
  readonly templates: Templates;
  readonly mail: Mail;
  readonly background: Background;
}): IdentityServices {
  const { config, site, db, hooks, access, versions, limiter, log } = parts;
  const onChange = (): Promise<void> => versions.bump(IDENTITY_VERSION);
  const authEvents = createAuthEvents({ db, hooks, log });
  const sessions = createSessions({ db, onChange });
  const oauthTokens = createOAuthTokens(db);
  const oauthGrants = createOAuthGrants(db);
  /** Whoever had the old password may have let a program in. */
  const revokeAll: Sessions['revokeAll'] = async (userId, keep) => {
    const ended = await sessions.revokeAll(userId, keep);
    await oauthGrants.revokeAll(userId);
    return ended;
  };
  const passwords = createPasswords(config.passwordCost, createForeignHashes({ hooks, log }));
  const users = createUsers({ db, sessions: { revokeAll }, access, hooks, onChange, passwords });
  const applicationPasswords = createApplicationPasswords({ db, access });
  const apiKeys = createApiKeys({ db, access });
  const authenticators = createAuthenticators({
    users: { ...users, ...createRememberedUsers({ users, versions }) },
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
    userManagement: createUserManagement({ users, access, authEvents }),
    sessions,
    applicationPasswords,
    apiKeys,
    authEvents,
    oauthTokens,
    oauthGrants,
    ...createPasswordServices({ ...parts, users, sessions: { ...sessions, revokeAll }, authEvents }),
    nonces: createNonces({ secret: config.secret, previousSecrets: config.previousSecrets, hooks }),
    login: createLogin({ users, sessions, limiter, authEvents }),
    authenticate: inOrder(authenticators),
    explainAuthentication: explainInOrder(authenticators),
  };
}
