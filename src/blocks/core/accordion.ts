import { defineBlock } from '../definition/define-block.js';

/**
 * Accordion of WordPress 6.9. Its headings are buttons that need a script, so an item becomes `<details>`, which
 * works without one.
 */
export const accordion = defineBlock({
  metadata: {
    name: 'core/accordion',
    title: 'Accordion',
    category: 'text',
    attributes: {
      iconPosition: { type: 'string' },
      showIcon: { type: 'boolean' },
      autoclose: { type: 'boolean' },
      headingLevel: { type: 'integer', minimum: 1, maximum: 6 },
    },
  },
});

const HEADING = /<(h[1-6])\b[^<>]*\bwp-block-accordion-heading\b[^<>]*>/i;
const TITLE = /<span\b[^<>]*\bwp-block-accordion-heading__toggle-title\b[^<>]*>/i;
const OTHER_TAGS = /<\/?(?:button|span)\b[^<>]*>/gi;

export const accordionItem = defineBlock({
  metadata: {
    name: 'core/accordion-item',
    title: 'Accordion item',
    category: 'text',
    parent: ['core/accordion'],
    attributes: { openByDefault: { type: 'boolean' } },
  },
  render({ attributes: { openByDefault }, content }) {
    const heading = HEADING.exec(content);
    const tag = heading?.[1] ?? '';
    const end = heading ? content.toLowerCase().indexOf(`</${tag.toLowerCase()}>`, heading.index) : -1;
    if (!heading || end === -1) return content;
    const title = titleOf(content.slice(heading.index + heading[0].length, end));
    const rest = content.slice(end + `</${tag}>`.length);
    // The item's own element ends after the panel.
    const last = rest.lastIndexOf('</div>');
    const panel = last === -1 ? rest : rest.slice(0, last);
    const summary = `<summary><${tag}>${title}</${tag}></summary>`;
    return `<details class="wp-block-details"${openByDefault ? ' open' : ''}>${summary}${panel}</details>`;
  },
});

/** Text of a heading without its button and icon. */
function titleOf(heading: string): string {
  const found = TITLE.exec(heading);
  if (!found) return heading.replace(OTHER_TAGS, '');
  const start = found.index + found[0].length;
  const icon = heading.search(/<span\b[^<>]*\bwp-block-accordion-heading__toggle-icon\b/i);
  return heading.slice(start, icon > start ? icon : undefined).replace(OTHER_TAGS, '');
}

export const accordionHeading = defineBlock({
  metadata: {
    name: 'core/accordion-heading',
    title: 'Accordion heading',
    category: 'text',
    parent: ['core/accordion-item'],
    attributes: {
      level: { type: 'integer', minimum: 1, maximum: 6 },
      iconPosition: { type: 'string' },
      showIcon: { type: 'boolean' },
    },
  },
});

export const accordionPanel = defineBlock({
  metadata: {
    name: 'core/accordion-panel',
    title: 'Accordion panel',
    category: 'text',
    parent: ['core/accordion-item'],
    attributes: { templateLock: { type: ['string', 'boolean'] } },
  },
});
