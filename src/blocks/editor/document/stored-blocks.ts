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

/**
 * Restores the line ends of the original text in the value of a text field, which only has `\n`. Every byte outside
 * the changed part stays the same.
 * @param before text that the field was given
 * @param after value that it has now
 */
export function withLineEnds(before: string, after: string): string {
  const current = inField(before);
  if (current === after) return before;
  if (current === before) return after;
  const most = Math.min(current.length, after.length);
  let start = 0;
  while (start < most && current[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && current[current.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const usual = before.includes('\r\n') ? '\r\n' : '\n';
  const changed = after.slice(start, after.length - end).replaceAll('\n', usual);
  const result =
    before.slice(0, offsetIn(before, start)) + changed + before.slice(offsetIn(before, current.length - end));
  // A lone `\r` next to the change may have become half of another line end.
  return inField(result) === after ? result : after.replaceAll('\n', usual);
}

/** Normalizes line ends as a text field does. */
function inField(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Offset in the text of a character whose offset is known for line ends of one character. */
function offsetIn(text: string, offset: number): number {
  let at = 0;
  for (let seen = 0; seen < offset; seen += 1) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
}

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
