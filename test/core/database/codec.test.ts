import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bool, json, utc } from '../../../src/core/database/codec.js';

const storableDate = fc.date({
  min: new Date('1000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});

describe('utc', () => {
  it('writes milliseconds and no time zone', () => {
    expect(utc.encode(new Date(Date.UTC(2026, 0, 31, 23, 59, 59, 7)))).toBe('2026-01-31 23:59:59.007');
  });

  it('round-trips every date', () => {
    fc.assert(fc.property(storableDate, (date) => utc.decode(utc.encode(date)).getTime() === date.getTime()));
  });

  it('sorts as text in time order', () => {
    fc.assert(
      fc.property(storableDate, storableDate, (a, b) => utc.encode(a) < utc.encode(b) === a.getTime() < b.getTime()),
    );
  });

  it('reads text without milliseconds', () => {
    expect(utc.decode('2026-01-31 23:59:59').toISOString()).toBe('2026-01-31T23:59:59.000Z');
  });

  it.each([
    '',
    '2026-01-31',
    '2026-01-31T23:59:59Z',
    '2026-02-30 00:00:00',
    '2026-13-01 00:00:00',
    '2026-01-01 25:00:00',
    'yesterday',
  ])('refuses to read %j', (text) => {
    expect(() => utc.decode(text)).toThrow(expect.objectContaining({ code: 'database_value_invalid' }));
  });

  it.each([new Date(Number.NaN), new Date('+010000-01-01T00:00:00Z'), new Date('0999-12-31T00:00:00Z')])(
    'refuses to write %s',
    (date) => {
      expect(() => utc.encode(date)).toThrow(expect.objectContaining({ code: 'database_value_invalid' }));
    },
  );
});

describe('bool', () => {
  it('is stored as 0 and 1', () => {
    expect([bool.encode(false), bool.encode(true)]).toEqual([0, 1]);
    expect([bool.decode(0), bool.decode(1), bool.decode(1n), bool.decode(false)]).toEqual([false, true, true, false]);
  });

  it('rejects other numbers', () => {
    expect(() => bool.decode(2)).toThrow(expect.objectContaining({ code: 'database_value_invalid' }));
  });
});

describe('json', () => {
  it('round-trips every document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(json.decode(json.encode(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('accepts a document that the driver has already parsed', () => {
    expect(json.decode({ a: [1] })).toEqual({ a: [1] });
  });

  it('rejects values that JSON cannot represent', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    for (const value of [undefined, () => 1, 1n, circle]) {
      expect(() => json.encode(value)).toThrow(expect.objectContaining({ code: 'database_value_invalid' }));
    }
  });

  it('rejects malformed text', () => {
    expect(() => json.decode('{"a":')).toThrow(expect.objectContaining({ code: 'database_value_invalid' }));
  });
});
