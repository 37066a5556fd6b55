import type { OwnedHooks } from '../../../hooks.js';
import type { OwnedSettings } from '../../../settings.js';
import type { ProgramSettings } from './schema.js';

/** Current settings of the program. */
export interface CurrentSettings {
  get(): Promise<ProgramSettings>;
  /**
   * Returns the settings last read by this process and refreshes them in the background. Only the first call waits
   * for the database.
   */
  recent(): Promise<ProgramSettings>;
  /**
   * Returns the settings synchronously, or undefined before the first read. Refreshes them at most every 10 seconds.
   */
  last(): ProgramSettings | undefined;
}

/** Milliseconds before `last` refreshes the settings. */
const LIFE = 10_000;

export function createCurrentSettings(
  settings: Pick<OwnedSettings, 'get'>,
  hooks: Pick<OwnedHooks, 'addAction'>,
): CurrentSettings {
  let known: ProgramSettings | undefined;
  let asked = 0;

  async function get(): Promise<ProgramSettings> {
    known = await settings.get('affiliate');
    return known;
  }

  hooks.addAction('settings_updated', async (name) => {
    if (name === 'affiliate') await get();
  });

  return {
    get,
    last() {
      if (Date.now() - asked > LIFE) {
        asked = Date.now();
        // A failed read is retried the next time.
        get().catch(() => undefined);
      }
      return known;
    },
    async recent() {
      const read = get();
      if (!known) return read;
      // A failed read is retried by the next caller.
      read.catch(() => undefined);
      return known;
    },
  };
}
