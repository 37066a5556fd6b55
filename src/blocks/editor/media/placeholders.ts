import type { Block as BlockInstance } from '@wordpress/blocks';

/** An address that only this tab knows, for as long as it is open. */
const OF_THIS_TAB = /^blob:/i;
/** The same inside of HTML: the element that shows it says nothing without it. */
const MEDIA = /<(?:img|video|audio|source)\b[^<>]*>/gi;
const BLOB_SOURCE = /\bsrc\s{0,5}=\s{0,5}["']?blob:/i;

/**
 * Blocks as they may be stored: what stands in for a file that is being uploaded is nothing to anybody else. Blocks without
 * such a thing are handed on as they are, and so are those that are not known here: they keep their bytes.
 */
export function withoutPlaceholders(blocks: readonly BlockInstance[]): BlockInstance[] {
  return blocks.map((block) => {
    if (block.name === 'core/missing') return block;
    const innerBlocks = withoutPlaceholders(block.innerBlocks);
    const attributes = lasting(block.attributes) as BlockInstance['attributes'];
    const isSame =
      attributes === block.attributes && innerBlocks.every((inner, index) => inner === block.innerBlocks[index]);
    return isSame ? block : { ...block, attributes, innerBlocks };
  });
}

function withoutBlobs(html: string): string {
  return html.replace(MEDIA, (element) => (BLOB_SOURCE.test(element) ? '' : element));
}

/** A value of attributes without addresses of this tab; the very same where there are none. */
function lasting(value: unknown): unknown {
  if (typeof value === 'string') return OF_THIS_TAB.test(value.trim()) ? undefined : withoutBlobs(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('toHTMLString' in value) {
    const html = String(value);
    const kept = withoutBlobs(html);
    return kept === html ? value : kept;
  }
  const members = Object.entries(value).map(([name, member]) => [name, member, lasting(member)] as const);
  if (members.every(([, before, after]) => before === after)) return value;
  const kept = members.map(([name, , after]) => [name, after] as const);
  return Array.isArray(value) ? kept.map(([, after]) => after) : Object.fromEntries(kept);
}
