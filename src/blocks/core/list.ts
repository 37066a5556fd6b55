import { defineBlock } from '../definition/define-block.js';

/** HTML `type` attributes for the list styles that the editor stores. */
const MARKERS: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'upper-alpha': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

/** List with the numbers or letters that its author chose. */
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
