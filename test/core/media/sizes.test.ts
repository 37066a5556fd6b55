import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIZES, planSize, recipeOf } from '../../../src/core/media/sizes.js';

const THUMBNAIL = { width: 150, height: 150, crop: true };
const MEDIUM = { width: 300, height: 300, crop: false };

describe('size that fits inside', () => {
  it.each([
    [
      { width: 600, height: 400 },
      { width: 300, height: 200 },
    ],
    [
      { width: 400, height: 600 },
      { width: 200, height: 300 },
    ],
    [
      { width: 301, height: 300 },
      { width: 300, height: 299 },
    ],
    [
      { width: 10_000, height: 10 },
      { width: 300, height: 1 },
    ],
  ])('for %j is %j', (source, expected) => expect(planSize(source, MEDIUM, null)).toEqual({ ...expected, cut: null }));

  it.each([
    { width: 300, height: 300 },
    { width: 10, height: 300 },
  ])('is null for %j, as it would not be smaller', (source) => expect(planSize(source, MEDIUM, null)).toBeNull());

  it('may be limited on only one side', () => {
    const wide = { width: 768, height: 0, crop: false };
    expect(planSize({ width: 800, height: 9_000 }, wide, null)).toEqual({ width: 768, height: 8_640, cut: null });
    expect(planSize({ width: 700, height: 9_000 }, wide, null)).toBeNull();
  });
});

describe('cropped size', () => {
  it('is cut from the middle without a focal point', () =>
    expect(planSize({ width: 600, height: 300 }, THUMBNAIL, null)).toEqual({
      width: 150,
      height: 150,
      cut: { width: 300, height: 300, left: 150, top: 0 },
    }));

  it.each([
    [{ x: 0, y: 0 }, 0],
    [{ x: 0.25, y: 1 }, 0],
    [{ x: 0.4, y: 0.5 }, 90],
    [{ x: 1, y: 1 }, 300],
  ])('keeps the point %j in view', (point, left) =>
    expect(planSize({ width: 600, height: 300 }, THUMBNAIL, point)?.cut).toMatchObject({ left, top: 0 }),
  );

  it('is limited by a low image, and null for an image that is small enough', () => {
    expect(planSize({ width: 600, height: 100 }, THUMBNAIL, null)).toEqual({
      width: 150,
      height: 100,
      cut: { width: 150, height: 100, left: 225, top: 0 },
    });
    expect(planSize({ width: 150, height: 150 }, THUMBNAIL, null)).toBeNull();
    expect(planSize({ width: 20, height: 10 }, THUMBNAIL, null)).toBeNull();
  });
});

it('no size is larger than the image or its limits, and no crop leaves the image', () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      side,
      side,
      side,
      side,
      fc.boolean(),
      share,
      share,
      (width, height, maxWidth, maxHeight, crop, x, y) => {
        const plan = planSize({ width, height }, { width: maxWidth, height: maxHeight, crop }, { x, y });
        if (!plan) return;
        expect(plan.width).toBeLessThanOrEqual(Math.min(width, maxWidth));
        expect(plan.height).toBeLessThanOrEqual(Math.min(height, maxHeight));
        expect(plan.width * plan.height).toBeGreaterThan(0);
        if (!plan.cut) return;
        expect(plan.cut.left).toBeGreaterThanOrEqual(0);
        expect(plan.cut.top).toBeGreaterThanOrEqual(0);
        expect(plan.cut.left + plan.cut.width).toBeLessThanOrEqual(width);
        expect(plan.cut.top + plan.cut.height).toBeLessThanOrEqual(height);
      },
    ),
  );
});

describe('size recipe', () => {
  it('changes with a size or, if a size is cropped, with the focal point', () => {
    const recipe = recipeOf(DEFAULT_SIZES, null);
    expect(recipeOf({ ...DEFAULT_SIZES }, null)).toBe(recipe);
    expect(recipeOf({ ...DEFAULT_SIZES, medium: { ...MEDIUM, width: 301 } }, null)).not.toBe(recipe);
    expect(recipeOf(DEFAULT_SIZES, { x: 0, y: 0 })).not.toBe(recipe);
    expect(recipeOf({ medium: MEDIUM }, { x: 0, y: 0 })).toBe(recipeOf({ medium: MEDIUM }, null));
  });
});
