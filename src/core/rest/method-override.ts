import { requestHeader } from '../http/request-header.js';
import type { RestCall } from './call.js';

const OVERRIDES = new Set(['PUT', 'PATCH', 'DELETE']);

/**
 * Returns the effective method of a call. Clients behind proxies that pass only GET and POST send it in `_method` or,
 * after that, in `X-HTTP-Method-Override`. Unlike WordPress, only a POST can be overridden, and only by PUT, PATCH or
 * DELETE, so that no link or image can change anything. Other values are ignored.
 */
export function effectiveMethod(call: Pick<RestCall, 'method' | 'query' | 'headers'>): string {
  const method = call.method.toUpperCase();
  if (method !== 'POST') return method;
  const overridden = call.query._method ?? requestHeader(call, 'x-http-method-override');
  const override = typeof overridden === 'string' ? overridden.toUpperCase() : '';
  return OVERRIDES.has(override) ? override : method;
}
