import type { BlockSave, EditedAttributesOf } from '../../../../blocks.js';
import type { metadata } from './metadata.js';

export const save: BlockSave<EditedAttributesOf<typeof metadata>> =
  ({ createElement, blockProps }) =>
  ({ attributes: { content } }) =>
    // Browsers drop a line break right behind the tag.
    createElement('pre', blockProps(), content.startsWith('\n') ? `\n${content}` : content);
