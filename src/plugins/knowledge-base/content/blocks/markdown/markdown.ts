import { decodeHTML } from 'entities';
import { defineBlock } from '../../../../../blocks.js';
import { readOpening } from '../markup.js';
import { metadata } from './metadata.js';

/** Renders Markdown like an article in Markdown. */
export const markdown = defineBlock({
  metadata,
  render({ content }, tools) {
    const text = readOpening(content, 'pre')?.rest.replace(/<\/pre>\s*$/i, '');
    // HTML ignores the first line break after the tag.
    return text === undefined ? content : tools.markdown(decodeHTML(text).replace(/^\r?\n/, ''));
  },
});
