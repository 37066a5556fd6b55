import type { Host } from '../core/host/host.js';
import type { HostOptions } from '../core/host/host-options.js';

/**
 * Creates a host with the renderers of this package.
 *
 * Loads the configuration, opens the database and runs its migrations, then starts the core's parts and the plugins
 * in the order of their requirements.
 * @throws HostError `config_invalid`, `database_*`, `plugin_*`; nothing stays open after a failure
 * @example
 * const host = await createHost({ ...localDefaults(), url: 'https://example.com', plugins: [knowledgeBase()] });
 * app.use(host.handler());
 */
export async function createHost(options: HostOptions): Promise<Host> {
  // Loaded on the first call: plugins import the same entry for `definePlugin` and `HostError`, and need no host.
  const { createRenderingHost } = await import('./rendering-host.js');
  return createRenderingHost(options);
}
