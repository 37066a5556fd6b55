import type { Site } from '../../site.js';

/** Paths of the OAuth endpoints, below the host's mount path. */
export const OAUTH_PATHS = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  /** Authorization server metadata (RFC 8414). */
  serverMetadata: '/.well-known/oauth-authorization-server',
  /** Protected resource metadata (RFC 9728). */
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;

/** Issuer identifier in the server metadata and in the `iss` parameter (RFC 9207): the site's URL. */
export function issuerOf(site: Site): string {
  return site.url('');
}

/** Returns the endpoints in the format of the REST index. */
export function oauthEndpoints(site: Site): Record<string, string> {
  return {
    authorization: site.url(OAUTH_PATHS.authorization),
    token: site.url(OAUTH_PATHS.token),
    revocation: site.url(OAUTH_PATHS.revocation),
    introspection: site.url(OAUTH_PATHS.introspection),
    metadata: site.url(OAUTH_PATHS.serverMetadata),
  };
}
