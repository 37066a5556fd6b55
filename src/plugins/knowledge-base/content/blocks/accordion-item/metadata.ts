import type { BlockMetadata } from '../../../../../blocks.js';

/**
 * One question: `<details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">Q</summary><div
 * class="kb-faq-a">inner blocks</div></details>`. The anchor is the id of `details`.
 */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/accordion-item',
  title: 'Question',
  description: 'Question and answer.',
  category: 'vendor-kb',
  keywords: ['faq', 'answer'],
  attributes: {
    question: { type: 'rich-text', source: 'rich-text', selector: '.kb-faq-q', role: 'content' },
    open: { type: 'boolean', default: false },
  },
  supports: { anchor: true, html: false, reusable: false },
  parent: ['vendor-kb/accordion'],
  usesContext: ['vendor-kb/faqSchema', 'vendor-kb/headingLevel', 'vendor-kb/group', 'vendor-kb/opening'],
  example: {
    attributes: { question: 'How do I reset my password?', open: true },
    innerBlocks: [
      { name: 'core/paragraph', attributes: { content: 'Choose “Forgot password” and follow the email.' } },
    ],
  },
} as const satisfies BlockMetadata;
