import type { OwnedHooks } from '../../../index.js';

declare module '../../../index.js' {
  interface Actions {
    /**
     * The knowledge base and all plugins of the host are set up: in every process, before it serves visitors, runs a command
     * or a test. It runs again where the knowledge base is activated in a running process, and not for a plugin that comes
     * later. Add a callback in the setup of a plugin; one that fails is left out.
     */
    vendor_kb_init(): void | Promise<void>;
  }
}

/** Moments in the life of the knowledge base. */
export function defineLifeHooks({ define }: OwnedHooks): void {
  define('vendor_kb_init', { since: '0.1.0', onError: 'isolate', kind: 'action', async: 'allowed' });
}
