import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';

/** More are drawn and kept too slowly for anybody to write among them. */
const MOST_BLOCKS = 3000;
/** Blocks within each other; the packages walk them by recursion, in several places. */
const MOST_LEVELS = 40;

/** Whether a document would hold up the editor, or stop it: it is shown as its source then. */
export function isTooLarge(text: string): boolean {
  let level: readonly ParsedBlock[] = parseBlocks(text);
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth >= MOST_LEVELS || count > MOST_BLOCKS) return true;
    level = level.flatMap(({ innerBlocks }) => innerBlocks);
  }
  return false;
}
