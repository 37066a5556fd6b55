import type { OwnedBlocks } from 'mortise/blocks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostWithBlocks } from '../testing-blocks.js';

describe('oversized block document', () => {
  let blocks: OwnedBlocks;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const host = await hostWithBlocks();
    blocks = host.blocks;
    close = () => host.host.close();
  });
  afterAll(() => close());

  const deep = (levels: number): string =>
    `<!-- wp:paragraph {"a":${'['.repeat(levels)}${']'.repeat(levels)}} -->\n<p>x</p>\n<!-- /wp:paragraph -->`;

  it('is rejected with attributes nested too deep, and never cleaned into others', async () => {
    expect(blocks.validate(deep(5_000))?.message).toContain('nest more than 60 levels');
    await expect(blocks.clean(deep(5_000))).rejects.toMatchObject({ code: 'blocks_too_deep' });
    expect(blocks.validate(deep(40))).toBeNull();
    expect(await blocks.clean(deep(40))).toBe(deep(40));
  });

  it.each([
    ['side by side', (many: string) => many],
    ['in one block', (many: string) => `<!-- wp:group -->\n<div>${many}</div>\n<!-- /wp:group -->`],
  ])('is rejected with more than 20,000 blocks, %s', async (_, around) => {
    const many = around('<!-- wp:separator /-->'.repeat(50_000));
    const tooMany = { code: 'blocks_too_many', status: 413 };
    expect(() => blocks.validate(many)).toThrowError(expect.objectContaining(tooMany));
    await expect(blocks.render(many, { format: 'blocks' })).rejects.toMatchObject(tooMany);
    await expect(blocks.render(`${many}\n\nText`, { format: 'markdown' })).rejects.toMatchObject(tooMany);
    await expect(blocks.clean(many)).rejects.toMatchObject(tooMany);
    expect(blocks.validate(around('<!-- wp:separator /-->'.repeat(10_000)))).toBeNull();
  });

  it('is rendered without unclosed captions', async () => {
    const embed = async (inside: string): Promise<string> => {
      const source = `<!-- wp:embed {"url":"https://example.com/"} -->\n<figure>${inside}</figure>\n<!-- /wp:embed -->`;
      return (await blocks.render(source, { format: 'blocks' })).html;
    };
    expect(await embed('<figcaption>'.repeat(20_000))).not.toContain('figcaption');
    expect(await embed('<FIGCAPTION class="x">İ <em>one</em></FIGCAPTION><figcaption>two</figcaption>')).toContain(
      '<figcaption>İ <em>one</em></figcaption></figure>',
    );
  });

  it('keeps its text direction', async () => {
    const stored = '<!-- wp:paragraph -->\n<p dir="rtl">שלום</p>\n<!-- /wp:paragraph -->';
    expect(await blocks.clean(stored)).toBe(stored);
    expect((await blocks.render(stored, { format: 'blocks' })).html).toContain('<p dir="rtl">');
  });
});
