import { describe, expect, it } from 'vitest';
import { assertRateLimit, type RateLimit, windowMs } from '../../../src/core/rest/rate-limit.js';

describe('rate limit window', () => {
  it.each([
    ['10s', 10_000],
    ['1m', 60_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    [1500, 1500],
  ])('%s is %i ms', (window, ms) => expect(windowMs({ window })).toBe(ms));
});

describe('rate limit declaration', () => {
  const sound: RateLimit = { max: 10, window: '1m', by: 'ip' };

  it('accepts one or several limits', () => {
    expect(() => assertRateLimit('GET /x', sound)).not.toThrow();
    expect(() => assertRateLimit('GET /x', [sound, { ...sound, by: 'key', name: 'daily' }])).not.toThrow();
  });

  it.each([
    { window: '' },
    { window: '1' },
    { window: '0s' },
    { window: '-1s' },
    { window: '1.5m' },
    { window: '1w' },
    { window: ' 1m' },
    { window: '1M' },
    { window: '32d' },
    { window: 0 },
    { window: 0.5 },
    { window: Number.NaN },
    { window: Number.POSITIVE_INFINITY },
    { max: 0 },
    { max: -1 },
    { max: 1.5 },
    { max: Number.NaN },
    { max: 100_001 },
    { by: 'browser' },
    { name: '' },
    { name: 'Käse' },
    { name: 'two\r\nlines' },
  ])('rejects %o and names the route', (fault) => {
    const declare = () => assertRateLimit('GET /acme/v1/x', { ...sound, ...fault } as RateLimit);
    expect(declare).toThrow(expect.objectContaining({ code: 'rest_route_invalid' }));
    expect(declare).toThrow(/^GET \/acme\/v1\/x: /);
  });
});
