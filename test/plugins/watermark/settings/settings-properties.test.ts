import fc from 'fast-check';
import { HostError } from 'mortise';
import { createValidators } from 'mortise/rest';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imageMark, type Mark, textMark } from '../../../../src/plugins/watermark/rendering/mark.js';
import { outputOptions } from '../../../../src/plugins/watermark/rendering/output.js';
import { inspect, type Overlay, render } from '../../../../src/plugins/watermark/rendering/renderer.js';
import { configHash } from '../../../../src/plugins/watermark/settings/config-hash.js';
import {
  DEFAULT_SETTINGS,
  FONTS,
  MIME_TYPES,
  POSITIONS,
  SETTINGS_CHANGES,
  SETTINGS_SCHEMA,
  type WatermarkSettings,
} from '../../../../src/plugins/watermark/settings/schema.js';

const colour = fc.stringMatching(/^#[0-9a-f]{6}$/);
const percent = fc.integer({ min: 1, max: 100 });
const pixels = fc.integer({ min: 0, max: 10_000 });

/** Any settings that the schema accepts, including the extremes. */
const settings: fc.Arbitrary<WatermarkSettings> = fc.record({
  type: fc.constantFrom('text', 'image'),
  text: fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => text.length <= 200),
  image_id: fc.nat(),
  font: fc.constantFrom(...FONTS),
  font_size: fc.oneof(fc.constant('auto'), fc.integer({ min: 6, max: 1000 })),
  color: colour,
  stroke: fc.record({ width: fc.integer({ min: 0, max: 20 }), color: colour }),
  angle: fc.integer({ min: -180, max: 180 }),
  opacity: percent,
  position: fc.constantFrom(...POSITIONS),
  offset: fc.record({
    x: fc.integer({ min: 0, max: 5000 }),
    y: fc.integer({ min: 0, max: 5000 }),
    unit: fc.constantFrom('px', 'pct'),
  }),
  scale: fc.record({
    mode: fc.constantFrom('relative', 'original', 'custom'),
    value: fc.integer({ min: 1, max: 10_000 }),
    scale_down_only: fc.boolean(),
  }),
  tile: fc.record({ enabled: fc.boolean(), spacing: pixels }),
  blend: fc.constantFrom('over', 'multiply', 'screen', 'overlay', 'soft-light', 'hard-light', 'difference'),
  sizes: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_-]{0,39}$/), { maxLength: 50 }),
  post_types: fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9_-]{0,63}$/), { maxLength: 100 }),
  mime_types: fc.uniqueArray(fc.constantFrom(...MIME_TYPES)),
  quality: fc.record({ jpeg: percent, webp: percent, avif: percent, png: fc.integer({ min: 0, max: 9 }) }),
  keep_metadata: fc.boolean(),
  strip_gps: fc.boolean(),
  auto_on_upload: fc.boolean(),
  min_width: pixels,
  min_height: pixels,
  max_pixels: fc.integer({ min: 1_000_000, max: 1_000_000_000 }),
  concurrency: fc.integer({ min: 1, max: 16 }),
});

const validate = createValidators()({ settings: SETTINGS_SCHEMA });
const validateChanges = createValidators()(SETTINGS_CHANGES);

describe('valid watermark settings', () => {
  it('are accepted by the schema', () => {
    fc.assert(
      fc.property(settings, (value) => {
        expect(validate({ settings: value })).toEqual({});
      }),
    );
  });

  it('mark an image inside its edges, or are refused with a code of the plugin', { timeout: 300_000 }, async () => {
    const shape = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }));
    await fc.assert(
      fc.asyncProperty(settings, shape, shape, async (value, [width, height], [markWidth, markHeight]) => {
        const content = await sharp({ create: { width, height, channels: 3, background: '#777' } })
          .png()
          .toBuffer();
        const facts = await inspect(content, value.max_pixels);
        const overlays: Overlay[] = [];
        const filters = {
          overlay: async (overlay: Overlay) => {
            overlays.push(overlay);
            return overlay;
          },
          output: async <T>(options: T) => options,
        };
        const mark = await markOf(value, markWidth, markHeight);
        if (!mark) return;
        const output = outputOptions(facts, content, value);
        const marked = await render(content, facts, { mark, settings: value, output, filters });
        if (!marked) {
          expect(overlays).toEqual([]);
          return;
        }
        const after = await sharp(marked.content).metadata();
        expect([after.width, after.height]).toEqual([width, height]);
        for (const { left, top, image } of overlays) {
          expect(left).toBeGreaterThanOrEqual(0);
          expect(top).toBeGreaterThanOrEqual(0);
          expect(left + image.width).toBeLessThanOrEqual(width);
          expect(top + image.height).toBeLessThanOrEqual(height);
        }
      }),
      { numRuns: process.env.MORTISE_FULL === '1' ? 1000 : 60 },
    );
  });

  /** @returns null for a text that is refused */
  async function markOf(value: WatermarkSettings, width: number, height: number): Promise<Mark | null> {
    const pixel = Buffer.from([255, 0, 255, 255]);
    if (value.type === 'image')
      return imageMark({ width, height, data: Buffer.alloc(width * height * 4, pixel) }, value);
    return textMark(value.text, value).catch((error: unknown) => {
      if (!(error instanceof HostError)) throw error;
      expect(['vendor_watermark_text_invisible', 'vendor_watermark_characters_missing']).toContain(error.code);
      return null;
    });
  }

  it('have the same hash in any order, and another one for another design', () => {
    const shuffled = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, part]) => [name, shuffled(part)]),
          )
        : value;
    fc.assert(
      fc.property(settings, fc.string(), (value, key) => {
        const hash = configHash(value, key);
        // The same members in another order.
        expect(configHash(shuffled(value) as WatermarkSettings, key)).toBe(hash);
        expect(configHash({ ...value, opacity: (value.opacity % 100) + 1 }, key)).not.toBe(hash);
        expect(configHash(value, `${key}.`)).not.toBe(hash);
        expect(configHash({ ...value, concurrency: (value.concurrency % 16) + 1 }, key)).toBe(hash);
      }),
    );
  });
});

describe('invalid watermark settings', () => {
  const wrong = fc.oneof(fc.constant(null), fc.constant([{}]), fc.double({ noInteger: true }), fc.constant({ a: 1 }));

  it('are named at any depth', () => {
    const paths = Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) =>
      value instanceof Object && !Array.isArray(value) ? Object.keys(value).map((part) => [name, part]) : [[name]],
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), wrong, ([name = '', part], value) => {
        const faults = validateChanges({ [name]: part === undefined ? value : { [part]: value } });
        expect(Object.keys(faults)).toEqual([name]);
        expect(faults[name]?.message).toMatch(new RegExp(`^${[name, part].filter(Boolean).join('\\.')}\\b`));
      }),
    );
  });

  it('are named when they are unknown', () => {
    const stranger = fc.string({ minLength: 1 }).filter((name) => !(name in DEFAULT_SETTINGS.offset));
    fc.assert(
      fc.property(stranger, (name) => {
        expect(validateChanges({ offset: { [name]: 1 } }).offset?.message).toContain(name);
      }),
    );
  });
});
