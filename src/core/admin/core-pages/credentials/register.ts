import { createCredentialManagement } from '../../../accounts/credential-management.js';
import { createOAuthClientManagement } from '../../../oauth/client-management.js';
import { createFormTickets } from '../../form-tickets.js';
import type { OwnedAdmin } from '../../registry.js';
import type { CorePagesParts } from '../core-pages.js';
import { registerAllowedApps } from './allowed-apps.js';
import { registerApiKeyPages } from './api-keys.js';
import { registerApplicationPasswordPages } from './application-passwords.js';
import { registerOAuthClientPages } from './oauth-clients.js';
import { registerProfile } from './profile.js';
import { registerSessionPages } from './sessions.js';
import { accountOfOthers, ownAccount } from './whose.js';

/** Registers the pages for one's own account, and for administrators those for all credentials. */
export function registerCredentialPages(own: OwnedAdmin, given: CorePagesParts): void {
  const credentials = createCredentialManagement(given);
  const parts = { ...given, credentials, tickets: createFormTickets(given) };
  const self = ownAccount();
  registerProfile(own, parts, self);
  registerSessionPages(own, parts, self);
  registerApplicationPasswordPages(own, parts, self);
  registerApiKeyPages(own, parts, self);
  registerAllowedApps(own, parts, self);
  const others = accountOfOthers(given.users);
  registerSessionPages(own, parts, others);
  registerApplicationPasswordPages(own, parts, others);
  registerApiKeyPages(own, parts, null);
  const clients = createOAuthClientManagement({ ...given, clients: given.oauth.clients });
  registerOAuthClientPages(own, { ...parts, clients });
}
