import type { TokenizerAndRendererExtension, Tokens } from 'marked';
import { escapeHtml } from './escape.js';

/** Hugo shortcodes, Liquid tags and Liquid output, on one line or over several. */
const TEMPLATE_TAG = /^(?:\{\{[^{}]*\}\}|\{%[^{}]*%\})/;
const TEMPLATE_TAGS = /\{\{[^{}]*\}\}|\{%[^{}]*%\}/g;

/** Extension that keeps the tags of other generators verbatim, as inline code. They are never interpreted. */
export const templateTags: TokenizerAndRendererExtension = {
  name: 'templateTag',
  level: 'inline',
  start: (src) => {
    const at = src.search(/\{[{%]/);
    return at === -1 ? undefined : at;
  },
  tokenizer(src): Tokens.Generic | undefined {
    const raw = TEMPLATE_TAG.exec(src)?.[0];
    return raw === undefined ? undefined : { type: 'templateTag', raw };
  },
  renderer: ({ raw }) => `<code>${escapeHtml(raw)}</code>`,
};

/** Marks template tags as code in text from raw HTML; `text` is escaped element content. */
export function markTemplateTags(text: string): string {
  return text.includes('{') ? text.replace(TEMPLATE_TAGS, '<code>$&</code>') : text;
}
