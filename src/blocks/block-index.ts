import type { ParsedBlock } from './grammar/parsed-block.js';
import { partsOf, serializeBlocks } from './grammar/serialize.js';
import { readBlocks } from './read-blocks.js';
import { MAX_DEPTH } from './render/walk.js';

/** Index of the blocks of a document, for recognizing them in another one. */
export interface BlockIndex {
  /** Whether the document contains this block, at any depth, with the same bytes including its inner blocks. */
  has(block: ParsedBlock): boolean;
}

/**
 * Indexes the blocks of a document. Identifies each by its own bytes and the numbers of its inner blocks, so that the
 * document is walked once and not once per level.
 */
export function createBlockIndex(source: string): BlockIndex {
  const numbers = new Map<string, number>();
  const found = new WeakMap<ParsedBlock, number>();

  /** @returns the number of an equal block; -1 for none */
  function numberOf(block: ParsedBlock, add: boolean, depth = 0): number {
    const before = found.get(block);
    if (before !== undefined) return before;
    const parts =
      depth > MAX_DEPTH
        ? serializeBlocks([block])
        : partsOf(block).map((part) => (typeof part === 'string' ? part : numberOf(part, add, depth + 1)));
    const name = JSON.stringify([block.blockName === null, parts]);
    if (add && !numbers.has(name)) numbers.set(name, numbers.size);
    const number = numbers.get(name) ?? -1;
    found.set(block, number);
    return number;
  }

  for (const block of readBlocks(source)) numberOf(block, true);
  return { has: (block) => numbers.size > 0 && numberOf(block, false) !== -1 };
}
