import { attributesOf } from '../definition/attributes.js';
import type { BlockContext, BlockDefinition, BlockTools } from '../definition/define-block.js';
import type { ParsedBlock } from '../grammar/parsed-block.js';
import { serializeBlocks } from '../grammar/serialize.js';
import type { Place } from './place.js';

/** Blocks deeper than this are shown as their HTML: nobody nests so deep by hand, and the stack has an end. */
export const MAX_DEPTH = 60;

/** What a walk through a document works with. */
export interface Walk {
  readonly find: (name: string) => BlockDefinition | undefined;
  readonly tools: BlockTools;
  /** Takes a dynamic block in and answers the mark that stands for it. */
  readonly place: (place: Place) => string;
  /** A renderer threw: what is shown in place of the block. */
  readonly failed: (block: ParsedBlock, error: unknown) => string;
}

/** The HTML of blocks, the same for every reader: not safe yet, with a mark for each dynamic block. */
export function walkBlocks(blocks: readonly ParsedBlock[], context: BlockContext, walk: Walk, depth = 0): string {
  let html = '';
  for (const block of blocks) html += renderBlock(block, context, walk, depth);
  return html;
}

function renderBlock(block: ParsedBlock, context: BlockContext, walk: Walk, depth: number): string {
  if (block.blockName === null) return block.innerHTML;
  if (depth >= MAX_DEPTH) return serializeBlocks([block]);
  try {
    if (isStored(walk.find(block.blockName))) return contentOf(block, context, walk, depth);
    const known = describe(block, context, walk);
    return show(known, contentOf(block, known.inside, walk, depth), walk);
  } catch (error) {
    return walk.failed(block, error);
  }
}

/** What stands in a block, the blocks inside in their places. */
function contentOf(
  { innerContent, innerBlocks, innerHTML }: ParsedBlock,
  inside: BlockContext,
  walk: Walk,
  depth: number,
): string {
  if (innerBlocks.length === 0) return innerHTML;
  let html = '';
  let index = 0;
  for (const part of innerContent) {
    const inner = part === null ? innerBlocks[index++] : undefined;
    html += part ?? (inner ? renderBlock(inner, inside, walk, depth + 1) : '');
  }
  return html;
}

/** Whether what is stored of a block is what is shown, and nothing about it matters to blocks inside: most are so. */
export function isStored(definition: BlockDefinition | undefined): boolean {
  if (!definition) return true;
  const { metadata, static: rendering, dynamic } = definition;
  return !dynamic && !rendering?.render && !rendering?.provide && !metadata.providesContext;
}

/** A block with what is known of it before the blocks inside are rendered. */
export interface DescribedBlock {
  readonly block: ParsedBlock;
  /** Undefined for a block that nobody has registered: its HTML is shown. */
  readonly definition: BlockDefinition | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What it is told. */
  readonly context: BlockContext;
  /** What blocks inside can be told. */
  readonly inside: BlockContext;
}

export function describe(block: ParsedBlock, around: BlockContext, walk: Walk): DescribedBlock {
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

/** The HTML of a block whose content is rendered; a mark for a dynamic one. */
export function show(known: DescribedBlock, content: string, { place, tools }: Walk): string {
  const { block, definition, attributes, context } = known;
  if (definition?.dynamic) return place({ name: definition.metadata.name, attributes, context, content });
  return definition?.static?.render?.({ attributes, content, block, context }, tools) ?? content;
}
