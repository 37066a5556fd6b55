import type { BlockSave, EditedAttributesOf } from '../../../../../blocks.js';
import type { metadata } from './metadata.js';

export const save: BlockSave<EditedAttributesOf<typeof metadata>> =
  ({ createElement, blockProps, innerBlocksProps }) =>
  () =>
    createElement('div', innerBlocksProps(blockProps()));
