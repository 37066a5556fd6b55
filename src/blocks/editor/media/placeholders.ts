import type { Block as BlockInstance } from '@wordpress/blocks';

/** URL that is only valid in this tab while it is open. */
const OF_THIS_TAB = /^blob:/i;
/** Media elements in HTML. Those with such a URL are dropped, since they show nothing elsewhere. */
const MEDIA = /<(?:img|video|audio|source)\b[^<>]*>/gi;
const BLOB_SOURCE = /\bsrc\s{0,5}=\s{0,5}["']?blob:/i;

/**
 * Removes placeholders of pending uploads from blocks before they are stored, since they are only valid in this tab.
 * Blocks without placeholders, and unknown blocks, are returned unchanged and keep their bytes.
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

/** Removes URLs of this tab from an attribute value. Returns the same value if there are none. */
function lasting(value: unknown): unknown {
  if (typeof value === 'string') return OF_THIS_TAB.test(value.trim()) ? undefined : withoutBlobs(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('toHTMLString' in value) {
    const html = String(value);
    const cleaned = withoutBlobs(html);
    return cleaned === html ? value : cleaned;
  }
  const members = Object.entries(value).map(([name, member]) => [name, member, lasting(member)] as const);
  if (members.every(([, before, after]) => before === after)) return value;
  const restored = members.map(([name, , after]) => [name, after] as const);
  return Array.isArray(value) ? restored.map(([, after]) => after) : Object.fromEntries(restored);
}
