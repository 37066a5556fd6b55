import type {
  Arguments,
  ArgumentsInput,
  DeclareEndpoints,
  PermissionOf,
  RouteDefinition,
  RouteGroup,
} from './route.js';

/** The REST registry with the plugin as owner. */
export interface OwnedRest {
  /**
   * Declares a route.
   * @throws HostError `rest_route_invalid`, `rest_permission_missing`, `rest_route_conflict`
   */
  route<const Path extends string, const A extends ArgumentsInput, const P extends PermissionOf<Path, A>>(
    namespace: string,
    definition: RouteDefinition<Path, A, P>,
  ): void;
  /** Declares several endpoints of one path with shared options. @throws like `route` */
  group<const Path extends string, const Shared extends Arguments, const P extends PermissionOf<Path, Shared>>(
    namespace: string,
    group: RouteGroup<Path, Shared, P>,
    declare: DeclareEndpoints<Path, Shared, P>,
  ): void;
  /**
   * Accepts API keys in a header of the plugin's own, besides `X-API-Key` and `Authorization: Bearer`, for routes that
   * require capabilities. Routes with the permission `apiKey` name their header there.
   * @throws HostError `rest_api_key_header_invalid`
   */
  apiKeyHeader(name: string): void;
}
