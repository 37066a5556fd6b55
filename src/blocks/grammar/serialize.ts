import type { ParsedBlock } from './parsed-block.js';
import { type Spelling, spellingOf } from './spelling.js';

/**
 * Serializes blocks to a document. Comments of parsed blocks are written as they were; those of other blocks follow
 * WordPress, so that no text of an attribute can end the comment.
 */
export function serializeBlocks(blocks: readonly ParsedBlock[]): string {
  const parts: string[] = [];
  // A list instead of recursion, because documents may nest deeper than the stack allows.
  const left: (ParsedBlock | string)[] = blocks.toReversed();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') parts.push(next);
    else left.push(...partsOf(next).toReversed());
  }
  return parts.join('');
}

/** Lists the parts that a block is written as: its comments, HTML, and inner blocks. */
export function partsOf(block: ParsedBlock): (ParsedBlock | string)[] {
  const { blockName, innerBlocks, innerContent } = block;
  const { opening, closing } = spellingOf(block) ?? spell(block);
  let index = 0;
  const inner = innerContent.flatMap((part) => part ?? innerBlocks[index++] ?? []);
  return blockName === null ? inner : [opening, ...inner, closing];
}

function spell({ blockName, attrs, innerContent }: ParsedBlock): Spelling {
  const name = (blockName ?? '').replace(/^core\//, '');
  const json = attrs && Object.keys(attrs).length > 0 ? `${attributesToJson(attrs)} ` : '';
  return innerContent.length === 0
    ? { opening: `<!-- wp:${name} ${json}/-->`, closing: '' }
    : { opening: `<!-- wp:${name} ${json}-->`, closing: `<!-- /wp:${name} -->` };
}

/** Characters that a comment cannot contain, or that would end the attributes. */
const ESCAPED: Readonly<Record<string, string>> = {
  '\\\\': '\\u005c',
  '--': '\\u002d\\u002d',
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\\"': '\\u0022',
};

/** Same output as `serializeAttributes` of `@wordpress/blocks`. */
function attributesToJson(attributes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(attributes).replace(/\\\\|\\"|--|[<>&]/g, (part) => ESCAPED[part] ?? part);
}
