import type { Hooks } from '../../hooks/hooks.js';
import { HostError } from '../errors.js';
import { requestHeader } from '../http/request-header.js';
import type { Site } from '../site.js';
import type { RestCall } from './call.js';
import type { RestRequest } from './route.js';

/** CORS options: the other origins that may call the API. */
export interface CorsOptions {
  /** Origins such as `https://app.example.com`, without a path, or a function that decides. `*` is not allowed. */
  readonly origins: readonly string[] | ((origin: string) => boolean);
  /** Whether cross-origin requests may carry cookies and Authorization. @default false */
  readonly credentials?: boolean;
  /** Seconds for which browsers may cache a preflight. @default 600 */
  readonly maxAge?: number;
}

/** CORS handling. WordPress allows every origin with credentials; here an allow-list decides. */
export interface Cors {
  /** Adds the CORS headers for the calling origin to a response. */
  grant(request: RestRequest, headers: Record<string, string>): void;
  /** Returns the headers of a preflight answer, or null if the call is not a preflight. */
  preflight(call: RestCall, request: RestRequest): Record<string, string> | null;
}

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const EXPOSED = [
  'X-CMS-Total',
  'X-CMS-TotalPages',
  'Link',
  'X-Request-Id',
  'X-CMS-Auth',
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotency-Replayed',
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
];
const EXPOSED_FOR_WORDPRESS = ['X-WP-Total', 'X-WP-TotalPages'];
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Content-Disposition',
  'X-CMS-Nonce',
  'X-CMS-User',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Range',
];
const ALLOWED_FOR_WORDPRESS = ['X-WP-Nonce', 'X-HTTP-Method-Override'];
/** Default preflight cache time in seconds (ten minutes). */
const MAX_AGE = 600;

export function createCors(options: {
  cors: CorsOptions | undefined;
  site: Site;
  hooks: Hooks;
  compat: 'wp' | 'off';
  authorizationHeader?: boolean | undefined;
}): Cors {
  const { cors, site, hooks, compat, authorizationHeader } = options;
  const isWordPress = compat === 'wp';
  const allows = originCheck(cors);

  function allowedOrigin(request: Pick<RestRequest, 'headers'>): string | null {
    const origin = requestHeader(request, 'origin');
    return origin !== undefined && origin !== site.origin && allows(origin) ? origin : null;
  }

  function originHeaders(origin: string): Record<string, string> {
    return {
      'Access-Control-Allow-Origin': origin,
      ...(cors?.credentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
    };
  }

  return {
    grant(request, headers) {
      if (!cors) return;
      headers.Vary = [headers.Vary, 'Origin'].filter(Boolean).join(', ');
      const origin = allowedOrigin(request);
      if (origin === null) return;
      const exposed = isWordPress ? [...EXPOSED, ...EXPOSED_FOR_WORDPRESS] : EXPOSED;
      headers['Access-Control-Allow-Methods'] ??= METHODS;
      headers['Access-Control-Expose-Headers'] = hooks
        .applyFilters('rest_exposed_cors_headers', exposed, request)
        .join(', ');
      Object.assign(headers, originHeaders(origin));
    },
    preflight(call, request) {
      if (call.method.toUpperCase() !== 'OPTIONS' || !requestHeader(call, 'access-control-request-method')) return null;
      const vary = { Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' };
      const origin = allowedOrigin(call);
      if (origin === null) return vary;
      const allowed = [
        ...ALLOWED,
        ...(isWordPress ? ALLOWED_FOR_WORDPRESS : []),
        ...(authorizationHeader ? ['X-CMS-Authorization'] : []),
      ];
      return {
        ...vary,
        ...originHeaders(origin),
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': hooks.applyFilters('rest_allowed_cors_headers', allowed, request).join(', '),
        'Access-Control-Max-Age': String(cors?.maxAge ?? MAX_AGE),
      };
    },
  };
}

/** Whether pages of this origin may read answers. */
export type OriginCheck = (origin: string) => boolean;

/** @throws HostError `config_invalid` for a value that cannot be an origin */
export function originCheck(cors: CorsOptions | undefined): OriginCheck {
  if (!cors) return () => false;
  if (typeof cors.origins !== 'function' && !Array.isArray(cors.origins)) {
    throw new HostError(
      'config_invalid',
      "cors requires origins: cors: { origins: ['https://app.example.com'] }, or a function.",
      { option: 'cors' },
    );
  }
  if (typeof cors.origins === 'function') return cors.origins;
  for (const origin of cors.origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    throw new HostError(
      'config_invalid',
      `cors: "${origin}" is not an origin. Use scheme and host without a path, such as https://app.example.com.`,
      { option: 'cors' },
    );
  }
  const origins = new Set(cors.origins);
  return (origin) => origins.has(origin);
}
