import { HostError } from '../errors.js';
import type { AuthRequest } from '../http/auth-request.js';
import { requestHeader } from '../http/request-header.js';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Second line of defence behind nonces and SameSite cookies, and the first one for the login form, which has no
 * session to bind a nonce to: browsers say in Sec-Fetch-Site when another site caused the request.
 * @throws HostError `rest_cross_site_request` (403) for changing requests that another site caused
 */
export function assertSameSite(request: Pick<AuthRequest, 'method' | 'headers'>): void {
  if (SAFE_METHODS.includes(request.method.toUpperCase())) return;
  if (requestHeader(request, 'sec-fetch-site') !== 'cross-site') return;
  throw new HostError(
    'rest_cross_site_request',
    'Another site sent this request with your login. Open the page here and do it again.',
    { status: 403 },
  );
}
