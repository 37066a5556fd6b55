import type { BlockSave, EditedAttributesOf } from '../../../../../blocks.js';
import type { metadata } from './metadata.js';

export const save: BlockSave<EditedAttributesOf<typeof metadata>> =
  ({ createElement, blockProps, innerBlocksProps, richText }) =>
  ({ attributes: { label } }) =>
    createElement(
      'details',
      blockProps(),
      createElement('summary', { className: 'kb-toggle-label' }, richText(label)),
      createElement('div', innerBlocksProps({ className: 'kb-toggle-content' })),
    );
