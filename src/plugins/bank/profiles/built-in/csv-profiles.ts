import type { CsvProfile } from '../profile.js';
import { czechProfiles } from './czech.js';
import { dutchProfiles } from './dutch.js';
import { germanProfiles } from './german.js';
import { internationalProfiles } from './international.js';
import { nordeaProfiles } from './nordea.js';
import { otherProfiles } from './other.js';
import { paypalProfiles } from './paypal.js';

/** CSV profiles of known banks. Profiles with more column names take precedence. */
export const builtInCsvProfiles: readonly CsvProfile[] = [
  ...czechProfiles,
  ...germanProfiles,
  ...dutchProfiles,
  ...internationalProfiles,
  ...paypalProfiles,
  ...nordeaProfiles,
  ...otherProfiles,
];
