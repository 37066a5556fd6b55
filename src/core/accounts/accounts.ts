import type { Access } from '../access/capabilities.js';
import type { IdentityServices } from '../identity/identity.js';
import { createPasswordServices, type PasswordServiceParts, type PasswordServices } from './password-services.js';
import { createUserManagement, type UserManagement } from './user-management.js';

/** Accounts as people look after them: their own, and with the rights for it those of others. */
export interface AccountServices extends PasswordServices {
  readonly userManagement: UserManagement;
}

export function createAccounts(
  parts: PasswordServiceParts & Pick<IdentityServices, 'revokeAll'> & { readonly access: Access },
): AccountServices {
  // Whoever had an old password may have let a program in.
  const sessions = { ...parts.sessions, revokeAll: parts.revokeAll };
  return { userManagement: createUserManagement(parts), ...createPasswordServices({ ...parts, sessions }) };
}
