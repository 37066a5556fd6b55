import type { ParsedBlock } from './grammar/parsed-block.js';
import { partsOf, serializeBlocks } from './grammar/serialize.js';
import { readBlocks } from './read-blocks.js';
import { MAX_DEPTH } from './render/walk.js';

/** The blocks of a document, to be recognised in another one. */
export interface KnownBlocks {
  /** Whether the document has this block, at any depth, with the same bytes and all that is inside. */
  has(block: ParsedBlock): boolean;
}

/**
 * Each block is told by its own bytes and the numbers of those inside, so that a text is gone through once and not once
 * for every level.
 */
export function createKnownBlocks(source: string): KnownBlocks {
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
