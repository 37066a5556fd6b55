import type { Logger } from 'pino';
import { withTimeLimit } from '../concurrency/time-limit.js';
import { HostError, messageOf } from '../errors.js';

/** Check result, with the terms of health+json. `warn`: it works, but needs attention. */
export type HealthStatus = 'pass' | 'warn' | 'fail';

/** Result of a check, as the check returns it. */
export interface HealthReport {
  readonly status: HealthStatus;
  /** Message for operators; may name servers. */
  readonly message?: string;
}

/** Checks something the site needs. Throwing is the same as `fail`. */
// biome-ignore lint/suspicious/noConfusingVoidType: a check without a return statement returns void
export type HealthCheck = () => Promise<HealthReport | void>;

export interface CheckedPart extends HealthReport {
  readonly name: string;
}

/** Health checks API for plugins. */
export interface OwnedHealth {
  /**
   * Adds a check that decides whether the site is ready for requests. It must finish within a second.
   *
   * ```ts
   * health.check('oven', async () =>
   *   (await oven.isHot()) ? { status: 'pass' } : { status: 'warn', message: 'The oven is cold: switch it on.' },
   * );
   * ```
   * @param name lowercase with hyphens; prefixed with the plugin's name
   * @throws HostError `health_check_invalid`
   */
  check(name: string, check: HealthCheck): void;
}

export interface Health {
  check(name: string, check: HealthCheck, owner: string): void;
  /** Runs all checks concurrently. @returns the worst status, and the result of each check */
  report(): Promise<{ readonly status: HealthStatus; readonly checks: readonly CheckedPart[] }>;
  /** Marks the site as not ready, so that it gets no new requests while it shuts down. */
  drain(): void;
  removeOwner(owner: string): void;
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
/** Time limit of a check in milliseconds; probes give up after that. */
const CHECK_TIME = 1000;
const WORST: readonly HealthStatus[] = ['fail', 'warn', 'pass'];

export function createHealth(log: Logger): Health {
  const checks = new Map<string, { readonly owner: string; readonly check: HealthCheck }>();
  let isDraining = false;

  async function ask(name: string, check: HealthCheck): Promise<CheckedPart> {
    try {
      const late = (): never => {
        throw new HostError('health_check_late', `No answer within ${CHECK_TIME} ms.`);
      };
      return { name, ...((await withTimeLimit(check(), CHECK_TIME, late)) ?? { status: 'pass' }) };
    } catch (error) {
      log.warn({ err: error, check: name }, 'A health check failed');
      return { name, status: 'fail', message: messageOf(error) };
    }
  }

  return {
    check(name, check, owner) {
      const fullName = owner === 'core' ? name : `${owner}/${name}`;
      if (!NAME.test(name) || checks.has(fullName)) {
        throw new HostError(
          'health_check_invalid',
          `"${fullName}" cannot be the name of a health check. Use lowercase letters with hyphens, and each name once.`,
          { check: fullName },
        );
      }
      checks.set(fullName, { owner, check });
    },
    async report() {
      const parts = await Promise.all([...checks].map(([name, { check }]) => ask(name, check)));
      if (isDraining) parts.push({ name: 'host', status: 'fail', message: 'The host is closing.' });
      return {
        status: WORST.find((status) => parts.some((part) => part.status === status)) ?? 'pass',
        checks: parts,
      };
    },
    drain() {
      isDraining = true;
    },
    removeOwner(owner) {
      for (const [name, entry] of checks) if (entry.owner === owner) checks.delete(name);
    },
  };
}
