import type { BlockSave, EditedAttributesOf } from '../../../../blocks.js';
import type { metadata } from './metadata.js';

/**
 * The text, escaped. React leaves an `&` alone that begins an entity, and browsers drop a line break behind the tag: a
 * text that has one of these would come back as another.
 */
export const save: BlockSave<EditedAttributesOf<typeof metadata>> =
  ({ createElement, blockProps }) =>
  ({ attributes: { content } }) =>
    createElement('pre', { ...blockProps(), dangerouslySetInnerHTML: { __html: escapeText(content) } });

function escapeText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.startsWith('\n') ? `\n${escaped}` : escaped;
}
