import type { OwnedHooks } from '../../hooks/hooks.js';
import type { SourceName } from './arguments.js';
import type { RestResponse } from './response.js';
import type { RestRequest } from './route.js';

declare module '../../hooks/names.js' {
  interface Filters {
    /** May answer instead of the route: a response ends the request before arguments are looked at. */
    rest_pre_dispatch(
      response: RestResponse | null,
      request: RestRequest,
    ): RestResponse | null | Promise<RestResponse | null>;
    /** After validation and permission, before the handler: a response replaces the handler's. */
    rest_request_before_callbacks(
      response: RestResponse | null,
      request: RestRequest,
    ): RestResponse | null | Promise<RestResponse | null>;
    /** After the handler, or after an error of validation, permission or handler. */
    rest_request_after_callbacks(response: RestResponse, request: RestRequest): RestResponse | Promise<RestResponse>;
    /** Every answer, also those of unknown routes, before fields are selected. */
    rest_post_dispatch(response: RestResponse, request: RestRequest): RestResponse | Promise<RestResponse>;
    /** Which source of parameters wins: path, json, form, query by default. */
    rest_request_parameter_order(order: readonly SourceName[], request: RestRequest): readonly SourceName[];
    /** The index of all routes at the REST root. */
    rest_index(index: Record<string, unknown>): Record<string, unknown>;
  }
}

/** What may refuse a request is critical: a callback that fails must not let it through. */
export function defineRestHooks({ define }: OwnedHooks): void {
  const filter = { kind: 'filter', since: '0.1.0' } as const;
  define('rest_pre_dispatch', { ...filter, async: 'allowed', critical: true });
  define('rest_request_parameter_order', { ...filter, critical: true });
  define('rest_request_before_callbacks', { ...filter, async: 'allowed', critical: true });
  define('rest_request_after_callbacks', { ...filter, async: 'allowed', critical: true });
  define('rest_post_dispatch', { ...filter, async: 'allowed', critical: true });
  define('rest_index', {
    ...filter,
    decorating: true,
    accepts: (index) => typeof index === 'object' && index !== null,
  });
}
