import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addYears,
  createCalendar,
  daysBetween,
  isDay,
  monthOf,
  weekOf,
} from '../../../../src/core/calendar.js';
import {
  comparedPeriod,
  granularityOf,
  type PeriodName,
  resolvePeriod,
  stepOf,
  stepsOf,
} from '../../../../src/plugins/knowledge-base/content/statistics/period.js';

const day = fc
  .date({ min: new Date('1970-01-02T00:00:00Z'), max: new Date('2990-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('days of a period', () => {
  it.each<[name: PeriodName, today: string, from: string, to: string]>([
    ['today', '2026-11-22', '2026-11-22', '2026-11-22'],
    ['yesterday', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['yesterday', '2028-03-01', '2028-02-29', '2028-02-29'],
    ['7d', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['7d', '2027-01-03', '2026-12-28', '2027-01-03'],
    ['30d', '2026-11-22', '2026-10-24', '2026-11-22'],
    ['30d', '2026-03-01', '2026-01-31', '2026-03-01'],
    ['90d', '2026-11-22', '2026-08-25', '2026-11-22'],
    ['12m', '2026-11-22', '2025-11-23', '2026-11-22'],
    ['12m', '2026-12-31', '2026-01-01', '2026-12-31'],
    ['12m', '2028-02-29', '2027-03-01', '2028-02-29'],
    ['12m', '2029-02-28', '2028-02-29', '2029-02-28'],
    ['mtd', '2026-11-22', '2026-11-01', '2026-11-22'],
    ['mtd', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['ytd', '2026-11-22', '2026-01-01', '2026-11-22'],
    ['ytd', '2026-01-01', '2026-01-01', '2026-01-01'],
  ])('%s on %s', (period, today, from, to) => {
    expect(resolvePeriod({ period }, today, null)).toEqual({ from, to });
  });

  it('default to the last 30 days', () => {
    expect(resolvePeriod({}, '2026-11-22', null)).toEqual(resolvePeriod({ period: '30d' }, '2026-11-22', null));
  });
  it('start at the first recorded day for all, or today without one', () => {
    expect(resolvePeriod({ period: 'all' }, '2026-11-22', '2015-05-05').from).toBe('2015-05-05');
    expect(resolvePeriod({ period: 'all' }, '2026-11-22', null).from).toBe('2026-11-22');
    // A clock that ran ahead left a day in the future.
    expect(resolvePeriod({ period: 'all' }, '2026-11-22', '2027-01-01').from).toBe('2026-11-22');
  });
  it('follow from and to over any period name, and to defaults to today', () => {
    const conflicting = { period: '7d', from: '2026-01-01' } as const;
    expect(resolvePeriod(conflicting, '2026-11-22', null)).toEqual({ from: '2026-01-01', to: '2026-11-22' });
    const both = { from: '2026-02-01', to: '2026-02-01' };
    expect(resolvePeriod(both, '2026-11-22', null)).toEqual(both);
  });

  it.each([
    ['custom without days', { period: 'custom' }],
    ['an end alone', { to: '2026-01-01' }],
    ['a beginning in the future without an end', { from: '2027-01-01' }],
    ['from behind to', { from: '2026-01-02', to: '2026-01-01' }],
    ['30 February', { from: '2026-02-30', to: '2026-03-30' }],
    ['29 February of a common year', { from: '2026-02-29', to: '2026-03-30' }],
    ['29 February 2100, which is none', { from: '2100-02-29', to: '2100-03-30' }],
    ['the 13th month', { from: '2026-13-01', to: '2026-12-30' }],
    ['the form of another country', { from: '1.2.2026', to: '2026-12-30' }],
    ['a time behind it', { from: '2026-01-01T00:00', to: '2026-12-30' }],
    ['nothing at all', { from: '', to: '' }],
    ['Arabic digits', { from: '٢٠٢٦-٠١-٠١', to: '2026-12-30' }],
    ['before 1970', { from: '1969-12-31', to: '1970-01-01' }],
    ['behind 2999', { from: '2999-12-31', to: '3000-01-01' }],
    ['five years and a day', { from: '2021-01-01', to: '2026-01-01' }],
    ['five years and a day from 29 February', { from: '2024-02-29', to: '2029-03-01' }],
    ['five years and a day from 1 March behind one', { from: '2024-03-01', to: '2029-03-01' }],
  ] as const)('are rejected for %s', (_what, query) => {
    expect(() => resolvePeriod(query, '2026-11-22', null)).toThrow(
      expect.objectContaining({ code: 'vendor_kb_invalid_param', status: 400 }),
    );
  });
  it.each([
    ['2021-01-01', '2025-12-31'],
    ['2024-02-29', '2029-02-28'],
    ['2024-03-01', '2029-02-28'],
    ['2023-03-01', '2028-02-29'],
  ])('may span exactly five years, from %s to %s', (from, to) => {
    expect(resolvePeriod({ from, to }, '2026-11-22', null)).toEqual({ from, to });
    expect(() => resolvePeriod({ from, to: addDays(to, 1) }, '2026-11-22', null)).toThrow('5 years');
  });
});

describe('comparison period', () => {
  it('covers the same number of days before', () => {
    expect(comparedPeriod({ from: '2026-03-01', to: '2026-03-31' }, 'previous')).toEqual({
      from: '2026-01-29',
      to: '2026-02-28',
    });
    fc.assert(
      fc.property(day, fc.nat(2000), (from, length) => {
        const range = { from, to: addDays(from, length) };
        const before = comparedPeriod(range, 'previous');
        expect(before && daysBetween(before.from, before.to)).toBe(length + 1);
        expect(before && addDays(before.to, 1)).toBe(from);
      }),
    );
  });
  it('covers the same days of the previous year, with 28 for 29 February', () => {
    expect(comparedPeriod({ from: '2028-02-29', to: '2028-03-05' }, 'year')).toEqual({
      from: '2027-02-28',
      to: '2027-03-05',
    });
  });
  it('is null', () => expect(comparedPeriod({ from: '2026-01-01', to: '2026-01-02' }, 'none')).toBeNull());
});

describe('chart steps', () => {
  it('default to days up to 92, weeks up to half a year, then months', () => {
    const of = (from: string, to: string) => granularityOf('auto', { from, to });
    expect(of('2026-01-01', '2026-04-02')).toBe('day');
    expect(of('2026-01-01', '2026-04-03')).toBe('week');
    expect(of('2026-01-01', '2026-07-03')).toBe('week');
    expect(of('2026-01-01', '2026-07-04')).toBe('month');
    expect(granularityOf('day', { from: '2021-01-01', to: '2025-12-31' })).toBe('day');
  });
  it('begin weeks on Monday across the year end, and the first week with the period', () => {
    expect(stepsOf({ from: '2026-12-30', to: '2027-01-11' }, 'week')).toEqual([
      '2026-12-30',
      '2027-01-04',
      '2027-01-11',
    ]);
  });
  it('begin months on day one, and the first month with the period', () => {
    expect(stepsOf({ from: '2028-01-31', to: '2028-03-01' }, 'month')).toEqual([
      '2028-01-31',
      '2028-02-01',
      '2028-03-01',
    ]);
  });
  it('cover every day of a period', () => {
    fc.assert(
      fc.property(day, fc.nat(500), fc.constantFrom('day', 'week', 'month'), (from, length, granularity) => {
        const range = { from, to: addDays(from, length) };
        const steps = stepsOf(range, granularity);
        expect(steps[0]).toBe(from);
        expect(steps).toEqual([...new Set(steps)].sort());
        for (const each of [from, range.to]) expect(steps).toContain(stepOf(each, granularity, range));
      }),
    );
  });
});

describe('days of a time zone', () => {
  it.each([
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z'],
    ['Europe/Prague', '2026-11-22', '2026-11-21T23:00:00.000Z'],
    // Clocks go forward on 29 March and back on 25 October: days of 23 and 25 hours.
    ['Europe/Prague', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Prague', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['Europe/Prague', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['Europe/Prague', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-22', '2026-11-21T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-22', '2026-11-22T11:00:00.000Z'],
    // Midnight is skipped, and the day begins at one.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
    // A day that Samoa skipped begins with the next one.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('%s: %s begins at %s', (zone, text, start) => {
    const calendar = createCalendar(zone);
    expect(calendar.startOf(text).toISOString()).toBe(start);
    expect(calendar.dayOf(new Date(calendar.startOf(text).getTime() - 1)) < text).toBe(true);
    expect(calendar.dayOf(calendar.startOf(text)) >= text).toBe(true);
  });

  it('contain every moment of the day', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Prague', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland');
    const moment = fc.date({
      min: new Date('1975-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, moment, (zone, at) => {
        const calendar = createCalendar(zone);
        const found = calendar.dayOf(at);
        expect(calendar.startOf(found).getTime()).toBeLessThanOrEqual(at.getTime());
        expect(calendar.startOf(addDays(found, 1)).getTime()).toBeGreaterThan(at.getTime());
      }),
    );
  });

  it('support calendar arithmetic', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addYears('2028-02-29', 1)).toBe('2029-02-28');
    expect(addYears('2028-02-29', 4)).toBe('2032-02-29');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(3);
    expect(weekOf('2026-11-22')).toBe('2026-11-16');
    expect(weekOf('2026-11-16')).toBe('2026-11-16');
    expect(monthOf('2026-11-22')).toBe('2026-11-01');
    expect([isDay('2026-02-28'), isDay('2026-02-29'), isDay('26-02-28'), isDay('2026-2-28')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
