import { createValidators } from 'mortise/rest';
import { describe, expect, it } from 'vitest';
import {
  assertDesigns,
  DESIGNS_SCHEMA,
  type Design,
  type DesignRule,
  LOOK_SETTINGS,
  MAX_DESIGNS,
  matches,
} from '../../../../src/plugins/watermark/settings/designs.js';

const image = { mimeType: 'image/jpeg', width: 1200, height: 800, authorId: 3, categories: [5, 6] };

describe('rule of a design', () => {
  it.each<[DesignRule, boolean]>([
    [{ mime_types: ['image/png', 'image/jpeg'] }, true],
    [{ mime_types: ['image/png'] }, false],
    [{ categories: [6, 9] }, true],
    [{ categories: [9] }, false],
    [{ uploaders: [3] }, true],
    [{ uploaders: [4] }, false],
    [{ min_width: 1200 }, true],
    [{ min_width: 1201 }, false],
    [{ max_width: 1200, min_height: 800, max_height: 800 }, true],
    [{ max_width: 1199 }, false],
    [{ max_height: 799 }, false],
    [{ min_height: 801 }, false],
    [{ mime_types: ['image/jpeg'], categories: [5], uploaders: [3], min_width: 1, max_width: 2000 }, true],
    [{ mime_types: ['image/jpeg'], categories: [5], uploaders: [4] }, false],
  ])('with %j matches: %j', (when, expected) => {
    expect(matches(when, image)).toBe(expected);
  });

  it('matches no file without dimensions if it has a size, and no anonymous upload if it has uploaders', () => {
    expect(matches({ max_width: 100 }, { ...image, width: null, height: null })).toBe(false);
    expect(matches({ uploaders: [3] }, { ...image, authorId: 0 })).toBe(false);
  });
});

const design = (changes: Partial<Design> = {}): Design => ({
  name: 'Shop',
  when: { mime_types: ['image/png'] },
  changes: {},
  ...changes,
});

describe('designs', () => {
  it.each<[string, Design[]]>([
    ['Two designs have the name "SHOP"', [design(), design({ name: 'SHOP' })]],
    ['starts or ends with a space', [design({ name: ' Shop' })]],
    ['has no condition', [design({ when: {} })]],
    ['minimum size above its maximum', [design({ when: { min_width: 20, max_width: 10 } })]],
    ['minimum size above its maximum', [design({ when: { min_height: 20, max_height: 10 } })]],
    ['At most 50', Array.from({ length: 1000 }, (_, index) => design({ name: `Shop ${index}` }))],
  ])('are refused: %s', (message, designs) => {
    expect(() => assertDesigns(designs)).toThrow(
      expect.objectContaining({
        code: 'vendor_watermark_settings_invalid',
        status: 400,
        message: expect.stringContaining(message),
      }),
    );
  });

  const validate = createValidators()({ designs: DESIGNS_SCHEMA });
  const faultsOf = (designs: unknown) => Object.keys(validate({ designs })).length;

  it.each<[string, unknown]>([
    ['no list', 'Shop'],
    ['a list of names', ['Shop']],
    ['a missing rule', [{ name: 'Shop', changes: {} }]],
    ['an unknown member', [{ ...design(), enabled: true }]],
    ['an unknown condition', [design({ when: { roles: ['editor'] } as never })]],
    ['an empty rule', [design({ when: {} })]],
    ['an empty list in a rule', [design({ when: { categories: [] } })]],
    ['a category by name', [design({ when: { categories: ['news'] } as never })]],
    ['a user 0', [design({ when: { uploaders: [0] } })]],
    ['a type that is never marked', [design({ when: { mime_types: ['image/svg+xml'] } as never })]],
    ['a fraction of a pixel', [design({ when: { min_width: 1.5 } })]],
    ['an unknown setting', [design({ changes: { shadow: 1 } as never })]],
    ['a value out of range', [design({ changes: { opacity: 101 } })]],
    ['an unknown part of a setting', [design({ changes: { offset: { z: 1 } } as never })]],
    ['a setting of the whole site', [design({ changes: { auto_on_upload: true } as never })]],
    ['an empty name', [design({ name: '' })]],
    ['a long name', [design({ name: 'x'.repeat(101) })]],
    ['too many', Array.from({ length: MAX_DESIGNS + 1 }, (_, index) => design({ name: String(index) }))],
  ])('do not match the schema: %s', (_case, designs) => {
    expect(faultsOf(designs)).toBe(1);
  });

  it('may change parts of nested settings, and everything that determines the look', () => {
    expect(faultsOf([design({ changes: { offset: { x: 4 }, quality: { jpeg: 70 }, sizes: ['full'] } })])).toBe(0);
    expect(LOOK_SETTINGS).not.toContain('post_types');
    expect(LOOK_SETTINGS).toContain('keep_metadata');
  });
});
