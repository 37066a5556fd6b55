import { HostError } from '../core/errors.js';
import { sanitizeHtml } from '../core/html/sanitize.js';
import { freeform } from './grammar/freeform.js';
import { parseBlocks } from './grammar/parse.js';
import type { ParsedBlock } from './grammar/parsed-block.js';
import { serializeBlocks } from './grammar/serialize.js';
import { keepSpelling, spellingOf } from './grammar/spelling.js';
import { createMarks } from './render/place.js';
import { blockPolicy } from './render/policy.js';
import { MAX_DEPTH } from './render/walk.js';

/** What cleaning works with. */
export interface Cleaning {
  /** Those of registered blocks. */
  readonly classes: readonly string[];
  /** Blocks that nobody has registered keep their bytes: what is shown of them is sanitised then. */
  readonly isKnown: (name: string) => boolean;
}

/**
 * A document as somebody may store it who must not store any HTML they like: the HTML of each block and the texts of its
 * attributes are reduced to what can do no harm.
 * @throws HostError 400 `blocks_too_deep`
 */
export function cleanDocument(source: string, { classes, isKnown }: Cleaning): string {
  const policy = blockPolicy(classes, { stored: true });
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
    const inner = innerBlocks.map((one) => clean(one, depth + 1));
    const isOwn = blockName === null || isKnown(blockName);
    const content = isOwn ? cleanContent(block) : numbered(block);
    const attributes = isOwn && attrs ? (attribute(attrs) as Readonly<Record<string, unknown>>) : attrs;
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
    return spelling && isAsBefore ? keepSpelling(cleaned, spelling) : cleaned;
  }

  /** The same with its HTML reduced. */
  function cleanContent(block: ParsedBlock): (string | number)[] {
    const marks = createMarks();
    const marked = numbered(block)
      .map((part) => (typeof part === 'number' ? marks.mark(part) : part))
      .join('');
    return marks.split(sanitizeHtml(marked, policy));
  }

  return serializeBlocks(parseBlocks(source).map((block) => clean(block, 0)));
}

function tooDeep(): HostError {
  const message = `The attributes of a block nest deeper than ${MAX_DEPTH} levels. Nest them less.`;
  return new HostError('blocks_too_deep', message, { status: 400 });
}

/** What a block holds as it stands: HTML, and the number of an inner block in its place. */
function numbered({ innerContent }: ParsedBlock): (string | number)[] {
  let index = 0;
  return innerContent.map((part) => part ?? index++);
}
