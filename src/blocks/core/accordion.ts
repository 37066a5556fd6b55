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

const HEADING = 'wp-block-accordion-heading';
const TITLE = 'wp-block-accordion-heading__toggle-title';
const ICON = 'wp-block-accordion-heading__toggle-icon';
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
    const start = content.lastIndexOf('<', content.indexOf(HEADING));
    const tag = /^<(h[1-6])\b/i.exec(content.slice(start, start + 4))?.[1];
    const end = tag === undefined ? -1 : content.indexOf(`</${tag}>`, start);
    if (tag === undefined || end === -1) return content;
    const title = titleOf(content.slice(content.indexOf('>', start) + 1, end));
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
  const named = heading.indexOf(TITLE);
  const start = named === -1 ? 0 : heading.indexOf('>', named) + 1;
  const icon = heading.indexOf(ICON, start);
  const end = icon === -1 ? heading.length : heading.lastIndexOf('<', icon);
  return heading.slice(start, end).replace(OTHER_TAGS, '');
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
