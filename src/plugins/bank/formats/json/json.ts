import { HostError } from '../../../../index.js';
import { builtInJsonProfiles } from '../../profiles/built-in/json-profiles.js';
import type { JsonProfile } from '../../profiles/profile.js';
import { findEncoding } from '../encoding/find-encoding.js';
import { NO_PROFILE } from '../no-profile.js';
import type { ReadOptions, StatementFile, StatementFormat } from '../statement-format.js';
import { createListSplitter } from './list-splitter.js';
import { fitsJson, pathsOf, readJson } from './read-json.js';

/** JSON of the built-in services. */
export const json: StatementFormat = createJsonFormat(builtInJsonProfiles);

/**
 * Creates the JSON format. Profiles define the path of the list of entries and the paths within an entry.
 * @param profiles the first that fits wins
 */
export function createJsonFormat(profiles: readonly JsonProfile[]): StatementFormat {
  return {
    name: 'json',
    mayBeEmpty: true,

    recognise(head, fileName) {
      if (!/^\s*[{[]/.test(head)) return 0;
      const hasList = profiles.flatMap(pathsOf).some((path) => {
        const splitter = createListSplitter(path);
        splitter.push(head);
        return splitter.isFound;
      });
      if (hasList) return 0.8;
      return /\.json$/i.test(fileName) || /^\s*(?:\{\s*"|\[\s*\{)/.test(head) ? 0.3 : 0;
    },

    async look(file, options = {}) {
      const profile = await profileOf(file, profiles, options);
      return {
        profile,
        encoding: (await findEncoding(file, { chosen: options.encoding, signal: options.signal })).encoding,
      };
    },

    async *read(file, options = {}) {
      yield* readJson(file, await profileOf(file, profiles, options), options);
    },
  };
}

async function profileOf(
  file: StatementFile,
  profiles: readonly JsonProfile[],
  options: ReadOptions,
): Promise<JsonProfile> {
  const requested = profiles.find(({ name }) => name === options.profile);
  if (requested !== undefined) return requested;
  const names = profiles.map(({ name }) => name).join(', ');
  if (options.profile !== undefined) {
    throw failed(`There is no JSON profile "${options.profile}". Available: ${names}.`);
  }
  for (const profile of profiles) if (await fitsJson(file, profile, options)) return profile;
  const message =
    'No profile matches the file. Create a profile on the Profiles page or with POST /vendor-bank/v1/profiles, then choose it.';
  throw new HostError('vendor_bank_parse_failed', message, { status: 400, reason: NO_PROFILE });
}

function failed(message: string): HostError {
  return new HostError('vendor_bank_parse_failed', message, { status: 400 });
}
