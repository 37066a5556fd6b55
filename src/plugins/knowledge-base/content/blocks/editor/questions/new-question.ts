import { type Block as BlockInstance, createBlock } from '@wordpress/blocks';

/** Creates an empty question with a paragraph for its answer. */
export function newQuestion(): BlockInstance {
  return createBlock('vendor-kb/accordion-item', {}, [createBlock('core/paragraph')]);
}
