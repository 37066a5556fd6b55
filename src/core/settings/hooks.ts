import type { OwnedHooks } from '../../hooks/hooks.js';
import { isRecord } from '../record.js';
import type { User } from '../user.js';

declare module '../../hooks/names.js' {
  interface Actions {
    /** Settings were saved or reset. `changed` are the names of those with another value than before. */
    settings_updated(name: string, changed: readonly string[], user: User | null): void | Promise<void>;
  }
  interface Filters {
    /** The values of a group as they are about to be read: stored ones where they fit, else defaults. */
    settings_values(values: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>>;
  }
}

export function defineSettingsHooks({ define }: OwnedHooks): void {
  define('settings_updated', { kind: 'action', since: '0.1.0', async: 'allowed' });
  define('settings_values', { kind: 'filter', since: '0.1.0', accepts: isRecord });
}
