import type { Site } from '../../site.js';

/** Where OAuth is, below the place where the host is mounted. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  /** RFC 8414. */
  serverMetadata: '/.well-known/oauth-authorization-server',
  /** RFC 9728. */
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;

/** How the server names itself in its metadata and in the `iss` of its answers (RFC 9207): the site's address. */
export function issuerOf(site: Site): string {
  return site.url('');
}

/** The endpoints in the form in which the REST index lists them (host.md row 30). */
export function oauthEndpoints(site: Site): Record<string, string> {
  return {
    authorization: site.url(OAUTH_PATHS.authorization),
    token: site.url(OAUTH_PATHS.token),
    revocation: site.url(OAUTH_PATHS.revocation),
    introspection: site.url(OAUTH_PATHS.introspection),
    metadata: site.url(OAUTH_PATHS.serverMetadata),
  };
}
