import type { Access } from '../../access/capabilities.js';
import type { IdentityServices } from '../../identity/identity.js';
import type { Registry } from '../../rest/registry.js';
import type { AccountServices } from '../accounts.js';
import { createCredentialManagement } from '../credential-management.js';
import { registerApiKeyRoutes } from './api-keys.js';
import { registerApplicationPasswordRoutes } from './application-passwords.js';
import { registerSessionRoutes } from './sessions.js';
import { registerUserRoutes } from './users.js';
import { registerWhoami } from './whoami.js';

/** Registers the REST routes for accounts and credentials. */
export function registerIdentityRoutes(
  services: IdentityServices & AccountServices & { readonly access: Access; readonly registry: Registry },
): void {
  const parts = { ...services, credentials: createCredentialManagement(services) };
  registerUserRoutes(parts);
  registerWhoami(parts);
  registerApplicationPasswordRoutes(parts);
  registerSessionRoutes(parts);
  registerApiKeyRoutes(parts);
}
