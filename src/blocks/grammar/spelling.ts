import type { ParsedBlock } from './parsed-block.js';

/** Comments around a block, as they were written. */
export interface Spelling {
  readonly opening: string;
  /** Empty for a self-closing block and for an unclosed one. */
  readonly closing: string;
}

/** Returns the block from its constructor, so that derived classes add their private members to it. */
class BlockIdentity {
  constructor(block: ParsedBlock) {
    // biome-ignore lint/correctness/noConstructorReturn: the block itself gets the member
    return block as unknown as BlockIdentity;
  }
}

/** Adds a private member to a block at a tenth of the cost of a WeakMap. Copies of the block do not have it. */
class Spelt extends BlockIdentity {
  readonly #spelling: Spelling;

  constructor(block: ParsedBlock, spelling: Spelling) {
    super(block);
    this.#spelling = spelling;
  }

  static of(block: object): Spelling | undefined {
    return #spelling in block ? block.#spelling : undefined;
  }
}

/**
 * Stores how a block was written, outside of its public members. A copy with other attributes must not be written
 * with the old comments.
 */
export function keepSpelling(block: ParsedBlock, spelling: Spelling): ParsedBlock {
  new Spelt(block, spelling);
  return block;
}

/** Returns how a block was written; undefined for a block that was not parsed. */
export function spellingOf(block: ParsedBlock): Spelling | undefined {
  return Spelt.of(block);
}
