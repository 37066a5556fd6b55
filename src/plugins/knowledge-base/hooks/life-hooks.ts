import type { OwnedHooks } from '../../../hooks.js';

declare module '../../../index.js' {
  interface Actions {
    /**
     * Fires when the knowledge base and all plugins are set up, before the process does any work. It fires in every
     * process that serves requests, runs a command or a test, and again when the knowledge base is activated in a
     * running process, but not when another plugin is activated later. Register callbacks in a plugin's setup; a
     * failing callback is skipped.
     */
    vendor_kb_init(): void | Promise<void>;
  }
}

/** Defines the lifecycle hooks of the knowledge base. */
export function defineLifeHooks({ define }: OwnedHooks): void {
  define('vendor_kb_init', { since: '0.1.0', onError: 'isolate', kind: 'action', async: 'allowed' });
}
