import { defineBlock } from '../../../../blocks.js';
import { escapeHtml } from '../../../../index.js';
import { changeSummary, readOpening, splitId, withOpen, writeOpening } from '../markup.js';
import { metadata } from './metadata.js';

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
    const inside = changeSummary(opening.rest, (label) => {
      if (labelClosed === '' && labelOpen === '') return label;
      const closed = `<span class="kb-toggle-closed">${escapeHtml(labelClosed) || label}</span>`;
      return `${closed}<span class="kb-toggle-open">${escapeHtml(labelOpen) || label}</span>`;
    });
    const tag = writeOpening('details', { classes, attributes: withOpen(attributes, open) });
    return tag + inside.replace(CONTENT, (content) => content + id);
  },
});
