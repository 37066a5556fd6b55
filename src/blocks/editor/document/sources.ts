import { type Block, parse, serialize } from '@wordpress/blocks';
import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';
import { keepSpelling, spellingOf } from '../../grammar/spelling.js';

/** Top-level blocks of a document, and the blank text after the last one. */
export interface Blocks {
  readonly blocks: readonly Block[];
  readonly tail: string;
}

/**
 * Reads and writes documents so that unchanged parts keep their bytes. WordPress's packages lose the spelling of
 * blocks and the text between them, and write everything in their own way.
 */
export interface Sources {
  /** Reads a document and keeps the sources of earlier ones, whose blocks may come back by undo. */
  read(text: string): { readonly blocks: Block[]; readonly tail: string };
  write(document: Blocks): string;
  /** Reads one block from a new source, in place of an existing one. */
  reread(block: Block, source: ParsedBlock): Block;
  /** Treats these blocks as unchanged, although they have changed themselves since they were read. */
  adopt(blocks: readonly Block[]): void;
}

/** Origin of a block. */
interface Origin {
  readonly source: ParsedBlock;
  /** Block as read from the source, for detecting changes. */
  block: Block;
  /** Blank text before it; null for an inner block. */
  readonly before: string | null;
  /** Client ID of the block before it; null for the first. */
  readonly previous: string | null;
}

export function createSources(): Sources {
  const origins = new Map<string, Origin>();
  const written = new WeakMap<Block, string>();

  /** Serializes a block as the packages do, always with its comments, even where a document would omit them. */
  function spell(block: Block): string {
    const source = written.get(block);
    if (source !== undefined) return source;
    const text = serialize([block], { isInnerBlocks: true });
    written.set(block, text);
    return text;
  }

  function remember(block: Block, source: ParsedBlock, place: Pick<Origin, 'before' | 'previous'>): void {
    origins.set(block.clientId, { source, block, ...place });
    if (block.innerBlocks.length !== source.innerBlocks.length) return;
    for (const [index, inner] of block.innerBlocks.entries()) {
      const within = source.innerBlocks[index];
      if (within) remember(inner, within, { before: null, previous: null });
    }
  }

  function isUnchanged(block: Block, origin: Origin): boolean {
    return block === origin.block || spell(block) === spell(origin.block);
  }

  function textOf(block: Block): string {
    const origin = origins.get(block.clientId);
    if (!origin) return spell(block);
    if (isUnchanged(block, origin)) return serializeBlocks([origin.source]);
    const { source } = origin;
    if (source.blockName !== null) return respelt(block);
    const html = source.innerHTML;
    const text = html.trimStart();
    return html.slice(0, html.length - text.length) + serialize([block]) + text.slice(text.trimEnd().length);
  }

  /** Serializes a changed block. Its unchanged inner blocks keep their bytes. */
  function respelt(block: Block): string {
    const [read, ...more] = parseBlocks(spell(block));
    return read && more.length === 0 ? serializeBlocks([merge(read, block)]) : spell(block);
  }

  function merge(read: ParsedBlock, block: Block): ParsedBlock {
    const origin = origins.get(block.clientId);
    if (origin && isUnchanged(block, origin)) return origin.source;
    if (read.innerBlocks.length !== block.innerBlocks.length) return read;
    const innerBlocks = read.innerBlocks.map((inner, index) => {
      const within = block.innerBlocks[index];
      return within ? merge(inner, within) : inner;
    });
    if (!origin || !isSameShell(read, origin)) return { ...read, innerBlocks };
    const whole = { ...origin.source, innerBlocks };
    const spelling = spellingOf(origin.source);
    return spelling ? keepSpelling(whole, spelling) : whole;
  }

  /** Whether only inner blocks changed. */
  function isSameShell(read: ParsedBlock, { block, source }: Origin): boolean {
    const [before] = parseBlocks(spell(block));
    return (
      before !== undefined &&
      before.innerBlocks.length === source.innerBlocks.length &&
      JSON.stringify([before.blockName, before.attrs, before.innerContent]) ===
        JSON.stringify([read.blockName, read.attrs, read.innerContent])
    );
  }

  function adopt(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const origin = origins.get(block.clientId);
      if (origin) origin.block = block;
      adopt(block.innerBlocks);
    }
  }

  function blockOf(source: ParsedBlock): Block | undefined {
    return isBlank(source) ? undefined : parse(serializeBlocks([isClosed(source) ? source : closed(source)]))[0];
  }

  return {
    adopt,
    reread(block, source) {
      const read = blockOf(source);
      if (!read) return block;
      const { before, previous } = origins.get(block.clientId) ?? { before: null, previous: null };
      const reread = { ...read, clientId: block.clientId };
      remember(reread, source, { before, previous });
      return reread;
    },
    read(text) {
      const blocks: Block[] = [];
      let before = '';
      for (const source of parseBlocks(text)) {
        const block = blockOf(source);
        if (!block) {
          // Text between blocks, and empty blocks, which the packages drop.
          before += serializeBlocks([source]);
          continue;
        }
        remember(block, source, { before, previous: blocks.at(-1)?.clientId ?? null });
        blocks.push(block);
        before = '';
      }
      return { blocks, tail: before };
    },
    write({ blocks, tail }) {
      const parts = blocks.flatMap((block, index) => {
        const previous = blocks[index - 1]?.clientId ?? null;
        return [separator(origins.get(block.clientId), previous), textOf(block)];
      });
      return parts.join('') + tail;
    },
  };
}

/** Text between a block and the one before it, or before the first. */
function separator(origin: Origin | undefined, previous: string | null): string {
  if (origin?.before != null && origin.previous === previous) return origin.before;
  if (previous === null) return '';
  // With another block in between, existing white space stays as it was.
  return origin?.before && origin.previous !== null ? origin.before : '\n\n';
}

function isBlank({ blockName, innerHTML }: ParsedBlock): boolean {
  return blockName === null && innerHTML.trim() === '';
}

/** Whether all blocks are closed. WordPress's parser repeats the rest of a document in every unclosed block. */
function isClosed(block: ParsedBlock): boolean {
  const spelling = spellingOf(block);
  const isOpen = spelling?.closing === '' && !spelling.opening.endsWith('/-->');
  return !isOpen && block.innerBlocks.every(isClosed);
}

/** Adds the missing comments, as the serializer writes them. */
function closed({ innerBlocks, ...block }: ParsedBlock): ParsedBlock {
  const innerContent = block.innerContent.length === 0 ? [''] : block.innerContent;
  return { ...block, innerContent, innerBlocks: innerBlocks.map(closed) };
}
