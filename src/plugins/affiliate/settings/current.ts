import type { OwnedHooks, OwnedSettings } from '../../../index.js';
import type { ProgrammeSettings } from './schema.js';

/** The settings of the programme as they are by now. */
export interface CurrentSettings {
  get(): Promise<ProgrammeSettings>;
  /**
   * The last that this process has read, for those who must not wait for the database. What another process has saved
   * counts from the next time on.
   */
  recent(): Promise<ProgrammeSettings>;
  /**
   * The same at once; undefined before anything was read. It is looked after now and then, for those who ask often.
   */
  last(): ProgrammeSettings | undefined;
}

/** Milliseconds after which they are read anew for those who ask for the last ones. */
const LIFE = 10_000;

export function createCurrentSettings(
  settings: Pick<OwnedSettings, 'get'>,
  hooks: Pick<OwnedHooks, 'addAction'>,
): CurrentSettings {
  let known: ProgrammeSettings | undefined;
  let asked = 0;

  async function get(): Promise<ProgrammeSettings> {
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
        // What could not be read now may be there the next time.
        get().catch(() => undefined);
      }
      return known;
    },
    async recent() {
      const read = get();
      if (!known) return read;
      // The next who ask may find the database there again.
      read.catch(() => undefined);
      return known;
    },
  };
}
