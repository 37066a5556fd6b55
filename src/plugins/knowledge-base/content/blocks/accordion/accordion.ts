import { defineBlock } from '../../../../../blocks.js';
import { safeHtml } from '../../../../../pages.js';
import { insideOf, isOpen, readOpening } from '../markup.js';
import { metadata } from './metadata.js';

/** Opening tag of the first question, whatever its attributes. */
const FIRST = /<details\b([^<>]*)>/i;

/** Renders an accordion. Settings become classes; exclusive opening uses `details` elements with a shared name. */
export const accordion = defineBlock({
  metadata,
  classes: ['kb-faq-*'],
  templates: ['kb/blocks/accordion'],
  provide: ({ autoclose }, { uniqueName }) => ({ 'vendor-kb/group': autoclose ? uniqueName('kb-faq') : '' }),
  render({ attributes: { layout, iconPosition, showIcon, openFirst }, content }, { template }) {
    const opening = readOpening(content, 'div');
    if (!opening) return content;
    const inside = insideOf(opening, 'div');
    const items = openFirst
      ? inside.replace(FIRST, (tag, attributes: string) => (isOpen(attributes) ? tag : `<details open${attributes}>`))
      : inside;
    return template('kb/blocks/accordion', {
      classes: opening.classes,
      attributes: safeHtml(opening.attributes),
      items: safeHtml(items),
      layout,
      iconPosition,
      showIcon,
    });
  },
});
