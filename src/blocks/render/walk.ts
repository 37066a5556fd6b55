import { attributesOf } from '../definition/attributes.js';
import type { BlockContext, BlockDefinition, BlockReader, BlockTools } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import type { BlockFilters } from './filters.js';
import { joined, type MaybeLater, type Pause, whenDone } from './maybe-later.js';
import type { Place } from './place.js';

/** Maximum nesting of blocks. Deeper blocks are shown as their HTML; the limit protects the stack. */
export const MAX_DEPTH = 60;

/** Dependencies of {@link walkBlocks}. */
export interface Walk {
  readonly find: (name: string) => BlockDefinition | undefined;
  readonly tools: BlockTools;
  /** Stores a dynamic block and returns its mark. */
  readonly place: (place: Place) => string;
  /** Returns what to show in place of a block whose renderer threw. */
  readonly failed: (block: ParsedBlock, error: unknown) => string;
  /** Yields to other work of the process from time to time. */
  readonly pause: Pause;
  /** Filters for one reader; null for a result that is the same for every reader. */
  readonly filters: ReaderFilters | null;
}

/** Filters of blocks for one reader, as in `render_block()` of WordPress. */
export interface ReaderFilters extends Pick<BlockFilters, 'instead' | 'data' | 'context'> {
  readonly reader: BlockReader;
  readonly rendered: (html: string, block: ParsedBlock) => MaybeLater<string>;
}

/** Renders blocks to HTML that is not safe yet, with a mark for each dynamic block. */
export function walkBlocks(blocks: readonly ParsedBlock[], context: BlockContext, walk: Walk): MaybeLater<string> {
  return joined(blocks.length, (index) => {
    const block = blocks[index];
    return block ? renderBlock(block, context, walk, null, 0) : '';
  });
}

function renderBlock(
  stored: ParsedBlock,
  around: BlockContext,
  walk: Walk,
  parent: ParsedBlock | null,
  depth: number,
): MaybeLater<string> {
  if (stored.blockName === null) return stored.innerHTML;
  if (depth >= MAX_DEPTH) return serializeBlocks([stored]);
  const pause = walk.pause();
  if (pause) return pause.then(() => renderBlock(stored, around, walk, parent, depth));
  try {
    const html = walk.filters
      ? filtered(stored, around, walk, walk.filters, parent, depth)
      : rendered(stored, around, walk, depth);
    return html instanceof Promise ? html.catch((error: unknown) => walk.failed(stored, error)) : html;
  } catch (error) {
    return walk.failed(stored, error);
  }
}

function filtered(
  stored: ParsedBlock,
  around: BlockContext,
  walk: Walk,
  filters: ReaderFilters,
  parent: ParsedBlock | null,
  depth: number,
): MaybeLater<string> {
  return whenDone(filters.instead(stored, filters.reader), (instead) => {
    if (instead !== null) return instead;
    return whenDone(filters.data(stored, parent, filters.reader), (block) =>
      whenDone(filters.context(around, block, filters.reader), (context) =>
        whenDone(rendered(block, context, walk, depth), (html) =>
          // A dynamic block is only a mark here. It is filtered when it is filled in.
          walk.find(block.blockName ?? '')?.dynamic ? html : filters.rendered(html, block),
        ),
      ),
    );
  });
}

function rendered(block: ParsedBlock, around: BlockContext, walk: Walk, depth: number): MaybeLater<string> {
  if (isStored(walk.find(block.blockName ?? ''))) return contentOf(block, around, walk, depth);
  const described = describe(block, around, walk);
  return whenDone(contentOf(block, described.inside, walk, depth), (content) => show(described, content, walk));
}

/** Returns the content of a block, with its inner blocks rendered in their places. */
function contentOf(block: ParsedBlock, inside: BlockContext, walk: Walk, depth: number): MaybeLater<string> {
  const { innerContent, innerBlocks, innerHTML } = block;
  if (innerBlocks.length === 0) return innerHTML;
  let inner = 0;
  return joined(innerContent.length, (index) => {
    const part = innerContent[index];
    if (part !== null) return part ?? '';
    const next = innerBlocks[inner++];
    return next ? renderBlock(next, inside, walk, block, depth + 1) : '';
  });
}

/** Whether a block is shown as stored and adds no context for inner blocks, as most are. */
function isStored(definition: BlockDefinition | undefined): boolean {
  if (!definition) return true;
  const { metadata, static: rendering, dynamic } = definition;
  return !dynamic && !rendering?.render && !rendering?.provide && !metadata.providesContext;
}

/** Block with what is known before its inner blocks are rendered. */
interface DescribedBlock {
  readonly block: ParsedBlock;
  /** Undefined for an unregistered block, whose HTML is shown. */
  readonly definition: BlockDefinition | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Context that the block uses. */
  readonly context: BlockContext;
  /** Context available to inner blocks. */
  readonly inside: BlockContext;
}

function describe(block: ParsedBlock, around: BlockContext, walk: Walk): DescribedBlock {
  const definition = walk.find(block.blockName ?? '');
  if (!definition) return { block, definition, attributes: {}, context: {}, inside: around };
  const { metadata } = definition;
  const attributes = attributesOf(metadata, block.attrs);
  return {
    block,
    definition,
    attributes,
    context: metadata.usesContext ? pick(around, metadata.usesContext) : {},
    inside: provided(definition, attributes, around, walk.tools),
  };
}

function pick(context: BlockContext, names: readonly string[]): BlockContext {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(context, name)).map((name) => [name, context[name]]));
}

function provided(
  { metadata, static: rendering }: BlockDefinition,
  attributes: Readonly<Record<string, unknown>>,
  around: BlockContext,
  tools: BlockTools,
): BlockContext {
  const { providesContext } = metadata;
  if (!providesContext && !rendering?.provide) return around;
  const own = Object.entries(providesContext ?? {}).map(([name, attribute]) => [name, attributes[attribute]]);
  return { ...around, ...Object.fromEntries(own), ...rendering?.provide?.(attributes, tools) };
}

/** Renders a block from its rendered content; returns a mark for a dynamic block. */
function show(described: DescribedBlock, content: string, { place, tools }: Walk): MaybeLater<string> {
  const { block, definition, attributes, context } = described;
  if (definition?.dynamic) return place({ name: definition.metadata.name, attributes, context, content });
  return definition?.static?.render?.({ attributes, content, block, context }, tools) ?? content;
}
