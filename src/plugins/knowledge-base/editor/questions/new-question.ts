import { type Block as BlockInstance, createBlock } from '@wordpress/blocks';

/** A question without words, and room for its answer. */
export function newQuestion(): BlockInstance {
  return createBlock('vendor-kb/accordion-item', {}, [createBlock('core/paragraph')]);
}
