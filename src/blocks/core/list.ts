import { defineBlock } from '../definition/define-block.js';

/** How HTML itself says what the editor stores as a style. */
const MARKERS: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'upper-alpha': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** A list, with the numbers or letters that its author chose. */
export const list = defineBlock({
  metadata: {
    name: 'core/list',
    title: 'List',
    category: 'text',
    attributes: {
      ordered: { type: 'boolean' },
      reversed: { type: 'boolean' },
      start: { type: 'integer' },
      type: { type: 'string' },
    },
  },
  render({ attributes, content }) {
    const marker = MARKERS[attributes.type ?? ''];
    return marker === undefined ? content : content.replace(/^\s*<ol\b(?![^<>]*\stype=)/, `<ol type="${marker}"`);
  },
});
