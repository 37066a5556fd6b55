import { describe, expect, it } from 'vitest';
import {
  toLocalTime,
  toMoment,
} from '../../../../src/plugins/knowledge-base/content/blocks/editor/panels/site-time.js';

describe('site time', () => {
  it.each([
    ['UTC', '2026-06-01T12:30', '2026-06-01T12:30:00.000Z'],
    ['Europe/Berlin', '2026-06-01T12:30', '2026-06-01T10:30:00.000Z'],
    ['Europe/Berlin', '2026-01-01T00:00', '2025-12-31T23:00:00.000Z'],
    ['America/New_York', '2026-11-01T23:00', '2026-11-02T04:00:00.000Z'],
    ['Asia/Kolkata', '2026-06-01T05:00', '2026-05-31T23:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-06-01T05:00', '2026-05-31T15:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31T05:00', '2011-12-30T15:00:00.000Z'],
  ])('%s: converts %s to %s and back', (zone, local, moment) => {
    expect(toMoment(local, zone)).toBe(moment);
    expect(toLocalTime(moment, zone)).toBe(local);
  });

  it('uses the first of a repeated hour and moves forward from a skipped one', () => {
    expect(toMoment('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
    expect(toMoment('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
    expect(toLocalTime('2026-03-29T01:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T03:30');
  });

  it('returns null for an invalid time', () => {
    expect(toMoment('', 'UTC')).toBeNull();
    expect(toMoment('soon', 'UTC')).toBeNull();
  });
});
