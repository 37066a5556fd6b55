import type { Hooks } from '../../hooks/hooks.js';
import { coerce } from '../schema/coerce.js';
import { describeRoute } from './discovery.js';
import type { MutableRequest } from './exchange.js';
import { type Missing, tryPermission } from './permission.js';
import type { Route } from './registry.js';
import { type RestResponse, respond } from './response.js';
import type { Method } from './route.js';

/**
 * Answers OPTIONS with the route's description and the methods this caller may use on this object. For other methods it
 * lists the missing permissions. Permissions may check the object in the path, so they get the path arguments.
 */
export async function describeOptions(
  route: Route,
  params: Readonly<Record<string, string>>,
  request: MutableRequest,
  hooks: Hooks,
): Promise<RestResponse> {
  const allowed = new Set<Method>();
  const verdicts = new Map<unknown, Missing & { allowed: boolean }>();
  for (const endpoint of route.endpoints) {
    request.args = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, coerce(value, endpoint.args[name] ?? {})]),
    );
    const verdict = await tryPermission(endpoint.permission, request);
    if (verdict.allowed) for (const method of endpoint.methods) allowed.add(method);
    // Anonymous callers do not learn the required capability, as in the 401 itself.
    const missing = request.user ? verdict.missing : {};
    verdicts.set(endpoint, { allowed: verdict.allowed, ...missing });
  }
  const description = describeRoute(route, hooks, (endpoint) => verdicts.get(endpoint) ?? {});
  return respond(description, { headers: { Allow: [...allowed].join(', ') } });
}
