import { HostError } from 'mortise';
import { describe, expect, it } from 'vitest';
import { builtInCsvProfiles } from '../../../../src/plugins/bank/profiles/built-in/csv-profiles.js';
import { fioProfile } from '../../../../src/plugins/bank/profiles/built-in/fio.js';
import { builtInJsonProfiles } from '../../../../src/plugins/bank/profiles/built-in/json-profiles.js';
import { checkProfile } from '../../../../src/plugins/bank/profiles/check-profile.js';

const CSV = {
  kind: 'csv',
  name: 'my-bank',
  label: 'My bank',
  header: ['Date', 'Amount'],
  dates: ['DD.MM.YYYY'],
  decimal: ',',
  currency: 'EUR',
  fields: { bookedOn: 'Date', amount: 'Amount', remittance: ['Text', 4] },
};
const JSON_PROFILE = {
  kind: 'json',
  name: 'my-api',
  label: 'My API',
  entries: 'data.transactions',
  dates: ['YYYY-MM-DD'],
  decimal: '.',
  fields: { bookedOn: 'date', credit: 'in', debit: 'out' },
};

function wrong(profile: unknown): Record<string, string> {
  try {
    checkProfile(profile);
  } catch (error) {
    if (error instanceof HostError && error.code === 'vendor_bank_invalid_param' && error.status === 400) {
      return error.data.params as Record<string, string>;
    }
    throw error;
  }
  return {};
}

describe('bank profile', () => {
  it('accepts everything that a built-in profile contains', () => {
    for (const profile of [...builtInCsvProfiles, ...builtInJsonProfiles, fioProfile, CSV, JSON_PROFILE]) {
      expect(checkProfile(structuredClone(profile))).toEqual(profile);
    }
  });

  it('has a unique name among the built-in ones', () => {
    const names = [...builtInCsvProfiles, ...builtInJsonProfiles, fioProfile].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['kind', { ...CSV, kind: 'xls' }, '"kind" is "csv" or "json".'],
    ['name', { ...CSV, name: 'My Bank' }, '"name" is lowercase letters, digits and hyphens.'],
    ['label', { ...CSV, label: '' }, '"label" is a display name with at most 190 characters.'],
    ['decimal', { ...CSV, decimal: ';' }, '"decimal" is "." or ",".'],
    ['currency', { ...CSV, currency: 'XYZ' }, '"currency" is an ISO 4217 code such as EUR.'],
    ['encoding', { ...CSV, encoding: 'klingon' }, '"encoding" is an encoding, such as windows-1250.'],
    ['delimiter', { ...CSV, delimiter: ';;' }, '"delimiter" is one character.'],
    ['header', { ...CSV, header: 'Date' }, '"header" is a list of column names.'],
    ['colour', { ...CSV, colour: 'red' }, '"colour" is not a property of a profile.'],
    ['constructor', { ...CSV, constructor: 'x' }, '"constructor" is not a property of a profile.'],
    [
      'fields.amount',
      { ...CSV, fields: { bookedOn: 'Date' } },
      'Set "amount", or "credit" and "debit", to the column or path of the amount.',
    ],
    ['fields.bookedOn', { ...CSV, fields: { amount: 'Amount' } }, 'Set "bookedOn" to the column or path of the date.'],
    [
      'fields.name',
      { ...CSV, fields: { ...CSV.fields, name: 0 } },
      '"fields.name" must be a column name, or a column number from 1, or a list of them.',
    ],
    [
      'directions.credit',
      { ...CSV, directions: { credit: 'in', debit: [] } },
      '"directions.credit" is a list of words.',
    ],
    [
      'passedOver.0.words',
      { ...CSV, passedOver: [{ field: 'A', words: 'x' }] },
      '"passedOver.0.words" is a list of words.',
    ],
    ['entries', { ...JSON_PROFILE, entries: 7 }, '"entries" is a path, such as "data.transactions".'],
    ['statement.ownAccount', { ...JSON_PROFILE, statement: { ownAccount: '' } }, '"statement.ownAccount" is a path.'],
  ])('reports an invalid value in the field "%s"', (path, profile, message) =>
    expect(wrong(profile)).toEqual({ [path]: message }),
  );

  it.each([['DD.MM'], ['YYYY'], ['DD.DD.YYYY'], ['(a+)+DD.MM.YYYY'], ['']])('rejects the pattern "%s"', (pattern) =>
    expect(Object.keys(wrong({ ...CSV, dates: [pattern] }))).toEqual(['dates']),
  );

  it('rejects an unknown field, and names the known ones', () =>
    expect(wrong({ ...CSV, fields: { ...CSV.fields, when: 'Date' } })['fields.when']).toMatch(
      /^"when" is not a field. Available: bookedOn, valueOn, amount/,
    ));

  it('uses column numbers when there is no header', () => {
    const fields = { bookedOn: 1, amount: 2 };
    expect(wrong({ ...CSV, header: [], columns: 2, fields })).toEqual({});
    expect(Object.keys(wrong({ ...CSV, header: [], fields }))).toEqual(['columns']);
    expect(Object.keys(wrong({ ...CSV, header: [], columns: 2 }))).toEqual(['fields']);
  });

  it('reports all errors together', () =>
    expect(Object.keys(wrong({ ...CSV, decimal: 1, dates: [], name: '' })).sort()).toEqual([
      'dates',
      'decimal',
      'name',
    ]));

  it.each([[null], ['text'], [[]]])('rejects %j', (value) =>
    expect(wrong(value)).toEqual({ profile: 'A profile must be an object.' }),
  );
});
