import { HostError } from '../../../index.js';
import { isCurrency } from '../../../money.js';
import { knownEncoding } from '../formats/encoding/code-pages.js';
import {
  type Check,
  type Checks,
  type Complain,
  checkMembers,
  isObject,
  isSource,
  isText,
  isTexts,
  must,
  object,
  optional,
} from './checks.js';
import { datePattern } from './date-pattern.js';
import { type CsvProfile, PROFILE_FIELDS, type Profile, STATEMENT_FIELDS } from './profile.js';

/** Pattern of profile names, which are part of URLs. */
export const PROFILE_NAME = /^[a-z\d][a-z\d-]{0,63}$/;

/**
 * Validates a profile defined by the site.
 * @throws HostError 400 `vendor_bank_invalid_param`, with a sentence for each invalid member in `params`
 */
export function checkProfile(value: unknown): Profile {
  const wrong = faultsOf(value);
  const [first] = Object.values(wrong);
  if (first === undefined) return value as Profile;
  throw new HostError('vendor_bank_invalid_param', `The profile is invalid: ${first}`, {
    status: 400,
    params: wrong,
  });
}

/** Whether a value is a valid CSV profile. */
export function isCsvProfile(value: unknown): value is CsvProfile {
  return isObject(value) && value.kind === 'csv' && Object.keys(faultsOf(value)).length === 0;
}

/** Returns a sentence for each invalid member, by path. */
function faultsOf(value: unknown): Record<string, string> {
  const wrong: Record<string, string> = {};
  checkAll(value, (path, message) => {
    if (!Object.hasOwn(wrong, path)) wrong[path] = message;
  });
  return wrong;
}

function checkAll(value: unknown, complain: Complain): void {
  if (!isObject(value)) complain('profile', 'A profile must be an object.');
  else if (value.kind === 'csv') {
    checkMembers(value, '', { ...COMMON, ...CSV }, complain);
    checkFields(value.fields, 'a column name, or a column number from 1', complain);
    if (Array.isArray(value.header) && value.header.length === 0) checkWithoutHeader(value, complain);
  } else if (value.kind === 'json') {
    checkMembers(value, '', { ...COMMON, ...JSON_MEMBERS }, complain);
    checkFields(value.fields, 'a path such as "amount.value"', complain);
  } else complain('kind', '"kind" is "csv" or "json".');
}

function checkWithoutHeader({ columns, fields }: Record<string, unknown>, complain: Complain): void {
  if (columns === undefined) {
    complain('columns', 'A file without a header needs the number of its columns in "columns".');
  }
  const places = isObject(fields) ? Object.values(fields).flat() : [];
  if (places.some((place) => typeof place === 'string')) {
    complain('fields', 'Use column numbers, from 1, for files without a header.');
  }
}

/**
 * Validates the fields of a profile.
 * @param place description of a valid field, for people
 */
function checkFields(fields: unknown, place: string, complain: Complain): void {
  if (!isObject(fields)) {
    complain('fields', '"fields" must be an object that maps fields to columns or paths.');
    return;
  }
  for (const [name, source] of Object.entries(fields)) {
    const path = `fields.${name}`;
    if (!PROFILE_FIELDS.some((field) => field === name)) {
      complain(path, `"${name}" is not a field. Available: ${PROFILE_FIELDS.join(', ')}.`);
    } else if (!isSource(source)) complain(path, `"${path}" must be ${place}, or a list of them.`);
  }
  if (fields.bookedOn === undefined) complain('fields.bookedOn', 'Set "bookedOn" to the column or path of the date.');
  if (fields.amount === undefined && fields.credit === undefined && fields.debit === undefined) {
    complain('fields.amount', 'Set "amount", or "credit" and "debit", to the column or path of the amount.');
  }
  if (fields.amount !== undefined && (fields.credit !== undefined || fields.debit !== undefined)) {
    complain('fields.amount', 'Set "amount", or "credit" and "debit", but not both.');
  }
}

const isWordList: Check = must(isTexts, 'a list of words');
const isFieldWords = object({ field: must(isSource, 'a column or a path'), words: isWordList }, 'a field with words');
const isListOfFieldWords: Check = (value, path, complain) => {
  if (!Array.isArray(value)) complain(path, `"${path}" must be a list of fields and words.`);
  else for (const [index, one] of value.entries()) isFieldWords(one, `${path}.${index}`, complain);
};
const COMMON: Checks = {
  kind: () => {},
  fields: () => {},
  name: must((value) => isText(value) && PROFILE_NAME.test(value), 'lowercase letters, digits and hyphens'),
  label: must((value) => isText(value) && value.length <= 190, 'a display name with at most 190 characters'),
  dates: must(
    (value) => isTexts(value) && value.length > 0 && value.every((pattern) => datePattern(pattern) !== null),
    'a list of patterns such as "DD.MM.YYYY", each with day, month and year',
  ),
  decimal: must((value) => value === '.' || value === ',', '"." or ","'),
  directions: optional(
    object({ credit: isWordList, debit: isWordList }, 'an object with the words for "credit" and "debit"'),
  ),
  isInverted: optional(must((value) => typeof value === 'boolean', 'true or false')),
  isReferenceUnique: optional(must((value) => typeof value === 'boolean', 'true or false')),
  pending: optional(isWordList),
  passedOver: optional(isListOfFieldWords),
  reversals: optional(isListOfFieldWords),
  currency: optional(must((value) => isText(value) && isCurrency(value), 'an ISO 4217 code such as EUR')),
};

const CSV: Checks = {
  encoding: optional(
    must((value) => isText(value) && knownEncoding(value) !== null, 'an encoding, such as windows-1250'),
  ),
  delimiter: optional(must((value) => typeof value === 'string' && /^[^"\r\n]$/.test(value), 'one character')),
  header: must(isTexts, 'a list of column names'),
  columns: optional(must((value) => Number.isInteger(value) && Number(value) >= 2, 'a whole number from 2')),
  preamble: optional(
    object({ ownAccount: optional(must(isText, 'a name')), currency: optional(must(isText, 'a name')) }, 'an object'),
  ),
};

const JSON_MEMBERS: Checks = {
  entries: must((value) => typeof value === 'string', 'a path, such as "data.transactions"'),
  pendingEntries: optional(must(isText, 'a path, such as "data.pending"')),
  statement: optional(
    object(
      Object.fromEntries(STATEMENT_FIELDS.map((name) => [name, optional(must(isSource, 'a path'))])),
      'an object with paths',
    ),
  ),
};
