import type { IncomingMessage } from 'node:http';
import { HostError } from '../../errors.js';
import type { Authenticator, ExternalUser, Identity } from '../authenticator.js';
import type { RoleSource, Users } from '../users.js';

type Falsy = null | undefined | false | 0 | '';

/** Returns the site's user behind a request, or a falsy value for visitors. */
export type SiteIdentify = (
  request: IncomingMessage,
  site: unknown,
) => ExternalUser | Falsy | Promise<ExternalUser | Falsy>;

export interface SiteLoginOptions {
  readonly users: Users;
  readonly identify: SiteIdentify;
  /** `false`: users without a local user stay anonymous. Default: a local user is created on first login. */
  readonly provision?: boolean | undefined;
  /** Source of roles. Default `site`: the roles that `identify` returns replace the stored ones. */
  readonly roleSource?: RoleSource | undefined;
  /** Called with the roles that `identify` returns. */
  readonly onRoles?: ((roles: readonly string[]) => void) | undefined;
}

/**
 * Authenticates users of the site's own login. `identify` returns the user of the site's session. A local user, linked
 * by provider and id, represents that user here. Accounts are never linked by email, which the site may not have
 * verified.
 */
export function siteLoginAuthenticator(options: SiteLoginOptions): Authenticator {
  const { users, identify, provision = true, roleSource, onRoles } = options;
  const name = 'site';
  return {
    name,
    claims: (request) => request.raw !== undefined,
    async authenticate(request): Promise<Identity | null> {
      const external = request.raw && (await identify(request.raw, request.site));
      if (!external) return null;
      assertComplete(external);
      onRoles?.(external.roles ?? []);
      const details = { ...external, provision, roleSource };
      const user = await users.linkExternal(external.provider, String(external.id), details);
      if (!user) return null;
      const scopes = external.scopes ? { scopes: external.scopes } : {};
      const shared = { user, method: name, ...scopes };
      return external.via === 'explicit'
        ? { ...shared, via: 'explicit', session: '' }
        : { ...shared, via: 'ambient', session: external.session ?? '' };
    },
  };
}

/** Missing fields are bugs in the site's code, so the messages address its developer. */
function assertComplete(external: ExternalUser): void {
  const id = typeof external.id === 'number' ? String(external.id) : external.id;
  if (!isText(external.provider, 60) || !isText(id, 190)) {
    throw new HostError(
      'identify_result_invalid',
      'identify returned a user without provider (at most 60 characters) or id (at most 190). Return { provider: "site", id: user.id, session: sessionId }, or null for visitors.',
    );
  }
  if (external.via !== 'explicit' && !isText(external.session, Number.POSITIVE_INFINITY)) {
    throw new HostError(
      'identify_session_missing',
      'identify returned an ambient user without session. Return session: the ID of the site\'s session (such as req.sessionID), to which nonces are bound; or via: "explicit" if the request has a token that browsers do not send automatically.',
    );
  }
}

function isText(value: unknown, maximum: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maximum;
}
