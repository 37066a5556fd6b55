import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePayload, encodePayload } from '../../../src/core/outbox/payload.js';

const roundTrip = (...args: unknown[]): unknown[] => decodePayload(encodePayload('some_action', args));

describe('outbox payload', () => {
  it('round-trips values, including dates and gaps', () => {
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
        fc.string({ unit: 'binary' }),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(8.64e14) }),
        fc.array(fc.oneof(fc.constant(undefined), tie('value'))),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$date', '$object', '$undefined')), tie('value'), {
          noNullPrototype: true,
        }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(values), (args) => {
        expect(roundTrip(...args)).toStrictEqual(args);
      }),
    );
  });

  it('does not confuse data with its own markers', () => {
    expect(roundTrip({ $date: '2026-01-01' }, { $object: [['a', 1]] }, { $undefined: true })).toEqual([
      { $date: '2026-01-01' },
      { $object: [['a', 1]] },
      { $undefined: true },
    ]);
  });

  it('does not let a __proto__ member change the prototype', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"isAdmin": true}}');
    const [copy] = roundTrip(hostile);
    expect(Object.hasOwn(copy as object, '__proto__')).toBe(true);
    expect((copy as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    ['a function', () => 1, 'argument 1 is a function'],
    ['a map', new Map(), 'argument 1 is a Map'],
    ['an instance of a class', { user: new URL('http://a.example') }, 'argument 1.user is a URL'],
    ['a bigint in a list', [1, 2n], 'argument 1[1] is a bigint'],
    ['an infinite number', Number.POSITIVE_INFINITY, 'argument 1 is a number'],
    ['an invalid date', new Date(Number.NaN), 'argument 1 is a Date'],
  ])('rejects %s and reports its position', (_, value, reason) => {
    expect(() => encodePayload('some_action', [value])).toThrow(
      expect.objectContaining({ code: 'outbox_payload_invalid', message: expect.stringContaining(reason) }),
    );
  });

  it('rejects a circular value', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => encodePayload('some_action', [circle])).toThrow('its argument 1.self contains itself');
  });

  it('rejects more than 16 MiB', () => {
    expect(() => encodePayload('some_action', ['x'.repeat(17 * 1024 * 1024)])).toThrow(
      expect.objectContaining({ code: 'outbox_payload_too_large' }),
    );
  });
});
