import type { Access } from '../core/access/capabilities.js';
import { HostError } from '../core/errors.js';

/** @throws HostError 400 `role_not_found` with the existing roles */
export function assertRole(access: Access, role: string): void {
  if (access.hasRole(role)) return;
  const roleNames = access.roles().map(({ name }) => name);
  throw new HostError('role_not_found', `There is no role "${role}". Available: ${roleNames.join(', ')}.`, {
    status: 400,
  });
}
