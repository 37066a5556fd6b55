import type { BlockSave, EditedAttributesOf } from '../../../../../blocks.js';
import type { metadata } from './metadata.js';

/**
 * Saves the escaped text.
 * Escaping is done here because React keeps an `&` that starts an entity, and browsers drop a line break after the
 * tag. Such text would change on reload.
 */
export const save: BlockSave<EditedAttributesOf<typeof metadata>> =
  ({ createElement, blockProps }) =>
  ({ attributes: { content } }) =>
    createElement('pre', { ...blockProps(), dangerouslySetInnerHTML: { __html: escapeText(content) } });

function escapeText(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.startsWith('\n') ? `\n${escaped}` : escaped;
}
