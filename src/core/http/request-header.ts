import type { AuthRequest } from './auth-request.js';

/** The value of a header that has one value; of a repeated one the first. `name` in lower case. */
export function requestHeader(request: Pick<AuthRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : value?.[0];
}
