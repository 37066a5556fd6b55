import type { Registry } from '../rest/registry.js';
import type { PluginLifecycle } from './lifecycle.js';
import type { PluginState } from './plugin-states.js';

const NAMESPACE = 'mortise/v1';

const NAME = {
  name: { type: 'string', pattern: '^[a-z][a-z0-9-]*$', maxLength: 191, description: 'Its name.' },
} as const;

const PLUGIN = {
  type: 'object',
  required: ['name', 'version', 'status', 'requires', 'installed_at'],
  properties: {
    name: { type: 'string' },
    version: { type: 'string', description: 'Configured plugins, and plugins that were active before.' },
    status: {
      type: 'string',
      enum: ['active', 'inactive', 'uninstalling', 'uninstalled', 'removed'],
      description: '`uninstalling` was interrupted; `removed` was installed before and is no longer configured.',
    },
    requires: { type: 'array', items: { type: 'string' } },
    installed_at: { type: ['string', 'null'], format: 'date-time' },
  },
} as const;

/**
 * Registers routes to list, activate and deactivate plugins. Configuring and uninstalling are not available over
 * REST.
 */
export function registerPluginRoutes(registry: Registry, lifecycle: PluginLifecycle): void {
  const common = { tags: ['plugins'], permission: 'activate_plugins' } as const;

  registry.route(
    NAMESPACE,
    {
      ...common,
      method: 'GET',
      path: '/plugins',
      summary: 'List plugins',
      operationId: 'listPlugins',
      returns: { type: 'array', items: PLUGIN },
      handler: async () => (await lifecycle.list()).map(view),
    },
    'core',
  );

  for (const [verb, summary, description] of [
    [
      'activate',
      'Activate a plugin',
      'Takes effect immediately in this process and within about two seconds in the others.',
    ],
    ['deactivate', 'Deactivate a plugin', 'Keeps its data. Fails if another active plugin requires it.'],
  ] as const) {
    registry.route(
      NAMESPACE,
      {
        ...common,
        method: 'POST',
        path: `/plugins/{name}/${verb}`,
        summary,
        description,
        operationId: `${verb}Plugin`,
        args: NAME,
        returns: PLUGIN,
        async handler({ args: { name } }) {
          await lifecycle[verb](name);
          const state = (await lifecycle.list()).find((each) => each.name === name);
          return state ? view(state) : {};
        },
      },
      'core',
    );
  }
}

function view({ name, version, status, requires, installedAt }: PluginState) {
  return { name, version, status, requires, installed_at: installedAt?.toISOString() ?? null };
}
