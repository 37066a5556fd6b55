import type { Registry } from '../rest/registry.js';
import { respond } from '../rest/response.js';
import type { Health } from './health.js';

const NAMESPACE = 'mortise/v1';
const STATUS = { type: 'string', enum: ['pass', 'warn', 'fail'], required: true } as const;

/**
 * Registers the probes for load balancers and orchestrators. `live` says that the process responds and checks nothing
 * else, because a restart does not repair a database. `ready` says whether it should receive requests.
 */
export function registerHealthRoutes({ registry, health }: { registry: Registry; health: Health }): void {
  registry.route(
    NAMESPACE,
    {
      method: 'GET',
      path: '/health/live',
      summary: 'Check that the process responds',
      operationId: 'getLiveness',
      tags: ['health'],
      permission: 'public',
      returns: { type: 'object', properties: { status: STATUS } },
      handler: () => ({ status: 'pass' as const }),
    },
    'core',
  );
  registry.route(
    NAMESPACE,
    {
      method: 'GET',
      path: '/health/ready',
      summary: 'Check that the site is ready for requests',
      description:
        'Fails with 503 while a required component is unavailable. Messages are visible to users who can see reports.',
      operationId: 'getReadiness',
      tags: ['health'],
      permission: 'public',
      returns: {
        type: 'object',
        properties: {
          status: STATUS,
          checks: {
            type: 'array',
            required: true,
            items: {
              type: 'object',
              properties: {
                name: { type: 'string', required: true },
                status: STATUS,
                message: { type: ['string', 'null'], required: true },
              },
            },
          },
        },
      },
      async handler({ can }) {
        const { status, checks } = await health.report();
        const maySee = await can('manage_options');
        const body = {
          status,
          checks: checks.map(({ message, ...part }) => ({ ...part, message: maySee ? (message ?? null) : null })),
        };
        return respond(body, { status: status === 'fail' ? 503 : 200 });
      },
    },
    'core',
  );
}
