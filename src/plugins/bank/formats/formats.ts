import { builtInCsvProfiles } from '../profiles/built-in/csv-profiles.js';
import { builtInJsonProfiles } from '../profiles/built-in/json-profiles.js';
import type { CsvProfile, JsonProfile } from '../profiles/profile.js';
import { camt } from './camt/camt.js';
import { createCsvFormat } from './csv/csv.js';
import { fio } from './fio/fio.js';
import { createJsonFormat } from './json/json.js';
import { mt940 } from './mt940/mt940.js';
import { ofx } from './ofx/ofx.js';
import { qif } from './qif/qif.js';
import type { StatementFormat } from './statement-format.js';

/** Profiles for reading CSV and JSON. */
export interface Profiles {
  readonly csv: readonly CsvProfile[];
  readonly json: readonly JsonProfile[];
}

const BUILT_IN_PROFILES: Profiles = { csv: builtInCsvProfiles, json: builtInJsonProfiles };

/** Returns the built-in formats. The first of two with equal confidence wins. */
export function statementFormats(profiles: Profiles = BUILT_IN_PROFILES): readonly StatementFormat[] {
  return [camt, mt940, ofx, qif, fio, createCsvFormat(profiles.csv), createJsonFormat(profiles.json)];
}
