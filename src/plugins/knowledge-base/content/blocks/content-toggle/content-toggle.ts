import { defineBlock } from '../../../../../blocks.js';
import { safeHtml } from '../../../../../pages.js';
import { readDisclosure, splitId, withAttributes, withOpen } from '../markup.js';
import { metadata } from './metadata.js';

/** Renders a disclosure. With two labels, styles show the current one. The id moves to the content that links open. */
export const contentToggle = defineBlock({
  metadata,
  classes: ['kb-toggle-*'],
  templates: ['kb/blocks/toggle'],
  render({ attributes: { open, style, labelClosed, labelOpen }, content }, { template }) {
    const stored = readDisclosure(content);
    if (!stored) return content;
    const { opening, summaryAttributes, label } = stored;
    const { id, attributes } = splitId(opening.attributes);
    return template('kb/blocks/toggle', {
      classes: opening.classes,
      attributes: safeHtml(withOpen(attributes, open)),
      style,
      summaryAttributes: safeHtml(summaryAttributes),
      label: safeHtml(label),
      labelClosed,
      labelOpen,
      content: safeHtml(withAttributes(stored.content, 'kb-toggle-content', id)),
    });
  },
});
