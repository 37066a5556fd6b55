import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse as parseByWordPress } from '@wordpress/block-serialization-default-parser';
import { type ParsedBlock, parseBlocks, serializeBlocks } from 'mortise/blocks';
import { describe, expect, inject, it } from 'vitest';
import { type ReadByWordPress, readByWordPress } from '../support/wordpress-in-node.js';

const FOLDER = path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', 'wxr');

/** Block texts of a WordPress export, unmodified. */
async function blockTexts(name: string): Promise<string[]> {
  const xml = await readFile(path.join(FOLDER, `${name}.xml`), 'utf8');
  const texts = [...xml.matchAll(/<content:encoded><!\[CDATA\[([\s\S]*?)\]\]><\/content:encoded>/g)];
  return texts.map(([, text = '']) => text).filter((text) => text.includes('<!-- wp:'));
}

/** Copies a block without its source formatting and without the empty texts that WordPress's parser adds. */
function copyOf({ blockName, attrs, innerBlocks, innerHTML, innerContent }: ParsedBlock): ParsedBlock {
  return {
    blockName,
    attrs,
    innerHTML,
    innerBlocks: innerBlocks.map(copyOf),
    innerContent: innerContent.filter((part) => part !== ''),
  };
}

const count = (blocks: readonly ParsedBlock[]): number =>
  blocks.reduce((sum, { blockName, innerBlocks }) => sum + (blockName === null ? 0 : 1) + count(innerBlocks), 0);

describe.runIf(inject('services').includes('corpus'))('62 texts of 64-block-test-data', async () => {
  const texts = inject('services').includes('corpus') ? await blockTexts('64-block-test-data') : [];

  it('contain 3,485 blocks, as parsed by WordPress', () => {
    const read = texts.map(parseBlocks);
    expect(read.map((blocks) => blocks.map(copyOf))).toEqual(
      texts.map((text) => (parseByWordPress(text) as ParsedBlock[]).map(copyOf)),
    );
    expect([texts.length, count(read.flat())]).toEqual([62, 3485]);
  });

  it('are serialized byte for byte, with and without their source formatting', () => {
    for (const text of texts) {
      expect(serializeBlocks(parseBlocks(text))).toBe(text);
      expect(serializeBlocks(parseBlocks(text).map(copyOf))).toBe(text);
    }
  });
});

describe.runIf(inject('services').includes('corpus'))('same texts in the WordPress editor', () => {
  it('are unchanged in 29 of 62 cases, because old markup is migrated, and keep unsupported blocks', async () => {
    const texts = await blockTexts('64-block-test-data');
    const read = await readByWordPress(texts);
    const same = read.filter(({ serialized }, index) => serialized === texts[index]?.trim());
    const total = (of: (one: ReadByWordPress) => number): number => read.reduce((sum, one) => sum + of(one), 0);
    expect({
      texts: texts.length,
      same: same.length,
      invalid: total(({ invalid }) => invalid.length),
      unknown: total(({ missing }) => missing),
    }).toEqual({ texts: 62, same: 29, invalid: 0, unknown: 1552 });
  }, 120_000);
});
