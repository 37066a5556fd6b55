import { type Block, parse, serialize } from '@wordpress/blocks';
import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';
import { keepSpelling, spellingOf } from '../../grammar/spelling.js';

/** Blocks of the top of a document, and the blank text behind the last of them. */
export interface Blocks {
  readonly blocks: readonly Block[];
  readonly tail: string;
}

/**
 * Reads and writes documents so that what nobody changed keeps its bytes: WordPress's packages forget how a block was
 * spelt, drop the text between blocks and spell all of it their own way.
 */
export interface Sources {
  /** Each document that is read adds to what is known; blocks of earlier ones may come back by undo. */
  read(text: string): { readonly blocks: Block[]; readonly tail: string };
  write(document: Blocks): string;
  /** Reads one block anew, in the place of one that is there. */
  reread(block: Block, source: ParsedBlock): Block;
  /** Takes these blocks for what was read, though they have changed themselves since. */
  adopt(blocks: readonly Block[]): void;
}

/** Where a block comes from. */
interface Origin {
  readonly source: ParsedBlock;
  /** As it was made of the source, which tells whether it has changed. */
  block: Block;
  /** The blank text in front of it; null inside of other blocks. */
  readonly before: string | null;
  /** Whom it follows; null for the first. */
  readonly previous: string | null;
}

export function createSources(): Sources {
  const origins = new Map<string, Origin>();
  const written = new WeakMap<Block, string>();

  /** As the packages write it, with its comments also where a whole document would have it without. */
  function spell(block: Block): string {
    const known = written.get(block);
    if (known !== undefined) return known;
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

  /** A changed block, in which those keep their bytes that did not change. */
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

  /** Whether all that changed lies in the blocks within it. */
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
          // What stands between blocks, and blocks without anything in them, of which the packages make nothing.
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

/** What stands between a block and the one before it, or in front of the first. */
function separator(origin: Origin | undefined, previous: string | null): string {
  if (origin?.before != null && origin.previous === previous) return origin.before;
  if (previous === null) return '';
  // Whoever has come between them: where there was a space, it stays as it was.
  return origin?.before && origin.previous !== null ? origin.before : '\n\n';
}

function isBlank({ blockName, innerHTML }: ParsedBlock): boolean {
  return blockName === null && innerHTML.trim() === '';
}

/** WordPress's parser hands the rest of a document to every block that nobody closed, and more than once. */
function isClosed(block: ParsedBlock): boolean {
  const spelling = spellingOf(block);
  const isOpen = spelling?.closing === '' && !spelling.opening.endsWith('/-->');
  return !isOpen && block.innerBlocks.every(isClosed);
}

/** The same with all its comments, as a program would write them. */
function closed({ innerBlocks, ...block }: ParsedBlock): ParsedBlock {
  const innerContent = block.innerContent.length === 0 ? [''] : block.innerContent;
  return { ...block, innerContent, innerBlocks: innerBlocks.map(closed) };
}
