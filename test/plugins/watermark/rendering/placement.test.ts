import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markSize, offsetIn, placeOf } from '../../../../src/plugins/watermark/rendering/placement.js';
import { POSITIONS } from '../../../../src/plugins/watermark/settings/schema.js';

const box = (most: number) =>
  fc.record({ width: fc.integer({ min: 1, max: most }), height: fc.integer({ min: 1, max: most }) });
const offset = fc.oneof(
  fc.record({ unit: fc.constant('px' as const), x: fc.nat(10_000), y: fc.nat(10_000) }),
  fc.record({ unit: fc.constant('pct' as const), x: fc.nat(100), y: fc.nat(100) }),
);
const scale = fc.record({
  mode: fc.constantFrom('relative' as const, 'original' as const, 'custom' as const),
  value: fc.integer({ min: 1, max: 10_000 }),
  scale_down_only: fc.boolean(),
});
const tile = fc.record({ enabled: fc.boolean(), spacing: fc.nat(2000) });

describe('mark placement', () => {
  it('stays within the image for any position, offset, scale and sizes', () => {
    fc.assert(
      fc.property(
        fc.record({
          picture: box(6000),
          mark: box(3000),
          offset,
          scale,
          tile,
          canGrow: fc.boolean(),
          isSized: fc.boolean(),
        }),
        fc.constantFrom(...POSITIONS),
        ({ picture, mark, offset: requested, scale: scaled, tile: tiled, canGrow, isSized }, position) => {
          const from = offsetIn(picture, { offset: requested });
          const size = markSize(picture, { natural: mark, canGrow, isSized }, { scale: scaled, tile: tiled }, from);
          if (!size) return;
          expect(Number.isInteger(size.width) && Number.isInteger(size.height)).toBe(true);
          const { left, top } = placeOf(picture, size, position, from);
          expect(Number.isInteger(left) && Number.isInteger(top)).toBe(true);
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
          expect(left + size.width).toBeLessThanOrEqual(picture.width);
          expect(top + size.height).toBeLessThanOrEqual(picture.height);
          if (scaled.scale_down_only && !canGrow) expect(size.width).toBeLessThanOrEqual(mark.width);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('keeps the aspect ratio of the mark, to a pixel', () => {
    fc.assert(
      fc.property(box(6000), box(3000), scale, (picture, mark, scaled) => {
        const settings = { scale: scaled, tile: { enabled: false, spacing: 0 } };
        const shape = { natural: mark, canGrow: true, isSized: false };
        const size = markSize(picture, shape, settings, { left: 0, top: 0 });
        if (!size) return;
        const factor = Math.max(size.width / mark.width, size.height / mark.height);
        expect(Math.abs(size.width - mark.width * factor)).toBeLessThanOrEqual(1 + mark.width / mark.height);
        expect(Math.abs(size.height - mark.height * factor)).toBeLessThanOrEqual(1 + mark.height / mark.width);
      }),
      { numRuns: 2000 },
    );
  });
});
