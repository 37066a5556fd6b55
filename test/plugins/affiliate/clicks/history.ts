import fc from 'fast-check';
import type { Click } from '../../../../src/plugins/affiliate/clicks/write-clicks.js';
import type { ConversionHistory, CountedConversion } from '../../../../src/plugins/affiliate/statistics/rollups.js';

/** Start of a range around the end of daylight saving time (Berlin, 25 October 2026). */
const BEGIN = Date.parse('2026-10-24T20:00:00Z');
const HOURS = 54;

const moments = fc.integer({ min: 0, max: HOURS * 3_600_000 - 1 }).map((ms) => new Date(BEGIN + ms));
const devices = fc.constantFrom('desktop', 'mobile', 'tablet', 'other' as const);
const sources = fc.constantFrom('', 'a.example', 'b.example', 'c.example', 'd.example', 'e.example');
const campaigns = fc.constantFrom('', 'spring', 'summer', 'autumn', 'winter');
const affiliates = fc.integer({ min: 1, max: 3 });

/** Clicks of few visitors, affiliates and sources, so that they overlap. Each has a unique id. */
export const clicks: fc.Arbitrary<Click> = fc
  .record({
    affiliateId: affiliates,
    at: moments,
    campaign: campaigns,
    source: sources,
    device: devices,
    visitor: fc.constantFrom('ada', 'bob', 'cyd', 'dee'),
    landingPath: fc.constant('/'),
  })
  .map((click) => ({ ...click, id: crypto.randomUUID().replaceAll('-', '').slice(0, 26) }));

export const conversions: fc.Arbitrary<CountedConversion> = fc.record({
  affiliateId: affiliates,
  at: moments,
  revenueMinor: fc.integer({ min: 0, max: 1_000_000_00 }),
  campaign: campaigns,
  source: sources,
  device: fc.constantFrom('desktop', 'mobile', '' as const),
});

/** In-memory conversion history in place of the ledger. */
export function conversionHistory(): ConversionHistory & { readonly conversions: CountedConversion[] } {
  const conversions: CountedConversion[] = [];
  return {
    conversions,
    between: async (from, to) => conversions.filter(({ at }) => at >= from && at < to),
  };
}

export function click(more: Partial<Click> = {}): Click {
  return {
    id: crypto.randomUUID().replaceAll('-', '').slice(0, 26),
    affiliateId: 1,
    at: new Date('2026-10-25T10:00:00Z'),
    campaign: '',
    source: '',
    device: 'desktop',
    visitor: 'ada',
    landingPath: '/',
    ...more,
  };
}
