import type { ParsedBlock } from './parsed-block.js';

/** The comments round a block, as they were written. */
export interface Spelling {
  readonly opening: string;
  /** Empty for a block that closes itself, and for one that nobody closed. */
  readonly closing: string;
}

/** What a constructor returns is what those derived from it give their private members to. */
class Given {
  constructor(block: ParsedBlock) {
    // biome-ignore lint/correctness/noConstructorReturn: the block itself gets the member
    return block as unknown as Given;
  }
}

/** Gives a block a private member, at a tenth of what a WeakMap costs: no copy has it, and nobody else sees it. */
class Spelt extends Given {
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
 * Remembers how a block was written. No member of the block says it: a copy with other attributes must not be written
 * with the old ones.
 */
export function keepSpelling(block: ParsedBlock, spelling: Spelling): ParsedBlock {
  new Spelt(block, spelling);
  return block;
}

/** Undefined for what a program made. */
export function spellingOf(block: ParsedBlock): Spelling | undefined {
  return Spelt.of(block);
}
