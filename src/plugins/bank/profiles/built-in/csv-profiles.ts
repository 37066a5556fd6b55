import type { CsvProfile } from '../profile.js';
import { czechProfiles } from './czech.js';
import { dutchProfiles } from './dutch.js';
import { germanProfiles } from './german.js';
import { internationalProfiles } from './international.js';
import { otherProfiles } from './other.js';

/** CSV of banks whose columns are known. Those that name more columns are preferred. */
export const builtInCsvProfiles: readonly CsvProfile[] = [
  ...czechProfiles,
  ...germanProfiles,
  ...dutchProfiles,
  ...internationalProfiles,
  ...otherProfiles,
];
