import type { OwnedHooks } from '../../../hooks.js';
import { isCsvProfile } from '../profiles/check-profile.js';
import type { CsvProfile } from '../profiles/profile.js';

declare module '../../../index.js' {
  interface Filters {
    /**
     * Changes the CSV profiles, for each file. Among profiles with equally many column names, the first wins.
     * Names must be unique, and each profile valid as described in the guide.
     */
    vendor_bank_csv_profiles(profiles: readonly CsvProfile[]): readonly CsvProfile[] | Promise<readonly CsvProfile[]>;
  }
}

/** Defines the profile hooks. */
export function defineProfileHooks({ define }: OwnedHooks): void {
  // Critical: reading with an invalid profile would yield wrong entries, so nothing is read.
  define('vendor_bank_csv_profiles', {
    kind: 'filter',
    since: '0.1.0',
    async: 'allowed',
    critical: true,
    accepts: (value: unknown) => Array.isArray(value) && value.every(isCsvProfile) && haveOwnNames(value),
  });
}

function haveOwnNames(profiles: readonly CsvProfile[]): boolean {
  return new Set(profiles.map(({ name }) => name)).size === profiles.length;
}
