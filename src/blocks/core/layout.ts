import { defineBlock } from '../definition/define-block.js';
import type { BlockAttribute } from '../definition/metadata.js';

/** Our policy forbids the editor's inline styles. They become classes, which the stylesheet has rules for. */

/** Older editors stored numbers of pixels or percent, later ones `200px`. */
const LENGTH: BlockAttribute = { type: ['string', 'number'] };

/** Adds classes to the first element, if it has a class attribute. */
function withClasses(html: string, classes: readonly string[]): string {
  if (classes.length === 0) return html;
  return html.replace(/^(\s*<\w+\b[^<>]*?\sclass=")/, (opening) => `${opening}${classes.join(' ')} `);
}

/** Widths in percent that the stylesheet has a class for. */
const WIDTHS = [20, 25, 30, 33, 40, 50, 60, 67, 70, 75, 80];

/** Class of the nearest width that has a rule; none for other units. */
function widthClass(width: unknown): string[] {
  const percent = typeof width === 'number' ? width : Number(/^(\d{1,3}(?:\.\d{1,20})?)%$/.exec(String(width))?.[1]);
  if (!(percent > 0 && percent < 100)) return [];
  const nearest = WIDTHS.reduce((best, each) => (Math.abs(each - percent) < Math.abs(best - percent) ? each : best));
  return [`has-width-${nearest}`];
}

export const column = defineBlock({
  metadata: {
    name: 'core/column',
    title: 'Column',
    category: 'design',
    parent: ['core/columns'],
    attributes: { width: LENGTH, verticalAlignment: { type: 'string' } },
  },
  render: ({ attributes, content }) => withClasses(content, widthClass(attributes.width)),
});

const JUSTIFICATIONS: readonly unknown[] = ['left', 'center', 'right', 'space-between'];

export const buttons = defineBlock({
  metadata: { name: 'core/buttons', title: 'Buttons', category: 'design', attributes: { layout: { type: 'object' } } },
  render({ attributes, content }) {
    const { justifyContent, orientation } = attributes.layout ?? {};
    return withClasses(content, [
      ...(JUSTIFICATIONS.includes(justifyContent) ? [`is-content-justification-${justifyContent}`] : []),
      ...(orientation === 'vertical' ? ['is-vertical'] : []),
    ]);
  },
});
