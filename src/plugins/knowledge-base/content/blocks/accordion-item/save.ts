import type { BlockSave, EditedAttributesOf } from '../../../../../blocks.js';
import type { metadata } from './metadata.js';

export const save: BlockSave<EditedAttributesOf<typeof metadata>> =
  ({ createElement, blockProps, innerBlocksProps, richText }) =>
  ({ attributes: { question } }) =>
    createElement(
      'details',
      blockProps(),
      createElement('summary', { className: 'kb-faq-q' }, richText(question)),
      createElement('div', innerBlocksProps({ className: 'kb-faq-a' })),
    );
