import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlots, createSlotsNow, cronFault } from '../../../../src/core/services/schedule/slots.js';

const cron = (pattern: string, timezone = 'UTC') => createSlots({ name: 'acme_tidy', cron: pattern }, timezone);
const every = (ms: number) => createSlots({ name: 'acme_tidy', every: ms }, 'UTC');

/** Returns the next slots after a time, as ISO strings. */
function times(slots: ReturnType<typeof cron>, from: string, count: number): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  let time = Date.parse(from);
  for (let n = 0; n < count; n += 1) {
    time = slots.after(time) ?? Number.NaN;
    found.push(new Date(time).toISOString());
  }
  return found;
}

describe('schedule slots', () => {
  it('match the cron pattern in its time zone', () => {
    expect(times(cron('30 3 * * 1', 'Europe/Prague'), '2026-07-01T00:00:00Z', 2)).toEqual([
      '2026-07-06T01:30:00.000Z',
      '2026-07-13T01:30:00.000Z',
    ]);
    expect(times(cron('*/20 * * * * *'), '2026-01-01T00:00:00.500Z', 3)).toEqual([
      '2026-01-01T00:00:20.000Z',
      '2026-01-01T00:00:40.000Z',
      '2026-01-01T00:01:00.000Z',
    ]);
  });

  it('skipped by the start of daylight saving time run right after it', () => {
    expect(times(cron('30 2 * * *', 'Europe/Berlin'), '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('repeated by the end of daylight saving time run once', () => {
    expect(times(cron('30 2 * * *', 'Europe/Berlin'), '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('are equal in every process for an interval', () => {
    expect(times(every(90_000), '1970-01-01T00:01:00Z', 2)).toEqual([
      '1970-01-01T00:01:30.000Z',
      '1970-01-01T00:03:00.000Z',
    ]);
  });

  it('have no gaps: the slot after the last one is the next one', () => {
    const slots = fc.constantFrom(
      cron('* * * * * *', 'America/New_York'),
      cron('*/7 * * * *', 'Asia/Kathmandu'),
      cron('30 2 * * *', 'Europe/Berlin'),
      cron('0 0 1 * *', 'Pacific/Auckland'),
      every(1_000),
      every(3_600_000),
    );
    const time = fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2027-12-31') });
    fc.assert(
      fc.property(slots, time, (of, now) => {
        const next = of.after(now) ?? Number.NaN;
        const last = of.until(now) ?? Number.NaN;
        expect(next).toBeGreaterThan(now);
        expect(last).toBeLessThanOrEqual(now);
        expect(of.after(last)).toBe(next);
        expect(of.until(next)).toBe(next);
      }),
      { numRuns: 300 },
    );
  });

  it('follow the current text of a dynamic pattern, and are null while it is empty', async () => {
    let text = '';
    const now = createSlotsNow({ name: 'acme_tidy', cron: async () => text, run: async () => undefined }, 'UTC');
    expect(await now()).toBeNull();
    text = '0 6 * * *';
    const morning = await now();
    expect(morning?.after(Date.parse('2026-03-01T07:00:00Z'))).toBe(Date.parse('2026-03-02T06:00:00Z'));
    expect(await now()).toBe(morning);
    text = '0 7 * * *';
    expect((await now())?.pattern).toBe('0 7 * * * (UTC)');
    expect([cronFault('*/15 6-20 * * 1-5'), cronFault('often'), cronFault('0 0 30 2 *')]).toEqual([
      null,
      expect.stringContaining('Enter minute'),
      expect.stringContaining('Enter minute'),
    ]);
  });

  it.each([
    [{ cron: 'often' }, /invalid pattern/],
    [{ cron: '61 * * * *' }, /invalid pattern/],
    [{ cron: '0 0 30 2 *' }, /never occurs|invalid pattern/],
    [{ cron: '* * * * *', timezone: 'Europe/Nowhere' }, /invalid pattern/],
    [{ cron: '* * * * *', every: 1_000 }, /either/],
    [{}, /either/],
    [{ every: 999 }, /interval/],
    [{ every: 1_000.5 }, /interval/],
    [{ every: Number.NaN }, /interval/],
    [{ cron: `0 0 ${Array(60).fill('1').join(',')} * *` }, /characters/],
    [{ every: 1_000, name: 'Acme' }, /name/],
  ])('cannot be %j', (definition, message) => {
    const wrong = { name: 'acme_tidy', ...definition } as Parameters<typeof createSlots>[0];
    expect(() => createSlots(wrong, 'UTC')).toThrowError(expect.objectContaining({ code: 'schedule_invalid' }));
    expect(() => createSlots(wrong, 'UTC')).toThrowError(message);
  });
});
