import { defineBlock } from '../definition/define-block.js';
import { escapeHtml } from '../escape.js';

const OPENING = /^\s*<pre\b[^<>]*>\s*<code\b[^<>]*>/i;
const LANGUAGE = /(?:^|[\s"'=])lang(?:uage)?-([\w+#.-]{1,40})/;

/**
 * Code block. WordPress has no attribute for the language, so it is a class such as `language-js` on the block or in
 * its markup, as themes and syntax highlighting plugins store it.
 */
export const code = defineBlock({
  metadata: {
    name: 'core/code',
    title: 'Code',
    category: 'text',
    attributes: { className: { type: 'string', default: '' } },
  },
  render({ attributes, content }) {
    const opening = OPENING.exec(content)?.[0];
    const language = LANGUAGE.exec(attributes.className)?.[1] ?? LANGUAGE.exec(opening ?? '')?.[1];
    if (opening === undefined || language === undefined) return content;
    return `<pre><code class="language-${escapeHtml(language)}">${content.slice(opening.length)}`;
  },
});
