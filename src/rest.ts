/**
 * 'mortise/rest': REST routes with their arguments, responses, schemas and rate limits.
 *
 *     const handler = async () => respond(await recipes.list(), { headers: { 'Cache-Control': 'max-age=60' } });
 */

export { hasEntityTag } from './core/http/entity-tags.js';
export type { UploadedFile, UploadRules } from './core/http/uploads.js';
export { REST_ACTION } from './core/identity/nonces.js';
export { apiKey } from './core/rest/api-key-permission.js';
export { cacheJson } from './core/rest/cached-json.js';
export type { Envelope } from './core/rest/envelope.js';
export { matchTags } from './core/rest/if-match.js';
export { listBody, listSchema } from './core/rest/list-body.js';
export type { LimitVerdict, OwnedLimits } from './core/rest/owned-limits.js';
export type { OwnedRest } from './core/rest/owned-rest.js';
export type { LimitedCall, RateLimit } from './core/rest/rate-limit.js';
export type { EndpointTable, Route } from './core/rest/registry.js';
export { type RestFile, respondFile } from './core/rest/respond-file.js';
export { type PageInfo, paginate, type RestResponse, respond } from './core/rest/response.js';
export {
  ALLMETHODS,
  type ApiKeyPermission,
  type Argument,
  type Arguments,
  type ArgumentsInput,
  CREATABLE,
  DELETABLE,
  type DeclareEndpoints,
  EDITABLE,
  type Endpoint,
  type GroupEndpoint,
  type Method,
  type Permission,
  READABLE,
  type RestRequest,
  type RouteDefinition,
  type RouteGroup,
  type RouteVerdict,
} from './core/rest/route.js';
export type { ArgumentSchema, JsonSchema, ValueOf } from './core/schema/schema.js';
export type { StandardSchema } from './core/schema/standard-schema.js';
export {
  type CreateValidator,
  createValidators,
  type InvalidParameter,
  type InvalidParameters,
  type Validator,
} from './core/schema/validate.js';
