import type { Logger } from 'pino';
import type { Access } from '../access/capabilities.js';

/** Maximum number of roles reported, which bounds the set if a site creates a role per user. */
const REPORTED_AT_MOST = 1_000;

/**
 * Creates a function that warns, once per name, about unregistered roles from the site.
 * A typo in the site's code otherwise looks like missing permissions.
 */
export function reportUnknownRoles(
  access: Pick<Access, 'hasRole' | 'roles'>,
  log: Pick<Logger, 'warn'>,
): (roles: readonly string[]) => void {
  const reported = new Set<string>();
  return (roles) => {
    for (const role of roles) {
      if (access.hasRole(role) || reported.has(role) || reported.size >= REPORTED_AT_MOST) continue;
      reported.add(role);
      const roleNames = access.roles().map(({ name }) => name);
      log.warn(
        { role },
        `identify returned the role "${role}", which is not registered and grants nothing. Available: ${roleNames.join(', ')}.`,
      );
    }
  };
}
