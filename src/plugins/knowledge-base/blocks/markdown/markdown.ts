import { decodeHTML } from 'entities';
import { defineBlock } from '../../../../blocks.js';
import { readOpening } from '../markup.js';
import { metadata } from './metadata.js';

/** A text in Markdown, as articles in Markdown are shown. */
export const markdown = defineBlock({
  metadata,
  render({ content }, tools) {
    const text = readOpening(content, 'pre')?.rest.replace(/<\/pre>\s*$/i, '');
    // The first line break behind the tag is not part of the text.
    return text === undefined ? content : tools.markdown(decodeHTML(text).replace(/^\r?\n/, ''));
  },
});
