import type { OwnedHooks } from '../../hooks/hooks.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** Somebody activated a plugin, and this process has set it up; every process of the site runs it. Not at a start. */
    plugin_activated(name: string): void | Promise<void>;
    /** Somebody deactivated a plugin, and this process has taken it down; every process of the site runs it. Not at an end. */
    plugin_deactivated(name: string): void | Promise<void>;
    /**
     * A plugin is being uninstalled: erase what you hold for it. It runs in one process, before the plugin's tables go, and
     * again when that was cut off.
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
