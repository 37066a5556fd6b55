import { type Block, createBlock } from '@wordpress/blocks';
import type { BlockTransform } from '../../../../../editor.js';

/** Converts accordions of WordPress 6.9, and one or more selected details, to questions. */
export const transforms: { readonly from: readonly BlockTransform[] } = {
  from: [
    {
      type: 'block',
      blocks: ['core/accordion'],
      transform({ anchor, align, autoclose, headingLevel, iconPosition, showIcon }, items) {
        // A heading of level 1 is the title of the article.
        const level = Math.max(2, Number(headingLevel));
        const attributes = { anchor, align, autoclose, headingLevel: level, iconPosition, showIcon };
        return createBlock('vendor-kb/accordion', attributes, items.map(ofItem));
      },
    },
    {
      type: 'block',
      blocks: ['core/details'],
      isMultiBlock: true,
      transform(selected, contents) {
        const questions = selected.map(({ summary, showContent, anchor }, index) =>
          createBlock('vendor-kb/accordion-item', { question: summary, open: showContent, anchor }, [
            ...(contents[index] ?? []),
          ]),
        );
        return createBlock('vendor-kb/accordion', {}, questions);
      },
    },
  ],
};

function ofItem({ attributes, innerBlocks }: Block): Block {
  const part = (name: string): Block | undefined => innerBlocks.find((block) => block.name === name);
  const question = part('core/accordion-heading')?.attributes.title;
  const answer = part('core/accordion-panel')?.innerBlocks ?? [];
  return createBlock('vendor-kb/accordion-item', { question, open: attributes.openByDefault }, answer);
}
