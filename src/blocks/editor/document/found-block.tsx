import { store } from '@wordpress/block-editor';
import type { Block } from '@wordpress/blocks';
import { useDispatch } from '@wordpress/data';
import { useEffect, useRef } from '@wordpress/element';

/**
 * Selects, once, the block that contains the text the page was opened for, such as a broken link. Renders nothing,
 * and selects nothing if no block contains it.
 */
export function FoundBlock({ blocks, find }: { blocks: readonly Block[]; find: string }) {
  const { selectBlock } = useDispatch(store) as unknown as { selectBlock(clientId: string): void };
  const isDone = useRef(find === '');
  useEffect(() => {
    if (isDone.current || blocks.length === 0) return;
    isDone.current = true;
    const found = holderOf(blocks, find);
    if (found) selectBlock(found.clientId);
  }, [blocks, find, selectBlock]);
  return null;
}

/** Finds the innermost block that contains the text. */
function holderOf(blocks: readonly Block[], find: string): Block | null {
  for (const block of blocks) {
    const inner = holderOf(block.innerBlocks, find);
    if (inner) return inner;
    const texts = Object.values(block.attributes as Record<string, unknown>).map(String);
    // Attribute texts may contain escaped ampersands.
    if (texts.some((text) => text.includes(find) || text.includes(find.replaceAll('&', '&amp;')))) return block;
  }
  return null;
}
