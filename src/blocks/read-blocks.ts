import { HostError } from '../core/errors.js';
import { delimitersOf } from './grammar/delimiters.js';
import { parseBlocks } from './grammar/parse.js';
import type { ParsedBlock } from './grammar/parsed-block.js';

/** Maximum number of blocks in a document, so that reading and rendering take bounded time. */
const MAX_BLOCKS = 20_000;

/**
 * Parses a document of blocks from an author.
 * @throws HostError 413 `blocks_too_many` for more than 20,000 blocks
 */
export function readBlocks(document: string): ParsedBlock[] {
  let count = 0;
  for (const { kind } of delimitersOf(document)) if (kind !== 'closing' && ++count > MAX_BLOCKS) throw tooManyBlocks();
  return parseBlocks(document);
}

function tooManyBlocks(): HostError {
  const message = `A text can have at most ${MAX_BLOCKS} blocks. Split it into several.`;
  return new HostError('blocks_too_many', message, { status: 413, limit: MAX_BLOCKS });
}
