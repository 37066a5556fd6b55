import type { OwnedHooks } from '../../hooks/hooks.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** A plugin was activated and is set up in this process. Runs in every process of the site, but not at startup. */
    plugin_activated(name: string): void | Promise<void>;
    /**
     * A plugin was deactivated and removed from this process. Runs in every process of the site, but not at shutdown.
     */
    plugin_deactivated(name: string): void | Promise<void>;
    /**
     * A plugin is being uninstalled: delete the data you store for it. Runs in one process, before the plugin's tables
     * are dropped, and again if the uninstallation was interrupted.
     */
    plugin_uninstalled(name: string): void | Promise<void>;
  }
}

export function defineLifecycleHooks({ define }: OwnedHooks): void {
  const announcement = { kind: 'action', since: '0.1.0', async: 'allowed' } as const;
  define('plugin_activated', { ...announcement, decorating: true });
  define('plugin_deactivated', { ...announcement, decorating: true });
  define('plugin_uninstalled', { ...announcement, critical: true });
}
