/**
 * 'mortise/access': capabilities and roles, users, credentials and personal data.
 *
 *     access.capability('edit_recipes', { label: 'Write recipes', roles: ['editor', 'author'] });
 */

export type {
  Access,
  CapabilityDescription,
  CapabilityTrace,
  FilterChange,
  MetaMapper,
  MetaOptions,
  OwnedAccess,
  RoleDescription,
  RoleTrace,
  ScopeDefinition,
  ScopeDescription,
  Verdict,
} from './core/access/capabilities.js';
export { capabilityName } from './core/access/capability-name.js';
export type {
  EmailConfirmed,
  OwnedEmailConfirmations,
  PendingEmail,
  PendingEmails,
} from './core/accounts/email-confirmations.js';
export type { OwnedApiKeys } from './core/accounts/owned-api-keys.js';
export { parseEmail } from './core/identifiers.js';
export type { ApiKey, ApiKeys, NewApiKey } from './core/identity/api-keys.js';
export type { AuthEvent, AuthEvents, NewAuthEvent } from './core/identity/auth-events.js';
export type { AuthAttempt } from './core/identity/authenticate.js';
export type { OAuthGrant, OAuthGrants } from './core/identity/oauth/grants.js';
export type { PasswordVerifier } from './core/identity/password-verifier.js';
export type { NewUser, Users } from './core/identity/users.js';
export type { NewOAuthClient, OAuthClient, OAuthClients } from './core/oauth/clients.js';
export type { Erasure, Person, PersonalGroup } from './core/privacy/personal-data.js';
export type { Privacy } from './core/privacy/privacy.js';
