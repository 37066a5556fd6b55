import { type Delimiter, delimitersOf } from './delimiters.js';
import { freeform, type ParsedBlock } from './parsed-block.js';
import { keepSpelling } from './spelling.js';

/** Block that is not closed yet. */
interface OpenBlock {
  readonly opening: Delimiter;
  readonly innerBlocks: ParsedBlock[];
  readonly innerContent: (string | null)[];
}

/**
 * Parses a document of blocks: HTML with comments that mark where a block begins and ends. Every document can be
 * parsed, and `serializeBlocks` writes it back byte for byte.
 *
 * The result is that of `@wordpress/block-serialization-default-parser`, with one difference: unclosed blocks stay
 * nested in each other. There, each of them holds the rest of the document.
 */
export function parseBlocks(document: string): ParsedBlock[] {
  const blocks: ParsedBlock[] = [];
  const open: OpenBlock[] = [];
  let offset = 0;

  function takeHtml(until: number): void {
    if (until === offset) return;
    const html = document.slice(offset, until);
    const around = open.at(-1);
    if (around) around.innerContent.push(html);
    else blocks.push(freeform(html));
  }

  function add(block: ParsedBlock): void {
    const around = open.at(-1);
    if (!around) {
      blocks.push(block);
      return;
    }
    around.innerBlocks.push(block);
    around.innerContent.push(null);
  }

  function close(closing: string): void {
    const block = open.pop();
    if (block) add(closed(block, document, closing));
  }

  for (const delimiter of delimitersOf(document)) {
    // A closing delimiter without an open block is plain HTML, and so is everything after it.
    if (delimiter.kind === 'closing' && open.length === 0) break;
    takeHtml(delimiter.start);
    offset = delimiter.end;
    if (delimiter.kind === 'closing') close(document.slice(delimiter.start, delimiter.end));
    else if (delimiter.kind === 'opening') open.push({ opening: delimiter, innerBlocks: [], innerContent: [] });
    else add(closed({ opening: delimiter, innerBlocks: [], innerContent: [] }, document, ''));
  }
  takeHtml(document.length);
  while (open.length > 0) close('');
  return blocks;
}

function closed({ opening, innerBlocks, innerContent }: OpenBlock, document: string, closing: string): ParsedBlock {
  const block: ParsedBlock = {
    blockName: opening.name,
    attrs: opening.json === '' ? {} : parseAttributes(opening.json),
    innerBlocks,
    innerHTML:
      innerContent.length === 1 ? (innerContent[0] ?? '') : innerContent.filter((part) => part !== null).join(''),
    innerContent,
  };
  return keepSpelling(block, { opening: document.slice(opening.start, opening.end), closing });
}

function parseAttributes(json: string): Record<string, unknown> | null {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return null;
  }
}
