import type { OwnedHooks } from '../../../index.js';
import { isCsvProfile } from '../profiles/check-profile.js';
import type { CsvProfile } from '../profiles/profile.js';

declare module '../../../index.js' {
  interface Filters {
    /**
     * How CSV is read, for each file: of profiles that name as many columns the first is preferred. Names are unique, and
     * each profile is as the guide says.
     */
    vendor_bank_csv_profiles(profiles: readonly CsvProfile[]): readonly CsvProfile[] | Promise<readonly CsvProfile[]>;
  }
}

/** Says what the hooks of profiles are. */
export function defineProfileHooks({ define }: OwnedHooks): void {
  // What is read with a profile that is none would be wrong: then nothing is read.
  define('vendor_bank_csv_profiles', {
    ...{ kind: 'filter', since: '0.1.0', async: 'allowed', critical: true },
    accepts: (value: unknown) => Array.isArray(value) && value.every(isCsvProfile) && haveOwnNames(value),
  });
}

function haveOwnNames(profiles: readonly CsvProfile[]): boolean {
  return new Set(profiles.map(({ name }) => name)).size === profiles.length;
}
