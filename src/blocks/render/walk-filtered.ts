import type { BlockContext, BlockReader } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import type { BlockFilters } from './filters.js';
import { describe, MAX_DEPTH, show, type Walk } from './walk.js';

/** A walk for one reader, with callbacks on its way. */
export interface FilteredWalk extends Walk {
  readonly filters: BlockFilters;
  readonly reader: BlockReader;
}

/** As `walkBlocks`, in the same order, with the filters of blocks: the ways of `render_block()` of WordPress. */
export async function walkFiltered(
  blocks: readonly ParsedBlock[],
  context: BlockContext,
  walk: FilteredWalk,
  parent: ParsedBlock | null = null,
  depth = 0,
): Promise<string> {
  let html = '';
  for (const block of blocks) html += await renderBlock(block, context, walk, parent, depth);
  return html;
}

async function renderBlock(
  stored: ParsedBlock,
  around: BlockContext,
  walk: FilteredWalk,
  parent: ParsedBlock | null,
  depth: number,
): Promise<string> {
  const { filters, reader } = walk;
  if (stored.blockName === null) return stored.innerHTML;
  if (depth >= MAX_DEPTH) return serializeBlocks([stored]);
  try {
    // What is waited for costs more than what is at hand.
    const asked = filters.instead(stored, reader);
    const instead = asked instanceof Promise ? await asked : asked;
    if (instead !== null) return instead;
    const changed = filters.data(stored, parent, reader);
    const block = changed instanceof Promise ? await changed : changed;
    const told = filters.context(around, block, reader);
    const known = describe(block, told instanceof Promise ? await told : told, walk);
    let content = '';
    let index = 0;
    for (const part of block.innerContent) {
      const inner = part === null ? block.innerBlocks[index++] : undefined;
      content += part ?? (inner ? await renderBlock(inner, known.inside, walk, block, depth + 1) : '');
    }
    const html = show(known, content, walk);
    // A dynamic block is a mark so far: it is filtered when it is filled in.
    if (known.definition?.dynamic) return html;
    const shown = filters.rendered(html, block, reader);
    return shown instanceof Promise ? await shown : shown;
  } catch (error) {
    return walk.failed(stored, error);
  }
}
