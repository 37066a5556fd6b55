import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtInCsvProfiles } from '../../../../src/plugins/bank/profiles/built-in/csv-profiles.js';
import { builtInJsonProfiles } from '../../../../src/plugins/bank/profiles/built-in/json-profiles.js';
import { checkProfile } from '../../../../src/plugins/bank/profiles/check-profile.js';
import { definitionOf, valueNames, valuesOf } from '../../../../src/plugins/bank/profiles/profile-values.js';
import {
  readFieldWords,
  readPlaces,
  readWords,
  writeFieldWords,
  writePlaces,
  writeWords,
} from '../../../../src/plugins/bank/profiles/written-places.js';

const builtIn = [...builtInCsvProfiles, ...builtInJsonProfiles].map((profile) => [profile.name, profile] as const);
const name = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((text) => text.trim() === text && !/[\r\n]/.test(text));
const place = fc.oneof(fc.integer({ min: 1, max: 9999 }), name, fc.constantFrom('3', '"3"', 'a|b', 'a=b', '\\', '"'));

describe('bank profile form', () => {
  it.each(builtIn)('returns the profile unchanged: %s', (_name, profile) => {
    const values = valuesOf(profile);
    expect(Object.keys(values).sort()).toEqual([...valueNames(profile.kind)].sort());
    const back = definitionOf(profile.kind, values);
    expect(checkProfile(back)).toEqual(JSON.parse(JSON.stringify(profile)));
  });

  it('omits empty values', () => {
    expect(definitionOf('csv', {})).toEqual({ kind: 'csv', dates: [], header: [], fields: {} });
    expect(definitionOf('json', {})).toEqual({ kind: 'json', dates: [], entries: '', fields: {} });
  });
});

describe('columns that are typed into one line', () => {
  it('are names and numbers, separated by pipes', () => {
    expect(readPlaces('Note | 3 |"4"| a\\|b')).toEqual(['Note', 3, '4', 'a|b']);
    expect(readPlaces(' 7 ')).toBe(7);
    expect(readPlaces(' | ')).toBeUndefined();
  });

  it('are read back unchanged, for any names', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 2 }), (places) => {
        expect(readPlaces(writePlaces(places))).toEqual(places);
      }),
    );
    fc.assert(
      fc.property(place, (one) => {
        expect(readPlaces(writePlaces(one))).toBe(one);
      }),
    );
  });

  it('are read back with their words', () => {
    fc.assert(
      fc.property(place, fc.array(name, { minLength: 1 }), (field, words) => {
        expect(readWords(writeWords(words))).toEqual(words);
        expect(readFieldWords(writeFieldWords({ field, words }))).toEqual({ field, words });
      }),
    );
  });

  it('have no words when none are given', () => {
    expect(readFieldWords('Kind')).toEqual({ field: 'Kind', words: undefined });
    expect(readFieldWords('Kind =')).toEqual({ field: 'Kind', words: undefined });
  });
});
