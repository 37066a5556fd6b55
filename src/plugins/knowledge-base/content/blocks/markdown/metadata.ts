import type { BlockMetadata } from '../../../../../blocks.js';

/** A Markdown block: `<pre class="wp-block-vendor-kb-markdown">the text, escaped</pre>`, rendered for readers. */
export const metadata = {
  apiVersion: 3,
  name: 'vendor-kb/markdown',
  title: 'Markdown',
  description: 'Text in Markdown.',
  category: 'vendor-kb',
  keywords: ['md', 'text', 'source'],
  attributes: {
    content: { type: 'string', source: 'text', selector: 'pre', default: '', role: 'content' },
  },
  supports: { html: false },
  example: { attributes: { content: '**Markdown** in blocks' } },
} as const satisfies BlockMetadata;
