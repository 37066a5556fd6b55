import { HostError } from '../core/errors.js';
import { sanitizeHtml } from '../core/html/sanitize.js';
import { freeform, type ParsedBlock } from './grammar/parsed-block.js';
import { partsOf, serializeBlocks } from './grammar/serialize.js';
import { keepSpelling, spellingOf } from './grammar/spelling.js';
import { readBlocks } from './read-blocks.js';
import { createMarks } from './render/place.js';
import { blockPolicy } from './render/policy.js';
import { MAX_DEPTH } from './render/walk.js';

/** Options of {@link cleanDocument}. */
export interface Cleaning {
  /** CSS classes of registered blocks. */
  readonly classes: readonly string[];
  /** Stored document that the source replaces. Its unchanged blocks stay as another author wrote them. */
  readonly stored?: string;
}

/**
 * Sanitizes a document of blocks for a user who may not store arbitrary HTML.
 *
 * Sanitizes the HTML of every block and the strings in its attributes, whether the block is registered or not.
 * @throws HostError 400 `blocks_too_deep`, 413 `blocks_too_many`
 */
export function cleanDocument(source: string, { classes, stored = '' }: Cleaning): string {
  const policy = blockPolicy(classes, { stored: true });
  const index = createBlockIndex(stored);
  const text = (value: string): string => (/<[a-z!/?]/i.test(value) ? sanitizeHtml(value, policy) : value);

  function attribute(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > MAX_DEPTH) throw tooDeep();
    if (Array.isArray(value)) return value.map((member) => attribute(member, depth + 1));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, attribute(member, depth + 1)]));
  }

  function clean(block: ParsedBlock, depth: number): ParsedBlock {
    const { blockName, attrs, innerBlocks } = block;
    if (depth > MAX_DEPTH) return freeform(sanitizeHtml(serializeBlocks([block]), policy));
    if (index.has(block) && isClosed(block)) return block;
    const inner = innerBlocks.map((innerBlock) => clean(innerBlock, depth + 1));
    const content = cleanContent(block);
    const attributes = attrs && (attribute(attrs) as Readonly<Record<string, unknown>>);
    const html = content.filter((part) => typeof part === 'string');
    const cleaned: ParsedBlock = {
      blockName,
      attrs: attributes,
      innerBlocks: content.flatMap((part) => (typeof part === 'number' ? (inner[part] ?? []) : [])),
      innerHTML: html.join(''),
      innerContent: content.map((part) => (typeof part === 'number' ? null : part)),
    };
    const spelling = spellingOf(block);
    const isAsBefore = JSON.stringify(attributes) === JSON.stringify(attrs);
    const isHarmless = spelling && isComment(spelling.opening) && isComment(spelling.closing);
    return isHarmless && isAsBefore ? keepSpelling(cleaned, spelling) : cleaned;
  }

  /** Sanitizes the HTML of a block and keeps the places of its inner blocks. */
  function cleanContent(block: ParsedBlock): (string | number)[] {
    const marks = createMarks();
    const marked = numbered(block)
      .map((part) => (typeof part === 'number' ? marks.mark(part) : part))
      .join('');
    return marks.split(sanitizeHtml(marked, policy));
  }

  /** Whether the block ends outside of any tag, comment or script, so that it does not swallow what follows. */
  function isClosed(block: ParsedBlock): boolean {
    const marks = createMarks();
    return marks.split(sanitizeHtml(serializeBlocks([block]) + marks.mark(0), policy)).includes(0);
  }

  return serializeBlocks(readBlocks(source).map((block) => clean(block, 0)));
}

function tooDeep(): HostError {
  const message = `The attributes of a block nest more than ${MAX_DEPTH} levels. Reduce the nesting.`;
  return new HostError('blocks_too_deep', message, { status: 400 });
}

/** Whether a browser reads the whole delimiter as one comment. Text in attributes can end a comment. */
function isComment(delimiter: string): boolean {
  return !/--|[<>]/.test(delimiter.slice('<!--'.length, -'-->'.length));
}

/** Lists the content of a block: HTML, and the index of each inner block in its place. */
function numbered({ innerContent }: ParsedBlock): (string | number)[] {
  let index = 0;
  return innerContent.map((part) => part ?? index++);
}

/** Index of the blocks of a document, for recognizing them in another one. */
interface BlockIndex {
  /** Whether the document contains this block, at any depth, with the same bytes including its inner blocks. */
  has(block: ParsedBlock): boolean;
}

/**
 * Indexes the blocks of a document. Identifies each by its own bytes and the numbers of its inner blocks, so that the
 * document is walked once and not once per level.
 */
function createBlockIndex(source: string): BlockIndex {
  const numbers = new Map<string, number>();
  const found = new WeakMap<ParsedBlock, number>();

  /** @returns the number of an equal block; -1 for none */
  function numberOf(block: ParsedBlock, add: boolean, depth = 0): number {
    const before = found.get(block);
    if (before !== undefined) return before;
    const parts =
      depth > MAX_DEPTH
        ? serializeBlocks([block])
        : partsOf(block).map((part) => (typeof part === 'string' ? part : numberOf(part, add, depth + 1)));
    const name = JSON.stringify([block.blockName === null, parts]);
    if (add && !numbers.has(name)) numbers.set(name, numbers.size);
    const number = numbers.get(name) ?? -1;
    found.set(block, number);
    return number;
  }

  for (const block of readBlocks(source)) numberOf(block, true);
  return { has: (block) => numbers.size > 0 && numberOf(block, false) !== -1 };
}
