import type { BlockContext, BlockReader } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import type { BlockFilters } from './filters.js';
import { joined, type MaybeLater, whenDone } from './maybe-later.js';
import { describe, isStored, MAX_DEPTH, show, type Walk } from './walk.js';

/** A walk for one reader, with callbacks on its way. */
export interface FilteredWalk extends Walk {
  readonly filters: BlockFilters;
  readonly reader: BlockReader;
}

/** As `walkBlocks`, in the same order, with the filters of blocks: the ways of `render_block()` of WordPress. */
export function walkFiltered(
  blocks: readonly ParsedBlock[],
  context: BlockContext,
  walk: FilteredWalk,
): MaybeLater<string> {
  return walkAll(blocks, context, walk, null, 0);
}

function walkAll(
  blocks: readonly ParsedBlock[],
  around: BlockContext,
  walk: FilteredWalk,
  parent: ParsedBlock | null,
  depth: number,
): MaybeLater<string> {
  return joined(blocks.length, (index) => {
    const block = blocks[index];
    return block ? renderBlock(block, around, walk, parent, depth) : '';
  });
}

function renderBlock(
  stored: ParsedBlock,
  around: BlockContext,
  walk: FilteredWalk,
  parent: ParsedBlock | null,
  depth: number,
): MaybeLater<string> {
  if (stored.blockName === null) return stored.innerHTML;
  if (depth >= MAX_DEPTH) return serializeBlocks([stored]);
  try {
    const html = filtered(stored, around, walk, parent, depth);
    return html instanceof Promise ? html.catch((error: unknown) => walk.failed(stored, error)) : html;
  } catch (error) {
    return walk.failed(stored, error);
  }
}

function filtered(
  stored: ParsedBlock,
  around: BlockContext,
  walk: FilteredWalk,
  parent: ParsedBlock | null,
  depth: number,
): MaybeLater<string> {
  const { filters, reader } = walk;
  return whenDone(filters.instead(stored, reader), (instead) => {
    if (instead !== null) return instead;
    return whenDone(filters.data(stored, parent, reader), (block) =>
      whenDone(filters.context(around, block, reader), (told) => {
        const rendered = (html: string) => filters.rendered(html, block, reader);
        if (isStored(walk.find(block.blockName ?? ''))) return whenDone(contentOf(block, told, walk, depth), rendered);
        const known = describe(block, told, walk);
        return whenDone(contentOf(block, known.inside, walk, depth), (content) => {
          const html = show(known, content, walk);
          // A dynamic block is a mark so far: it is filtered when it is filled in.
          return known.definition?.dynamic ? html : rendered(html);
        });
      }),
    );
  });
}

/** What stands in a block, the blocks inside in their places. */
function contentOf(block: ParsedBlock, inside: BlockContext, walk: FilteredWalk, depth: number): MaybeLater<string> {
  const { innerContent, innerBlocks } = block;
  let inner = 0;
  return joined(innerContent.length, (index) => {
    const part = innerContent[index];
    if (part !== null) return part ?? '';
    const next = innerBlocks[inner++];
    return next ? renderBlock(next, inside, walk, block, depth + 1) : '';
  });
}
