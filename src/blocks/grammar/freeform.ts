import type { ParsedBlock } from './parsed-block.js';

/** Creates a block for HTML outside of all blocks. */
export function freeform(html: string): ParsedBlock {
  return { blockName: null, attrs: {}, innerBlocks: [], innerHTML: html, innerContent: [html] };
}
