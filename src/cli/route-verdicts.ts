import { capabilityName } from '../core/access/capability-name.js';
import type { Host } from '../core/host/host.js';
import { missingOf } from '../core/rest/permission.js';
import type { Permission } from '../core/rest/route.js';
import type { User } from '../core/user.js';

/** Whether a user may call a method of a route, as far as it can be determined without a request. */
export interface RouteVerdict {
  /** `depends` if the requested object, or code, decides. */
  readonly may: 'yes' | 'no' | 'depends';
  /** Missing capabilities, as named in an error. Empty if there are none. */
  readonly missing: string;
}

const YES: RouteVerdict = { may: 'yes', missing: '' };
const DEPENDS: RouteVerdict = { may: 'depends', missing: '' };

/** Returns verdicts by the ids of `listRoutes`. */
export async function routeVerdicts(host: Host, user: User): Promise<ReadonlyMap<string, RouteVerdict>> {
  const verdicts = new Map<string, RouteVerdict>();
  for (const { template, endpoints } of host.routes()) {
    for (const { methods, permission } of endpoints) {
      const verdict = await judge(host, user, permission);
      for (const method of methods) verdicts.set(`${method}:${template}`, verdict);
    }
  }
  return verdicts;
}

async function judge(host: Host, user: User, permission: Permission): Promise<RouteVerdict> {
  if (permission === 'public' || permission === 'authenticated') return YES;
  if (typeof permission === 'string') return judgeCapability(host, user, permission);
  if (typeof permission === 'function' || !('anyOf' in permission)) return DEPENDS;
  const verdicts = await Promise.all(permission.anyOf.map((one) => judge(host, user, one)));
  return (
    verdicts.find(({ may }) => may === 'yes') ??
    verdicts.find(({ may }) => may === 'depends') ?? { may: 'no', missing: verdicts[0]?.missing ?? '' }
  );
}

async function judgeCapability(host: Host, user: User, capability: string): Promise<RouteVerdict> {
  const verdict = await host.access.check(user, capabilityName(capability));
  if (verdict.allowed) return YES;
  const { missing_capability = '', missing_capabilities } = missingOf(capability, verdict);
  return { may: 'no', missing: missing_capabilities?.join(', ') ?? missing_capability };
}
