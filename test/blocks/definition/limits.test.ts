import type { OwnedBlocks } from 'mortise/blocks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostWithBlocks } from '../testing-blocks.js';

describe('a document that is made to be too much', () => {
  let blocks: OwnedBlocks;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const made = await hostWithBlocks();
    blocks = made.blocks;
    close = () => made.host.close();
  });
  afterAll(() => close());

  const deep = (levels: number): string =>
    `<!-- wp:paragraph {"a":${'['.repeat(levels)}${']'.repeat(levels)}} -->\n<p>x</p>\n<!-- /wp:paragraph -->`;

  it('has attributes that nest without end: refused, and never cleaned into others', () => {
    expect(blocks.validate(deep(5_000))?.message).toContain('nest deeper than 60 levels');
    expect(() => blocks.clean(deep(5_000))).toThrowError(expect.objectContaining({ code: 'blocks_too_deep' }));
    expect(blocks.validate(deep(40))).toBeNull();
    expect(blocks.clean(deep(40))).toBe(deep(40));
  });

  it.each([
    ['side by side', (many: string) => many],
    ['in one block', (many: string) => `<!-- wp:group -->\n<div>${many}</div>\n<!-- /wp:group -->`],
  ])('has more blocks than anybody writes, %s', (_, around) => {
    expect(blocks.validate(around('<!-- wp:separator /-->'.repeat(150_000)))?.message).toContain('20,000 blocks');
    expect(blocks.validate(around('<!-- wp:separator /-->'.repeat(10_000)))).toBeNull();
  });

  it('has captions that begin and never end', () => {
    const embed = (inside: string): string =>
      blocks.render(
        `<!-- wp:embed {"url":"https://example.com/"} -->\n<figure>${inside}</figure>\n<!-- /wp:embed -->`,
        { format: 'blocks' },
      ).html;
    expect(embed('<figcaption>'.repeat(20_000))).not.toContain('figcaption');
    expect(embed('<FIGCAPTION class="x">İ <em>one</em></FIGCAPTION><figcaption>two</figcaption>')).toContain(
      '<figcaption>İ <em>one</em></figcaption></figure>',
    );
  });

  it('has a direction, which stays', () => {
    const stored = '<!-- wp:paragraph -->\n<p dir="rtl">שלום</p>\n<!-- /wp:paragraph -->';
    expect(blocks.clean(stored)).toBe(stored);
    expect(blocks.render(stored, { format: 'blocks' }).html).toContain('<p dir="rtl">');
  });
});
