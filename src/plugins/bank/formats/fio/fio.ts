import { fioProfile } from '../../profiles/built-in/fio.js';
import { findEncoding } from '../encoding/find-encoding.js';
import { readJson } from '../json/read-json.js';
import type { StatementFormat } from '../statement-format.js';

/** JSON of the Fio banka API. Entries are identified by their movement ID, column 22. */
export const fio: StatementFormat = {
  name: 'fio',
  mayBeEmpty: true,

  recognise(head) {
    return /^\s*\{\s*"accountStatement"\s*:/.test(head) ? 1 : 0;
  },

  look: async (file, options = {}) => ({
    profile: fioProfile,
    encoding: (await findEncoding(file, { chosen: options.encoding, signal: options.signal })).encoding,
  }),

  read: (file, options) => readJson(file, fioProfile, options),
};
