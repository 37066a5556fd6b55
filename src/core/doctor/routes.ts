import { worstOf } from '../finding.js';
import type { Registry } from '../rest/registry.js';
import type { Doctor } from './doctor.js';

const STATUS = { type: 'string', enum: ['ok', 'notice', 'warning', 'error'], required: true } as const;
const TEXT = { type: 'string', required: true } as const;

/** Registers the route that runs all checks. */
export function registerDoctorRoutes({ registry, doctor }: { registry: Registry; doctor: Doctor }): void {
  registry.route(
    'mortise/v1',
    {
      method: 'GET',
      path: '/health/checks',
      summary: 'Check for problems',
      description: 'Runs the checks of the core and of all plugins, like `mortise doctor`. May take several seconds.',
      operationId: 'getHealthChecks',
      tags: ['health'],
      permission: 'manage_options',
      args: { plugin: { type: 'string', maxLength: 60, description: 'Only the checks of this plugin, or of `core`.' } },
      returns: {
        type: 'object',
        properties: {
          status: { ...STATUS, description: 'Worst status of all checks.' },
          checks: {
            type: 'array',
            required: true,
            items: {
              type: 'object',
              properties: {
                plugin: TEXT,
                name: TEXT,
                status: STATUS,
                hint: { type: ['string', 'null'], required: true, description: 'Advice on fixing the findings.' },
                fixable: { type: 'boolean', required: true, description: 'Whether `mortise doctor --fix` can.' },
                findings: {
                  type: 'array',
                  required: true,
                  items: {
                    type: 'object',
                    properties: {
                      severity: { type: 'string', enum: ['notice', 'warning', 'error'], required: true },
                      code: TEXT,
                      subject: TEXT,
                      message: TEXT,
                    },
                  },
                },
              },
            },
          },
        },
      },
      async handler({ args }) {
        const results = await doctor.examine({ owner: args.plugin });
        return {
          status: worstOf(results.flatMap(({ findings }) => findings)),
          checks: results.map(({ owner, name, status, hint, isFixable, findings }) => ({
            plugin: owner,
            name,
            status,
            hint,
            fixable: isFixable,
            findings: [...findings],
          })),
        };
      },
    },
    'core',
  );
}
