import { describe, expect, it } from 'vitest';
import { endOfDay } from '../../../src/core/admin/core-pages/credentials/limit-fields.js';
import { deviceName } from '../../../src/core/admin/device-name.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { coreCatalogues } from '../../../src/core/texts/core-catalogues.js';

const strings = createStrings('en', coreCatalogues);
const MOBILE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('device name', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${MOBILE} Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${MOBILE} CriOS/138.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iOS',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${MOBILE} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
      'Firefox on iPadOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0',
      'Opera on Linux',
    ],
    ['curl/8.9.1', 'curl'],
    ['', 'Unknown device'],
    ['<script>', 'Unknown device'],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent, strings)).toBe(name);
  });
});

describe('end of a day', () => {
  it.each([
    ['2026-03-14', 'UTC', '2026-03-15T00:00:00.000Z'],
    ['2026-07-01', 'Europe/Prague', '2026-07-01T22:00:00.000Z'],
    // Daylight saving time starts in the night from March 28 to 29 and ends in the night from October 24 to 25.
    ['2026-03-28', 'Europe/Prague', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29', 'Europe/Prague', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25', 'Europe/Prague', '2026-10-25T23:00:00.000Z'],
    ['2026-12-31', 'Asia/Tokyo', '2026-12-31T15:00:00.000Z'],
    ['2026-12-31', 'America/New_York', '2027-01-01T05:00:00.000Z'],
  ])('%s in %s is %s', (day, timeZone, end) => {
    expect(endOfDay(day, timeZone)?.toISOString()).toBe(end);
  });

  it.each(['2026-02-30', '2026-13-01', '14.3.2026', 'tomorrow', '2026-03-14T00:00'])('is null for %s', (day) => {
    expect(endOfDay(day, 'UTC')).toBeNull();
  });
});
