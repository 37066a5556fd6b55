import { defineBlock } from '../../../../blocks.js';
import { changeSummary, readOpening, splitId, withOpen, writeOpening } from '../markup.js';
import { metadata } from './metadata.js';

const ANSWER = /<div\b[^<>]*\bkb-faq-a\b[^<>]*/i;

/**
 * A question as a heading in its `summary`. The id moves to the answer: browsers open what a link leads into, and not what
 * it leads to.
 */
export const accordionItem = defineBlock({
  metadata,
  classes: ['kb-faq-*'],
  render({ attributes: { open }, content, context }) {
    const opening = readOpening(content, 'details');
    if (!opening) return content;
    const level = Number(context['vendor-kb/headingLevel'] ?? 3);
    const group = String(context['vendor-kb/group'] ?? '');
    const { id, attributes } = splitId(opening.attributes);
    const name = group === '' ? '' : ` name="${group}"`;
    const classes = [...opening.classes, ...(context['vendor-kb/faqSchema'] === true ? ['has-faq-schema'] : [])];
    const tag = writeOpening('details', { classes, attributes: withOpen(attributes + name, open) });
    // The heading would get the same id from its words, and would be the first to have it.
    const headingId = id.replace(/"$/, '-question"');
    const heading = `<h${level} class="kb-faq-heading"${headingId}>`;
    const inside = changeSummary(opening.rest, (question) =>
      /<h[1-6]\b/i.test(question) ? question : `${heading}${question}</h${level}>`,
    );
    return tag + inside.replace(ANSWER, (answer) => answer + id);
  },
});
