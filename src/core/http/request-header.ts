import type { AuthRequest } from './auth-request.js';

/** Returns the value of a header, or the first one if it is repeated. `name` in lower case. */
export function requestHeader(request: Pick<AuthRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
