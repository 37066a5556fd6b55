import type { BlockMetadata } from '../../../../../blocks.js';

/** Questions and answers that expand: `<div class="wp-block-vendor-kb-accordion">` around the items. */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/accordion',
  title: 'FAQ / Accordion',
  description: 'Questions with collapsible answers.',
  category: 'vendor-kb',
  keywords: ['faq', 'question'],
  attributes: {
    faqSchema: { type: 'boolean', default: true },
    headingLevel: { type: 'integer', minimum: 2, maximum: 6, default: 3 },
    autoclose: { type: 'boolean', default: false },
    openFirst: { type: 'boolean', default: false },
    iconPosition: { type: 'string', enum: ['right', 'left'], default: 'right' },
    showIcon: { type: 'boolean', default: true },
    layout: { type: 'string', enum: ['plain', 'boxed'], default: 'plain' },
  },
  supports: { anchor: true, align: ['wide', 'full'], html: false },
  allowedBlocks: ['vendor-kb/accordion-item'],
  providesContext: {
    'vendor-kb/faqSchema': 'faqSchema',
    'vendor-kb/headingLevel': 'headingLevel',
  },
  example: {
    innerBlocks: [
      {
        name: 'vendor-kb/accordion-item',
        attributes: { question: 'How do I reset my password?', open: true },
        innerBlocks: [
          { name: 'core/paragraph', attributes: { content: 'Choose “Forgot password” and follow the email.' } },
        ],
      },
    ],
  },
} as const satisfies BlockMetadata;
