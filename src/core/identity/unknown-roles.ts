import type { Logger } from 'pino';
import type { Access } from '../access/capabilities.js';

/** Keeps the list small even if a site makes up a role for everybody. */
const REPORTED_AT_MOST = 1_000;

/** Warns, once per name, of roles that the site gives and nobody registered: a typing mistake there looks like a lack of rights here. */
export function reportUnknownRoles(
  access: Pick<Access, 'hasRole' | 'roles'>,
  log: Pick<Logger, 'warn'>,
): (roles: readonly string[]) => void {
  const reported = new Set<string>();
  return (roles) => {
    for (const role of roles) {
      if (access.hasRole(role) || reported.has(role) || reported.size >= REPORTED_AT_MOST) continue;
      reported.add(role);
      const known = access.roles().map(({ name }) => name);
      log.warn(
        { role },
        `identify returned the role "${role}", which gives nothing because nobody registered it. There are: ${known.join(', ')}.`,
      );
    }
  };
}
