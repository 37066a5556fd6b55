import { defineBlock } from '../../../../../blocks.js';
import { safeHtml } from '../../../../../pages.js';
import { readDisclosure, splitId, withAttributes, withOpen } from '../markup.js';
import { metadata } from './metadata.js';

/**
 * Renders a question as a heading in its `summary`.
 * The id moves to the answer: browsers open a `details` for a link into it, not to it.
 */
export const accordionItem = defineBlock({
  metadata,
  classes: ['kb-faq-*'],
  templates: ['kb/blocks/accordion-item'],
  render({ attributes: { open }, content, context }, { template }) {
    const stored = readDisclosure(content);
    if (!stored) return content;
    const { opening, summaryAttributes, label } = stored;
    const group = String(context['vendor-kb/group'] ?? '');
    const { id, attributes } = splitId(opening.attributes);
    const name = group === '' ? '' : ` name="${group}"`;
    return template('kb/blocks/accordion-item', {
      classes: opening.classes,
      attributes: safeHtml(withOpen(attributes + name, open)),
      hasSchema: context['vendor-kb/faqSchema'] === true,
      summaryAttributes: safeHtml(summaryAttributes),
      question: safeHtml(label),
      headingLevel: /<h[1-6]\b/i.test(label) ? null : Number(context['vendor-kb/headingLevel'] ?? 3),
      // Without its own id, the heading would get the same generated id first.
      headingAttributes: safeHtml(id.replace(/"$/, '-question"')),
      answer: safeHtml(withAttributes(stored.content, 'kb-faq-a', id)),
    });
  },
});
