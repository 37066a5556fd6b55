import type { Access } from '../../access/capabilities.js';
import { createCredentialManagement } from '../credential-management.js';
import { registerApiKeyRoutes } from './api-keys.js';
import { registerApplicationPasswordRoutes } from './application-passwords.js';
import type { IdentityRouteParts } from './route-parts.js';
import { registerSessionRoutes } from './sessions.js';
import { registerUserRoutes } from './users.js';
import { registerWhoami } from './whoami.js';

/** Registers the REST routes for accounts and credentials. */
export function registerIdentityRoutes(
  services: Omit<IdentityRouteParts, 'credentials'> & { readonly access: Access },
): void {
  const parts = { ...services, credentials: createCredentialManagement(services) };
  registerUserRoutes(parts);
  registerWhoami(parts);
  registerApplicationPasswordRoutes(parts);
  registerSessionRoutes(parts);
  registerApiKeyRoutes(parts);
}
