import type { OwnedHooks } from '../../hooks/hooks.js';
import { isRecord } from '../record.js';
import type { User } from '../user.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** Fires after settings were saved or reset. `changed` lists the settings whose value changed. */
    settings_updated(name: string, changed: readonly string[], user: User | null): void | Promise<void>;
  }
  interface Filters {
    /** Filters the values of a group on read: stored ones if valid, otherwise defaults. */
    settings_values(values: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>>;
  }
}

export function defineSettingsHooks({ define }: OwnedHooks): void {
  define('settings_updated', { kind: 'action', since: '0.1.0', async: 'allowed' });
  define('settings_values', { kind: 'filter', since: '0.1.0', accepts: isRecord });
}
