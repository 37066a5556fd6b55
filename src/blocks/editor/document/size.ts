import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';

/** Maximum number of blocks. More of them make typing too slow. */
const MAX_BLOCKS = 3000;
/** Maximum nesting of blocks. The packages walk them recursively in several places. */
const MAX_LEVELS = 40;

/** Whether a document would slow down or crash the editor. It is shown as source then. */
export function isTooLarge(text: string): boolean {
  let level: readonly ParsedBlock[] = parseBlocks(text);
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth >= MAX_LEVELS || count > MAX_BLOCKS) return true;
    level = level.flatMap(({ innerBlocks }) => innerBlocks);
  }
  return false;
}
