import { faultIn } from './definition/attributes.js';
import type { BlockDefinition } from './definition/define-block.js';
import type { ParsedBlock } from './grammar/parsed-block.js';
import { partsOf } from './grammar/serialize.js';
import { spellingOf } from './grammar/spelling.js';
import { readBlocks } from './read-blocks.js';
import { MAX_DYNAMIC } from './render/fill.js';
import { MAX_DEPTH } from './render/walk.js';

/** Fault in a document of blocks. */
export interface BlockFault {
  /** Name of the block. */
  readonly block: string;
  /** Name of the faulty attribute; null if none is. */
  readonly attribute: string | null;
  /** Sentence that says what to change. */
  readonly message: string;
}

interface BlockWithParents {
  readonly block: ParsedBlock;
  /** Names of the surrounding blocks, outermost first. */
  readonly around: readonly string[];
}

/** Fault with its position in the document. */
export interface PlacedFault extends BlockFault {
  /** Line of the source that the block begins in, starting at 1. */
  readonly line: number;
}

/** Block with its position in the document. */
export interface PlacedBlock extends BlockWithParents {
  readonly line: number;
}

type Find = (name: string) => BlockDefinition | undefined;

/**
 * Returns the first fault of a document; null for none. Unregistered blocks may belong to other code, so only their
 * grammar and nesting are checked.
 * @throws HostError 413 `blocks_too_many`
 */
export function validateDocument(source: string, find: Find): BlockFault | null {
  const isOneTooMany = createDynamicCount(find);
  for (const placed of blocksIn(source)) {
    const fault = faultOf(placed, find) ?? isOneTooMany(placed.block);
    if (fault) return fault;
  }
  return null;
}

/** Creates a counter of dynamic blocks. @returns a function that returns a fault for each block above the limit */
export function createDynamicCount(find: Find): (block: ParsedBlock) => BlockFault | null {
  const counts = new Map<string, number>();
  return ({ blockName }) => {
    if (blockName === null || !find(blockName)?.dynamic) return null;
    const count = (counts.get(blockName) ?? 0) + 1;
    counts.set(blockName, count);
    if (count <= MAX_DYNAMIC) return null;
    const message = `A text can have "${blockName}" at most ${MAX_DYNAMIC} times. Remove some of them.`;
    return { block: blockName, attribute: null, message };
  };
}

/** Yields every block of a document in order, outer blocks before inner ones. */
export function* blocksIn(source: string): Generator<PlacedBlock, void> {
  let line = 1;
  const left: (BlockWithParents | string)[] = readBlocks(source)
    .map((block) => ({ block, around: [] }))
    .toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') line += next.split('\n').length - 1;
    else {
      const { block, around } = next;
      yield { block, around, line };
      const inside = block.blockName === null ? around : [...around, block.blockName];
      const parts = partsOf(block).map((part) => (typeof part === 'string' ? part : { block: part, around: inside }));
      for (const part of parts.toReversed()) left.push(part);
    }
  }
}

/** Returns the first fault of one block. */
export function blockFault({ block, around, line }: PlacedBlock, find: Find): PlacedFault | null {
  const fault = faultOf({ block, around }, find);
  return fault && { ...fault, line };
}

const CLOSING = /<!--\s+\/wp:([a-z][a-z0-9_/-]*)/;

function faultOf({ block, around }: BlockWithParents, find: Find): BlockFault | null {
  const { blockName: name, attrs, innerHTML } = block;
  const fault = (message: string, attribute: string | null = null, of = name ?? ''): BlockFault => ({
    block: of,
    attribute,
    message,
  });
  if (name === null) {
    const stray = CLOSING.exec(innerHTML)?.[1];
    return stray === undefined ? null : fault(`The end of "${stray}" has no beginning. Remove it.`, null, stray);
  }
  if (around.length >= MAX_DEPTH)
    return fault(`"${name}" is nested ${around.length} levels deep; the maximum is ${MAX_DEPTH}.`);
  if (attrs === null) return fault(`The attributes of "${name}" are not valid JSON.`);
  if (nestsDeeper(attrs, MAX_DEPTH)) return fault(`The attributes of "${name}" nest more than ${MAX_DEPTH} levels.`);
  const unclosed = closingFault(block, name);
  if (unclosed) return fault(unclosed);
  return placeFault(name, around, find, fault) ?? attributeFault(name, attrs, find);
}

function nestsDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => nestsDeeper(member, levels - 1));
}

type Describe = (message: string, attribute?: string | null) => BlockFault;

function closingFault(block: ParsedBlock, name: string): string | null {
  const { opening = '', closing = '' } = spellingOf(block) ?? {};
  if (closing === '') return opening.endsWith('/-->') ? null : `The block "${name}" has no end. Add it.`;
  const closed = CLOSING.exec(closing)?.[1] ?? '';
  const full = closed.includes('/') ? closed : `core/${closed}`;
  return full === name ? null : `The block "${name}" ends as "${full}". Correct the nesting.`;
}

function placeFault(name: string, around: readonly string[], find: Find, fault: Describe): BlockFault | null {
  const own = find(name)?.metadata;
  const parent = around.at(-1);
  if (own?.parent && !own.parent.includes(parent ?? '')) {
    return fault(`"${name}" must be directly in ${own.parent.join(' or ')}.`);
  }
  if (own?.ancestor && !own.ancestor.some((required) => around.includes(required))) {
    return fault(`"${name}" must be in ${own.ancestor.join(' or ')}.`);
  }
  const allowed = parent === undefined ? undefined : find(parent)?.metadata.allowedBlocks;
  if (!allowed || allowed.includes(name)) return null;
  return fault(`"${parent}" can only contain ${allowed.join(', ')}, not "${name}".`);
}

/** Returns the first attribute of a block that does not fit its schema, wherever the block is; null for none. */
export function attributeFault(name: string, attrs: Readonly<Record<string, unknown>>, find: Find): BlockFault | null {
  const metadata = find(name)?.metadata;
  const wrong = metadata && faultIn(metadata, attrs);
  if (!wrong) return null;
  const { attribute, expected } = wrong;
  return { block: name, attribute, message: `"${attribute}" of "${name}" must be ${expected}.` };
}
