import type { Access } from '../access/capabilities.js';
import type { IdentityServices } from '../identity/identity.js';
import { createPasswordServices, type PasswordServiceParts, type PasswordServices } from './password-services.js';
import { createUserManagement, type UserManagement } from './user-management.js';

/** Account management: users change their own accounts and, if permitted, those of others. */
export interface AccountServices extends PasswordServices {
  readonly userManagement: UserManagement;
}

export function createAccounts(
  parts: PasswordServiceParts & Pick<IdentityServices, 'revokeAll'> & { readonly access: Access },
): AccountServices {
  // Someone with an old password may have authorized a program.
  const sessions = { ...parts.sessions, revokeAll: parts.revokeAll };
  const passwordServices = createPasswordServices({ ...parts, sessions });
  return { userManagement: createUserManagement({ ...parts, ...passwordServices }), ...passwordServices };
}
