import { defineBlock } from '../../../../blocks.js';
import { escapeHtml } from '../../../../index.js';
import { isOpen, readOpening, splitId, writeOpening } from '../markup.js';
import { metadata } from './metadata.js';

const LABEL = /^(\s*<summary\b[^<>]*>)(.*?)(<\/summary>)/is;
const CONTENT = /<div\b[^<>]*\bkb-toggle-content\b[^<>]*/i;

/** Something that opens; with two labels, styles show the one that fits. The id moves to what a link leads into. */
export const contentToggle = defineBlock({
  metadata,
  classes: ['kb-toggle-*'],
  render({ attributes: { open, style, labelClosed, labelOpen }, content }) {
    const opening = readOpening(content, 'details');
    if (!opening) return content;
    const { id, attributes } = splitId(opening.attributes);
    const classes = [...opening.classes, ...(style === 'button' ? ['is-style-button'] : [])];
    const isOpened = open && !isOpen(attributes) ? ' open' : '';
    const inside = opening.rest
      .replace(LABEL, (all, before: string, label: string, after: string) => {
        if (labelClosed === '' && labelOpen === '') return all;
        const closed = `<span class="kb-toggle-closed">${escapeHtml(labelClosed) || label}</span>`;
        return `${before}${closed}<span class="kb-toggle-open">${escapeHtml(labelOpen) || label}</span>${after}`;
      })
      .replace(CONTENT, (tag) => tag + id);
    return writeOpening('details', { classes, attributes: attributes + isOpened }) + inside;
  },
});
