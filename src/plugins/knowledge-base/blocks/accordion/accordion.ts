import { defineBlock } from '../../../../blocks.js';
import { safeHtml } from '../../../../index.js';
import { insideOf, isOpen, readOpening } from '../markup.js';
import { metadata } from './metadata.js';

/** The first question, whatever it is written with. */
const FIRST = /<details\b([^<>]*)>/i;

/** The settings become classes; an accordion that closes by itself is a group of `details` with one name. */
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
      ? inside.replace(FIRST, (tag, given: string) => (isOpen(given) ? tag : `<details open${given}>`))
      : inside;
    return template('kb/blocks/accordion', {
      classes: opening.classes,
      attributes: safeHtml(opening.attributes),
      items: safeHtml(items),
      ...{ layout, iconPosition, showIcon },
    });
  },
});
