import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';
import type { Blocks, Sources } from './sources.js';

/** Text that was sent, and the text that the server stored for it. */
export interface StoredText {
  readonly sent: string;
  readonly stored: string;
}

/**
 * Replaces each block that the server changed, in its place, so that the caret and later input stay. A block that was
 * edited since the save keeps its edits. Null if the documents do not match block by block and the user has gone on
 * writing; the next save resolves it.
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

/** Maps the source of each block that was stored differently to its stored version. */
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
