import { defineBlock } from '../../../../blocks.js';
import { isOpen, readOpening, writeOpening } from '../markup.js';
import { metadata } from './metadata.js';

/** The first question, whatever it is written with. */
const FIRST = /<details\b([^<>]*)>/i;

/** The settings become classes; an accordion that closes by itself is a group of `details` with one name. */
export const accordion = defineBlock({
  metadata,
  classes: ['kb-faq-*'],
  provide: ({ autoclose }, { uniqueName }) => ({ 'vendor-kb/group': autoclose ? uniqueName('kb-faq') : '' }),
  render({ attributes, content }) {
    const opening = readOpening(content, 'div');
    if (!opening) return content;
    const { layout, iconPosition, showIcon, openFirst } = attributes;
    const classes = [
      ...opening.classes,
      ...(layout === 'boxed' ? ['is-layout-boxed'] : []),
      ...(showIcon ? [`is-icon-${iconPosition}`] : ['has-no-icon']),
    ];
    const items = openFirst
      ? opening.rest.replace(FIRST, (tag, given: string) => (isOpen(given) ? tag : `<details open${given}>`))
      : opening.rest;
    return writeOpening('div', { ...opening, classes }) + items;
  },
});
