import { issuerOf, OAUTH_PATHS } from '../identity/oauth/addresses.js';
import type { Site } from '../site.js';
import { GRANT_TYPES } from './client-fields.js';

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];

/** Authorization server metadata (RFC 8414). */
export function serverMetadata(site: Site, scopes: readonly string[]): Record<string, unknown> {
  return {
    issuer: issuerOf(site),
    authorization_endpoint: site.url(OAUTH_PATHS.authorization),
    token_endpoint: site.url(OAUTH_PATHS.token),
    revocation_endpoint: site.url(OAUTH_PATHS.revocation),
    introspection_endpoint: site.url(OAUTH_PATHS.introspection),
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    revocation_endpoint_auth_methods_supported: [...SECRET_METHODS, 'none'],
    introspection_endpoint_auth_methods_supported: SECRET_METHODS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: ['none', 'consent'],
    service_documentation: site.url(`${site.root}/reference`),
  };
}

/** Protected resource metadata of the REST API, with the server that issues tokens (RFC 9728). */
export function resourceMetadata(site: Site, scopes: readonly string[]): Record<string, unknown> {
  return {
    resource: issuerOf(site),
    authorization_servers: [issuerOf(site)],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: site.name,
    resource_documentation: site.url(`${site.root}/reference`),
  };
}
