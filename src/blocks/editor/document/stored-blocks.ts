import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';
import type { Blocks, Sources } from './sources.js';

/** What was sent, and what the server has stored of it. */
export interface StoredText {
  readonly sent: string;
  readonly stored: string;
}

/**
 * The blocks with what the server has made of them, each in its place, so that the caret and what was typed since stay:
 * a block that was changed meanwhile is as it was typed. Null where the two documents do not go together block by block
 * and somebody has gone on writing: the next save sees to it.
 */
export function withStored(
  sources: Sources,
  document: Blocks,
  { sent, stored }: StoredText,
): { readonly blocks: Blocks['blocks']; readonly tail: string } | null {
  const changed = changedBlocks(sent, stored);
  const blocks = document.blocks.map((block) => {
    const source = changed?.get(sources.write({ blocks: [block], tail: '' }).trim());
    return source ? sources.reread(block, source) : block;
  });
  const isTyped = sources.write(document) !== sent;
  const isWhole = sources.write({ ...document, blocks }) === stored;
  if (isWhole || (isTyped && changed)) return { ...document, blocks };
  return isTyped ? null : sources.read(stored);
}

/** Of each block that was stored in another way what it is now, by its source. */
function changedBlocks(sent: string, stored: string): ReadonlyMap<string, ParsedBlock> | null {
  const [before, after] = [sent, stored].map((text) =>
    parseBlocks(text).filter(({ blockName, innerHTML }) => blockName !== null || innerHTML.trim() !== ''),
  ) as [ParsedBlock[], ParsedBlock[]];
  if (before.length !== after.length) return null;
  const pairs = before.flatMap((block, index): [string, ParsedBlock][] => {
    const [source, now] = [serializeBlocks([block]).trim(), after[index]];
    return now && serializeBlocks([now]).trim() !== source ? [[source, now]] : [];
  });
  return new Map(pairs);
}
