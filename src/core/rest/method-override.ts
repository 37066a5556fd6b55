import { requestHeader } from '../http/request-header.js';
import type { RestCall } from './call.js';

const OVERRIDES = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * The method that a call means. Clients behind proxies that pass only GET and POST say it in `_method` or, after that,
 * in `X-HTTP-Method-Override`. A deviation from WordPress: only a POST can become something else, and only PUT, PATCH or
 * DELETE, so that no link and no picture can change anything (host.md row 38). Everything else is left as it is.
 */
export function effectiveMethod(call: Pick<RestCall, 'method' | 'query' | 'headers'>): string {
  const method = call.method.toUpperCase();
  if (method !== 'POST') return method;
  const wanted = call.query._method ?? requestHeader(call, 'x-http-method-override');
  const override = typeof wanted === 'string' ? wanted.toUpperCase() : '';
  return OVERRIDES.has(override) ? override : method;
}
