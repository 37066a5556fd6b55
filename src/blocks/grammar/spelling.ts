import type { ParsedBlock } from './parsed-block.js';

/** The comments round a block, as they were written. */
export interface Spelling {
  readonly opening: string;
  /** Empty for a block that closes itself, and for one that nobody closed. */
  readonly closing: string;
}

const spellings = new WeakMap<ParsedBlock, Spelling>();

/**
 * Remembers how a block was written. No member of the block says it: a copy with other attributes must not be written
 * with the old ones.
 */
export function keepSpelling(block: ParsedBlock, spelling: Spelling): ParsedBlock {
  spellings.set(block, spelling);
  return block;
}

/** Undefined for what a program made. */
export function spellingOf(block: ParsedBlock): Spelling | undefined {
  return spellings.get(block);
}
