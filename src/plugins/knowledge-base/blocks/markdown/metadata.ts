import type { BlockMetadata } from '../../../../blocks.js';

/** Markdown among blocks: `<pre class="wp-block-vendor-kb-markdown">the text, escaped</pre>`, shown rendered. */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/markdown',
  title: 'Markdown',
  description: 'A text in Markdown.',
  category: 'vendor-kb',
  keywords: ['md', 'text', 'source'],
  attributes: {
    content: { type: 'string', source: 'text', selector: 'pre', default: '', role: 'content' },
  },
  supports: { html: false },
  example: { attributes: { content: '**Markdown** among blocks' } },
} as const satisfies BlockMetadata;
