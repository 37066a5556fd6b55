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
}

export function createCurrentSettings(
  settings: Pick<OwnedSettings, 'get'>,
  hooks: Pick<OwnedHooks, 'addAction'>,
): CurrentSettings {
  let known: ProgrammeSettings | undefined;

  async function get(): Promise<ProgrammeSettings> {
    known = await settings.get('affiliate');
    return known;
  }

  hooks.addAction('settings_updated', async (name) => {
    if (name === 'affiliate') await get();
  });

  return {
    get,
    async recent() {
      const read = get();
      if (!known) return read;
      // The next who ask may find the database there again.
      read.catch(() => undefined);
      return known;
    },
  };
}
